/** The thread that writes an HDF5 file, as the pieces of its values come: one file of its own and nothing else. */
import { Worker } from "node:worker_threads";
import type { OutputFacts } from "../pipelines/index.ts";
import { workerFile } from "../platform/start/worker-files.ts";

export interface TrendFileOrder {
  path: string;
  root: Readonly<Record<string, string>>;
}
export type TrendFileStep =
  /** `values`: [epoch][row]. */
  | { kind: "rows"; name: string; width: number; timesMs: Float64Array; values: Float64Array }
  | { kind: "finish"; outputs: readonly { name: string; facts: OutputFacts }[] };
export type TrendFileReport = { kind: "done" } | { kind: "failed"; name: string; message: string; code?: string };

const heapMegabytes = 256;

export interface TrendFileThread extends AsyncDisposable {
  /** Resolves when the step is done. @throws as the library does; ResultNotWritten, by its name, when the disk did not take it */
  do(step: TrendFileStep): Promise<void>;
}

export function openTrendFile(order: TrendFileOrder): TrendFileThread {
  const worker = new Worker(workerFile("trend-file-worker"), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let failure: Error | null = null;
  let waits: { resolve: () => void; reject: (reason: Error) => void } | null = null;
  const fail = (error: Error) => {
    failure ??= error;
    waits?.reject(failure);
  };
  worker.on("message", (report: TrendFileReport) => {
    if (report.kind === "done") waits?.resolve();
    else fail(Object.assign(new Error(report.message), { name: report.name, code: report.code }));
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The thread that writes a file of trends stopped without a word.")));
  return {
    do: (step) =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure);
        waits = { resolve, reject };
        const buffers = step.kind === "rows" ? [step.timesMs.buffer, step.values.buffer] : [];
        worker.postMessage(step, buffers as ArrayBuffer[]);
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
