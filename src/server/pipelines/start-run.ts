/** Starts a plan in a worker thread of its own, bounded in memory and time. */
import { Worker } from "node:worker_threads";
import { workerFile } from "../platform/start/worker-files.ts";
import { DamageFound, type FoundDamage } from "../recordings/index.ts";
import type { PipelineOrder, PipelineReport, RunResult } from "./types.ts";

export interface RunLimits {
  heapMegabytes: number;
  longestMs: number;
}

export const runLimits: RunLimits = { heapMegabytes: 512, longestMs: 60 * 60_000 };

/** "time" or "memory": the limit that the run met. */
export class RunTooLarge extends Error {
  override readonly name = "RunTooLarge";
  constructor(readonly of: "time" | "memory") {
    super(`An analysis met its limit of ${of}.`);
  }
}

/** @throws RunTooLarge, DamageFound, the signal's reason, or what nobody foresaw */
export async function startRun(
  order: PipelineOrder,
  { signal, progress = () => undefined }: { signal: AbortSignal; progress?: (fraction: number) => void },
  { heapMegabytes, longestMs }: RunLimits = runLimits,
): Promise<RunResult> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile("pipeline-worker"), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let abort: (() => void) | undefined;
  let longest: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      longest = setTimeout(() => reject(new RunTooLarge("time")), longestMs);
      worker.on("message", (report: PipelineReport) => {
        if (report.kind === "progress") progress(report.fraction);
        else if (report.kind === "done") resolve(report);
        else reject(failureOf(report));
      });
      worker.on("error", (error: NodeJS.ErrnoException) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new RunTooLarge("memory") : error),
      );
      // Says nothing new when a report came before.
      worker.on("exit", () => reject(new Error("The thread of an analysis stopped without a word.")));
    });
  } finally {
    clearTimeout(longest);
    if (abort !== undefined) signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function failureOf({ name, message, code, damage }: PipelineReport & { kind: "failed" }): Error {
  if (damage !== undefined) return new DamageFound(damage as FoundDamage);
  return Object.assign(new Error(message), { name, code });
}
