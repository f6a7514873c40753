/** Worker thread that reads one item of an upload, to the commit that ends it. */
import { parentPort, workerData } from "node:worker_threads";
import { SourceRefused } from "../../domain/files/source-refused.ts";
import { openDatabase } from "../platform/database/database.ts";
import { describeError } from "../platform/describe-error.ts";
import { openStores } from "../platform/storage/index.ts";
import { Deadline } from "./deadline.ts";
import { ImportFailed } from "./failures.ts";
import { readItem } from "./uploads/read-item.ts";
import type { IngestOrder, IngestReport } from "./uploads/start-ingest.ts";
import { lifeSignMs } from "./watch-thread.ts";

const tellMs = 200;

async function main({ item, hold, config, deadline: limit }: IngestOrder): Promise<void> {
  const cancel = new AbortController();
  parentPort?.on("message", () => cancel.abort());
  const report = (message: IngestReport) => parentPort?.postMessage(message);
  let told = 0;
  const progress = (fraction: number) => {
    const now = performance.now();
    if (now - told < tellMs) return;
    told = now;
    report({ kind: "progress", fraction });
  };
  const deadline = new Deadline(limit);
  const alive = setInterval(() => report({ kind: "alive", isOver: deadline.isOver }), lifeSignMs);
  const closers: (() => Promise<void>)[] = [];
  try {
    const database = await openDatabase(config);
    closers.push(() => database.close());
    const stores = await openStores(config);
    closers.push(() => stores.close());
    const parsed = () => report({ kind: "parsed" });
    const { drizzle: db } = database;
    await readItem(item, { db, stores, config, hold, progress, parsed, signal: cancel.signal, deadline });
    report({ kind: "done" });
  } catch (error) {
    // Sentences are for users; of anything else only what may be logged leaves the thread.
    const isSentence = error instanceof SourceRefused || error instanceof ImportFailed;
    const { type, message, code, stack } = describeError(error);
    const name = error instanceof Error ? error.name : type;
    report({ kind: "failed", name, message: isSentence ? error.message : message, code, stack: `${name}\n${stack}` });
  } finally {
    clearInterval(alive);
    for (const close of closers.reverse()) await close().catch(() => undefined);
    parentPort?.close();
  }
}

await main(workerData as IngestOrder);
