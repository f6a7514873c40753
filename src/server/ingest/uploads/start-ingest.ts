/** Starts the reading of an item in a worker thread of its own, with a bounded heap. */
import { Worker } from "node:worker_threads";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { UploadKind } from "../../../protocol/uploads.ts";
import { type JobHold, JobStopped } from "../../platform/jobs/index.ts";
import type { Config } from "../../platform/start/config.ts";
import { workerFile } from "../../platform/start/worker-files.ts";
import type { DeadlineOptions } from "../deadline.ts";
import { ImportFailed, NoRoom } from "../failures.ts";
import { type LifeSign, type ThreadWatch, usualWatch, type WatchLimits, watchThread } from "../watch-thread.ts";
import type { ItemRecord } from "./item-rows.ts";

/** What the worker is given: plain data. It opens database and store by itself. */
export interface IngestOrder {
  item: ItemRecord;
  hold: JobHold;
  config: Pick<Config, "dataDir" | "databaseUrl" | "store" | "uploads">;
  deadline?: Omit<DeadlineOptions, "now">;
}

export type IngestReport =
  | { kind: "progress"; fraction: number }
  /** The part that a hostile file could make endless is over. */
  | { kind: "parsed" }
  /** The end of the item is committed. */
  | { kind: "done" }
  | { kind: "failed"; name: string; message: string; code?: string; stack?: string }
  | LifeSign;

export interface Limits {
  heapMegabytes: number;
  /** Until "parsed", and until everything is done; then the thread is ended. */
  time: { parseMs: number; wholeMs: number } | null;
  /** When the thread of a recording counts as hanging. */
  watch: WatchLimits | null;
}

const ofRecordings: Limits = { heapMegabytes: 2048, time: null, watch: usualWatch };
const ofSheets: Limits = { heapMegabytes: 1024, time: { parseMs: 120_000, wholeMs: 15 * 60_000 }, watch: null };
const limitsOf: Readonly<Record<UploadKind, Limits>> = {
  cns: ofRecordings,
  natus: ofRecordings,
  edf: ofRecordings,
  medications: ofSheets,
};
const cancelWithinMs = 4000;

/**
 * Reads an item to its committed end. @throws SourceRefused or ImportFailed with one plain sentence, the signal's reason,
 * or what nobody foresaw
 */
export function ingest(
  order: IngestOrder,
  { signal, progress }: { signal: AbortSignal; progress: (fraction: number) => void },
  limits?: Limits,
): Promise<void> {
  const { kind, name } = order.item;
  const { heapMegabytes, time, watch } = limits ?? limitsOf[kind];
  const worker = new Worker(workerFile("ingest-worker"), {
    workerData: { deadline: watch?.deadline, ...order } satisfies IngestOrder,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const unreadable = () => new SourceRefused(ingestText.medications.unreadable(name));
  let parsing: NodeJS.Timeout | undefined;
  let reading: NodeJS.Timeout | undefined;
  let ending: NodeJS.Timeout | undefined;
  let watched: ThreadWatch | undefined;
  const cancel = () => {
    worker.postMessage("cancel");
    ending = setTimeout(() => void worker.terminate(), cancelWithinMs);
  };
  const done = new Promise<void>((resolve, reject) => {
    const endWith = (refusal: SourceRefused) => {
      reject(refusal);
      void worker.terminate();
    };
    if (time !== null) {
      parsing = setTimeout(() => endWith(unreadable()), time.parseMs);
      reading = setTimeout(() => endWith(new SourceRefused(ingestText.medications.tookTooLong)), time.wholeMs);
    }
    if (watch !== null) watched = watchThread(watch, () => endWith(new SourceRefused(ingestText.tookTooLong)));
    worker.on("message", (report: IngestReport) => {
      if (report.kind === "alive") watched?.told(report);
      else if (report.kind === "progress") progress(report.fraction);
      else if (report.kind === "parsed") clearTimeout(parsing);
      else if (report.kind === "done") resolve();
      else reject(failureOf(report));
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull && kind === "medications" ? unreadable() : error);
    });
    // Says nothing new when a report came before.
    worker.on("exit", () => reject(new Error("The thread of an item stopped without a word.")));
  });
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  return done
    .catch((error: unknown) => {
      const isSentence = error instanceof SourceRefused || error instanceof ImportFailed;
      throw signal.aborted && !isSentence ? signal.reason : error;
    })
    .finally(() => {
      clearTimeout(parsing);
      clearTimeout(reading);
      watched?.stop();
      signal.removeEventListener("abort", cancel);
      if (!signal.aborted) clearTimeout(ending);
      worker.once("exit", () => clearTimeout(ending));
    });
}

function failureOf({ name, message, code, stack }: IngestReport & { kind: "failed" }): Error {
  if (name === "SourceRefused") return new SourceRefused(message);
  if (name === "NoRoom") return new NoRoom();
  if (name === "ImportFailed") return new ImportFailed(message);
  if (name === "JobStopped") return new JobStopped("lost");
  return Object.assign(new Error(message), { name, code, stack });
}
