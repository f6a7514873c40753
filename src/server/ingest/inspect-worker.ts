/** Worker thread of `inspect`: reads a source, so that a thread that hangs can be ended from outside. */
import { stat } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { SourceRefused } from "../../domain/files/source-refused.ts";
import { fileSource } from "./byte-source.ts";
import { Deadline, limitedFolder, limitedSource } from "./deadline.ts";
import { openDirectory } from "./directory.ts";
import { inspectEdf } from "./edf/inspection.ts";
import { readingFailure } from "./failures.ts";
import { inspectSource } from "./inspect-source.ts";
import { diskFolder } from "./source-folder.ts";
import type { InspectOrder, InspectReport } from "./start-inspect.ts";
import { lifeSignMs } from "./watch-thread.ts";

const { path, timezone, deadline: limit } = workerData as InspectOrder;
const deadline = new Deadline(limit);
const report = (message: InspectReport) => parentPort?.postMessage(message);
const alive = setInterval(() => report({ kind: "alive", isOver: deadline.isOver }), lifeSignMs);
try {
  if ((await stat(path)).isDirectory()) {
    const reader = await openDirectory(limitedFolder(diskFolder(path), deadline), { timezone });
    report({ kind: "directory", facts: await inspectSource(reader, deadline) });
  } else {
    report({ kind: "file", facts: await inspectEdf(limitedSource(fileSource(path), deadline), timezone) });
  }
} catch (error) {
  const failure = readingFailure(error);
  if (!(failure instanceof SourceRefused)) throw error;
  report({ kind: "refused", sentence: failure.message });
} finally {
  clearInterval(alive);
}
