/** What a row of the panel says of its upload. */
import { timeLeft } from "../../../../domain/time/durations.ts";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import type { QueueItem, StageProgress } from "../state.ts";
import type { Trouble } from "../transfer/trouble.ts";

const { hindrances, panel, stages, titles } = uploadQueueText;

/** Percent of a stage, never 100 before it is complete. */
export const percentOf = ({ fraction, outcome }: StageProgress): number =>
  outcome === "complete" ? 100 : Math.min(99, Math.floor(fraction * 100));

/** Bytes that did not move for so long are worth a word: a slow line moves some of them every second. */
const stillMs = 10_000;

/** `when` changes every second: it is shown, and not read aloud. */
export interface Hindrance {
  readonly what: string;
  readonly when: string;
}

/** "The server does not answer." "Trying again in 12 s." */
export function troubleWords({ kind, retryAtMs }: Pick<Trouble, "kind" | "retryAtMs">, nowMs: number): Hindrance {
  const seconds = Math.ceil((retryAtMs - nowMs) / 1000);
  return { what: hindrances[kind], when: seconds > 0 ? hindrances.again(seconds) : hindrances.now };
}

/** What hinders an upload at this moment: "The server does not answer." "Trying again in 12 s." Null when nothing does. */
export function hindranceOf(
  { status, trouble, movedMs, isFinishing }: Pick<QueueItem, "status" | "trouble" | "movedMs" | "isFinishing">,
  nowMs: number,
): Hindrance | null {
  if (status !== "Hashing" && status !== "Uploading") return null;
  if (trouble !== null) return troubleWords(trouble, nowMs);
  const isStill = status === "Uploading" && !isFinishing && movedMs !== null && nowMs - movedMs >= stillMs;
  if (!isStill) return null;
  return { what: hindrances.still, when: hindrances.stillFor(Math.floor((nowMs - movedMs) / 1000)) };
}

/** "91 % · 2 min left"; without a connection, or while requests fail, nobody knows how long. */
export function detailOf(stage: StageProgress, isOffline: boolean): string {
  const percent = stages.percent(percentOf(stage));
  const isKnown = stage.etaMs !== null && stage.outcome === "active" && !isOffline;
  return isKnown ? `${percent} · ${stages.left(timeLeft(stage.etaMs ?? 0))}` : percent;
}

export const countOf = ({ filesDone, filesTotal }: StageProgress): string => stages.count(filesDone, filesTotal);

/** The stage that is under way. Of an upload that goes on what the server has counts from the beginning. */
export const stageOf = ({ status, isResumed, preparing, uploading }: Readonly<QueueItem>): StageProgress =>
  status === "Uploading" || isResumed ? uploading : preparing;

/** "Uploading · 31 of 34 files" */
export function stateOf(item: Readonly<QueueItem>, isOffline: boolean): string {
  if (item.status === "InQueue") return panel.waiting;
  if (item.status === "Done") return panel.done;
  if (item.status === "Failed") return titles.failed;
  if (item.status === "Canceled") return titles.canceled;
  if (isOffline) return panel.paused;
  if (item.isFinishing) return panel.finishing;
  if (item.status === "Hashing" && item.isResumed) return panel.checking;
  const name = item.status === "Hashing" ? panel.preparing : panel.uploading;
  return `${name} · ${countOf(stageOf(item))}`;
}
