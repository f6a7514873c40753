/** What is said over a view in which nothing was recorded, or nothing could be computed. Pure. */
import { type Clock, readableTime } from "../../../domain/time/clock.ts";
import { firstEndingAfter } from "../../../domain/time/runs.ts";
import { endOfSegment } from "../../../domain/time/sample-time.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import type { SourcePicture } from "./plot-content.ts";

/** Null: one of the sources may show something, or there is none. What is computed may be unknown beyond that, too. */
export function emptyText(pictures: readonly SourcePicture[], span: Span, clock: Clock): string | null {
  if (pictures.length === 0) return null;
  let [nextMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isCut = false;
  for (const { source, view } of pictures) {
    const { segments, sampling_hz } = source.group;
    const k = firstEndingAfter(segments, view.startSample);
    const next = segments[k];
    if (next !== undefined && next.first < view.endSample) return null;
    // The picture begins on a whole pixel: half of one may be cut off at either edge.
    const before = segments[k - 1];
    const isBefore = before !== undefined && endOfSegment(before, sampling_hz) > span.startMs;
    isCut ||= isBefore || (next !== undefined && next.start_ms < span.endMs);
    const last = segments.at(-1);
    nextMs = Math.min(nextMs, next?.start_ms ?? nextMs);
    if (last !== undefined) lastMs = Math.max(lastMs, endOfSegment(last, sampling_hz));
  }
  if (isCut) return text.plot.underPixel;
  const isComputed = pictures.every(({ source }) => source.recording.data_object_id < 0);
  const nothing = isComputed ? text.plot.noValue : text.plot.noData;
  const at = (ms: number) =>
    clock.date(ms) === clock.date(span.startMs) ? readableTime(ms, clock) : clock.dateTime(ms);
  if (Number.isFinite(nextMs)) return text.plot.noneUntil(nothing, at(nextMs));
  return Number.isFinite(lastMs) ? text.plot.noneAfter(nothing, at(lastMs)) : nothing;
}
