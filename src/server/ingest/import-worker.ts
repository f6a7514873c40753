/** Worker thread that carries out one import, so that the thread of the server never waits for it. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../platform/database/database.ts";
import { openHome } from "../recordings/index.ts";
import { type ImportProgress, importRecording } from "./import-job.ts";
import type { ImportOrder, ImportReport } from "./start-import.ts";

const tellMs = 200;

async function main(order: ImportOrder): Promise<void> {
  const cancel = new AbortController();
  parentPort?.on("message", () => cancel.abort());
  const report = (message: ImportReport) => parentPort?.postMessage(message);
  const { dataDir, databaseUrl, home, ...rest } = order;
  const database = await openDatabase({ dataDir, databaseUrl });
  let told = 0;
  const onProgress = (progress: ImportProgress) => {
    const now = performance.now();
    if (now - told < tellMs && progress.fraction < 1) return;
    told = now;
    report({ kind: "progress", progress });
  };
  try {
    const remote = home === undefined ? null : await openHome(home);
    const { drizzle: db } = database;
    const id = await importRecording({ ...rest, dataDir, remote, db, onProgress, signal: cancel.signal });
    report({ kind: "done", id });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    report({ kind: "failed", name, message });
  } finally {
    await database.close();
    parentPort?.close();
  }
}

await main(workerData as ImportOrder);
