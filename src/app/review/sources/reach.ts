/** How far a window reaches in time: over the file of the review and the others that it shows. */
import type { Span } from "../../../domain/time/view-span.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { setFile, type Timeline } from "../time/timeline.ts";

/** Keeps a timeline up with what is known of the files: to be called when one became known, reaches further or is shown no more. */
export function createReach(timeline: Timeline, known: () => readonly RecordingDetail[]): () => void {
  let before: readonly RecordingDetail[] = [];
  return () => {
    // What is computed of others brings no time of its own: values of the last windows are stamped behind the end of the file.
    const now = known().filter(({ data_object_id }) => data_object_id > 0);
    const isLearned = now.some((recording) => !before.includes(recording));
    before = now;
    setFile(timeline, now.map(spanOf).reduce(union), isLearned);
  };
}

const spanOf = ({ start_ms, end_ms }: RecordingDetail): Span => ({ startMs: start_ms, endMs: end_ms });

const union = (a: Span, b: Span): Span => ({
  startMs: Math.min(a.startMs, b.startMs),
  endMs: Math.max(a.endMs, b.endMs),
});
