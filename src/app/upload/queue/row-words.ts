/** What a row of the panel says of its upload. */
import { timeLeft } from "../../../domain/durations.ts";
import { uploadQueueText } from "../../../protocol/upload-queue-text.ts";
import type { QueueItem, StageProgress } from "./state.ts";

const { panel, stages, titles } = uploadQueueText;

/** Percent of a stage, never 100 before it is complete. */
export const percentOf = ({ fraction, outcome }: StageProgress): number =>
  outcome === "complete" ? 100 : Math.min(99, Math.floor(fraction * 100));

/** "91 % · 2 min left"; without a connection nobody knows how long. */
export function detailOf(stage: StageProgress, isOffline: boolean): string {
  const percent = stages.percent(percentOf(stage));
  const isKnown = stage.etaMs !== null && stage.outcome === "active" && !isOffline;
  return isKnown ? `${percent} · ${stages.left(timeLeft(stage.etaMs ?? 0))}` : percent;
}

export const countOf = ({ filesDone, filesTotal }: StageProgress): string => stages.count(filesDone, filesTotal);

/** The stage that is under way. */
export const stageOf = ({ status, preparing, uploading }: Readonly<QueueItem>): StageProgress =>
  status === "Uploading" ? uploading : preparing;

/** "Uploading · 31 of 34 files" */
export function stateOf(item: Readonly<QueueItem>, isOffline: boolean): string {
  if (item.status === "InQueue") return panel.waiting;
  if (item.status === "Done") return panel.done;
  if (item.status === "Failed") return titles.failed;
  if (item.status === "Canceled") return titles.canceled;
  if (isOffline) return panel.paused;
  if (item.isFinishing) return panel.finishing;
  const name = item.status === "Hashing" ? panel.preparing : panel.uploading;
  return `${name} · ${countOf(stageOf(item))}`;
}
