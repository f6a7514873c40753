import { defaultEegSpanMs } from "../../domain/time/durations.ts";
import { type Span, spanFromRequest } from "../../domain/time/view-span.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { ReviewSearch } from "../shell/review-search.ts";

/** The view the address asks for, in epoch ms; either part may be missing. Null when both are. */
export function wantedSpan(search: ReviewSearch, { start_ms, end_ms }: RecordingDetail): Span | null {
  if (search.start === undefined && search.span === undefined) return null;
  const start = search.start ?? start_ms;
  return spanFromRequest(start, start + (search.span ?? defaultEegSpanMs), { startMs: start_ms, endMs: end_ms });
}
