/** What a reserved file does (spec 000 section 3, spec 001 section 4, Prefetch). */
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";

export type FileState = "failed" | "queued" | "loading" | "inUse" | "idle";

type Facts = Pick<PrefetchDirectory, "in_queue_order" | "percent_loaded" | "disabled" | "error">;

/** A failure that stands in the way comes first, then a place in the queue, then loading; only then who uses it. */
export function fileState({ in_queue_order, percent_loaded, disabled, error }: Facts): FileState {
  const isComplete = percent_loaded >= 100;
  if (error !== null && !isComplete) return "failed";
  if (in_queue_order > 0) return "queued";
  if (!isComplete) return "loading";
  return disabled ? "inUse" : "idle";
}

/** "Not in use", "In use", "Loading 42%", "3rd in queue", "Not loaded". */
export function statusText(file: Facts): string {
  const { status } = prefetchText;
  const state = fileState(file);
  if (state === "queued") return status.queued(file.in_queue_order);
  if (state === "loading") return status.loading(file.percent_loaded);
  return status[state];
}

/** How many files do what. */
export function countStates(files: readonly Facts[]): Record<FileState, number> {
  const counts = { failed: 0, queued: 0, loading: 0, inUse: 0, idle: 0 };
  for (const file of files) counts[fileState(file)]++;
  return counts;
}

/** What a reserved file does. Undefined: it is not reserved, or not known to be. */
export function preloadStatus(files: readonly PrefetchDirectory[] | undefined, dataObjectId: number) {
  if (files === undefined) return undefined;
  const file = files.find(({ data_object_id }) => data_object_id === dataObjectId);
  return file === undefined ? undefined : statusText(file);
}
