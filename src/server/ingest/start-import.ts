/** Starts an import in a worker thread of its own. */
import { Worker } from "node:worker_threads";
import { SourceRefused } from "../../domain/files/source-refused.ts";
import { workerFile } from "../platform/start/worker-files.ts";
import type { HomeSettings } from "../recordings/index.ts";
import { ImportFailed, NoRoom } from "./failures.ts";
import type { ImportOptions, ImportProgress, ImportSource } from "./import-job.ts";

/** What the worker is given: plain data. The worker opens the database of the data folder by itself. */
export interface ImportOrder extends Pick<ImportOptions, "dataDir" | "timezone" | "place" | "patientId" | "name"> {
  source: Exclude<ImportSource, { kind: "reader" | "folder" | "bytes" }>;
  databaseUrl?: string;
  /** Where recordings are kept, when it is not the data folder. */
  home?: HomeSettings;
}

export type ImportReport =
  | { kind: "progress"; progress: ImportProgress }
  | { kind: "done"; id: number }
  | { kind: "failed"; name: string; message: string };

export interface RunningImport {
  /** The data_object_id. Fails as `importRecording` does. */
  done: Promise<number>;
  /** Stops the import and clears up; `done` fails with an AbortError. */
  cancel(): void;
}

const cancelWithinMs = 10_000;
const heapMegabytes = 2048;

export function startImport(order: ImportOrder, onProgress?: (progress: ImportProgress) => void): RunningImport {
  const worker = new Worker(workerFile("import-worker"), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let isCancelled = false;
  const aborted = () => new DOMException("The import was cancelled.", "AbortError");
  const done = new Promise<number>((resolve, reject) => {
    worker.on("message", (report: ImportReport) => {
      if (report.kind === "progress") onProgress?.(report.progress);
      else if (report.kind === "done") resolve(report.id);
      else reject(isCancelled ? aborted() : failureOf(report));
    });
    worker.on("error", reject);
    // Says nothing new when a report came before.
    worker.on("exit", () => reject(isCancelled ? aborted() : new Error("The import stopped without a word.")));
  });
  return {
    done,
    cancel() {
      if (isCancelled) return;
      isCancelled = true;
      worker.postMessage("cancel");
      setTimeout(() => void worker.terminate(), cancelWithinMs).unref();
    },
  };
}

function failureOf({ name, message }: { name: string; message: string }): Error {
  if (name === "SourceRefused") return new SourceRefused(message);
  if (name === "NoRoom") return new NoRoom();
  if (name === "ImportFailed") return new ImportFailed(message);
  return new Error(message);
}
