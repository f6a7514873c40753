/** How far an import is, in words. */
import { timeLeft } from "../../domain/time/durations.ts";
import type { RecordingSummary } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text/text.ts";

/** "91 % · 2 min left" */
export const progressText = ({ progress, eta_ms }: Pick<RecordingSummary, "progress" | "eta_ms">) =>
  text.recordings.progress(Math.floor(progress * 100), eta_ms === null ? null : timeLeft(eta_ms));
