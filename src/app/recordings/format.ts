/** How facts about a recording are written in lists. */
import { clockOf } from "../../domain/clock.ts";
import { durationShort, timeLeft } from "../../domain/durations.ts";
import type { RecordingSummary } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** "82.08 GB", decimal units. */
export function fileSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} B` : `${(bytes / 1000 ** power).toFixed(2)} ${units[power]}`;
}

/** Start in the recording's zone, without seconds; "Unknown" when the file does not say. */
export function startText(recording: RecordingSummary): string {
  if (!recording.is_start_known) return text.recordings.startUnknown;
  const clock = clockOf(recording);
  return `${clock.date(recording.start_ms)} ${clock.time(recording.start_ms).replace(/:\d\d(?= )/, "")}`;
}

export const durationText = (recording: RecordingSummary) => durationShort(recording.end_ms - recording.start_ms);

/** "91 % · 2 min left" */
export const progressText = ({ progress, eta_ms }: RecordingSummary) =>
  text.recordings.progress(Math.floor(progress * 100), eta_ms === null ? null : timeLeft(eta_ms));
