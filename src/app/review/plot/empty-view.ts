/** What is said over a view in which nothing was recorded, or nothing could be computed. Pure. */
import type { Clock } from "../../../domain/time/clock.ts";
import { firstEndingAfter } from "../../../domain/time/runs.ts";
import { endOfSegment } from "../../../domain/time/sample-time.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import type { SourcePicture } from "./plot-content.ts";

/** Null: one of the sources may show something, or there is none. What is computed may be unknown beyond that, too. */
export function emptyText(pictures: readonly SourcePicture[], span: Span, clock: Clock): string | null {
  if (pictures.length === 0) return null;
  let [nextMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { source, view } of pictures) {
    const { segments, sampling_hz } = source.group;
    const next = segments[firstEndingAfter(segments, view.startSample)];
    if (next !== undefined && next.first < view.endSample) return null;
    const last = segments.at(-1);
    nextMs = Math.min(nextMs, next?.start_ms ?? nextMs);
    if (last !== undefined) lastMs = Math.max(lastMs, endOfSegment(last, sampling_hz));
  }
  const isComputed = pictures.every(({ source }) => source.recording.data_object_id < 0);
  const nothing = isComputed ? text.plot.noValue : text.plot.noData;
  const at = (ms: number) => (clock.date(ms) === clock.date(span.startMs) ? clock.time(ms) : clock.dateTime(ms));
  if (Number.isFinite(nextMs)) return text.plot.noneUntil(nothing, at(nextMs));
  return Number.isFinite(lastMs) ? text.plot.noneAfter(nothing, at(lastMs)) : nothing;
}
