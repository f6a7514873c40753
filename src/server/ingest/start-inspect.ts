/** Looks at a source in a worker thread of its own. */
import { Worker } from "node:worker_threads";
import { SourceRefused } from "../../domain/files/source-refused.ts";
import { ingestText } from "../../protocol/text/ingest-text.ts";
import { workerFile } from "../platform/start/worker-files.ts";
import type { DeadlineOptions } from "./deadline.ts";
import type { Inspection } from "./edf/inspection.ts";
import type { SourceInspection } from "./inspect-source.ts";
import { type LifeSign, usualWatch, type WatchLimits, watchThread } from "./watch-thread.ts";

export interface InspectOrder {
  path: string;
  timezone: string;
  deadline?: Omit<DeadlineOptions, "now">;
}

export type InspectFacts = { kind: "file"; facts: Inspection } | { kind: "directory"; facts: SourceInspection };
export type InspectReport = InspectFacts | { kind: "refused"; sentence: string } | LifeSign;

/** @throws SourceRefused with one plain sentence when the source cannot be read, or not in time */
export function inspectInThread(order: InspectOrder, limits: WatchLimits = usualWatch): Promise<InspectFacts> {
  const workerData: InspectOrder = { deadline: limits.deadline, ...order };
  const worker = new Worker(workerFile("inspect-worker"), { workerData });
  return new Promise<InspectFacts>((resolve, reject) => {
    const watch = watchThread(limits, () => {
      reject(new SourceRefused(ingestText.tookTooLong));
      void worker.terminate();
    });
    worker.on("message", (report: InspectReport) => {
      if (report.kind === "alive") watch.told(report);
      else if (report.kind === "refused") reject(new SourceRefused(report.sentence));
      else resolve(report);
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      watch.stop();
      reject(new Error("The thread that reads stopped without a word.")); // says nothing new when a report came before
    });
  });
}
