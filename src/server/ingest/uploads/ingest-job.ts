/** The job of queue "ingest": reads one item of an upload that was taken over. */
import { availableParallelism } from "node:os";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Queries } from "../../platform/database/sql.ts";
import {
  type Job,
  type JobContext,
  type JobDefinition,
  JobFailed,
  JobStopped,
  JobWaits,
} from "../../platform/jobs/index.ts";
import type { Config } from "../../platform/start/config.ts";
import { roomIn } from "../../platform/storage/room.ts";
import { addItemMessage, beginItem } from "../../uploads/index.ts";
import { ingestQueue } from "../../uploads/ingest-queue.ts";
import { roomNeeded } from "../../uploads/recording-room.ts";
import { ImportFailed, isNoRoom } from "../failures.ts";
import { type ItemRecord, itemOf } from "./item-rows.ts";
import { itemCanceled, itemFailed } from "./settle-item.ts";
import { ingest } from "./start-ingest.ts";
import { waitForCalm, waitForRoom } from "./waiting.ts";

export interface IngestDeps {
  config: Pick<Config, "dataDir" | "databaseUrl" | "store" | "uploads">;
  db: NodePgDatabase;
  bus: Bus;
}

/** How often it is looked whether there is room again. */
const roomRetryMs = 20_000;
/** What was read whenever its server was killed may have killed it, or not: it is tried again when the servers are calm. */
const restsMs = [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000];

type IngestJob = Job<{ itemId: number }>;

export function ingestJob(deps: IngestDeps): JobDefinition<{ itemId: number }> {
  const { db } = deps;
  return {
    queue: ingestQueue,
    concurrency: Math.max(1, availableParallelism() - 1),
    restsMs,
    rests: (job) => db.transaction((tx) => waitForCalm(tx, job.payload.itemId)),
    run: (job, context) => run(job, context, deps),
    failed: (job, reason) =>
      endItem(job.payload.itemId, deps, (tx, item) => itemFailed(tx, item, reason ?? ingestText.unforeseen)),
    unreadable: ({ key }) => endItem(Number(key), deps, (tx, item) => itemFailed(tx, item, ingestText.unforeseen)),
    canceled: (job) => endItem(job.payload.itemId, deps, itemCanceled),
  };
}

/** @throws JobFailed for a source that cannot be read; then `failed` settles the item. JobWaits while there is no room */
async function run(job: IngestJob, context: JobContext, deps: IngestDeps): Promise<void> {
  const { config, db, bus } = deps;
  try {
    await demandRoomFor(job, deps);
    const item = await begin(job, context, db);
    if (item === null) return;
    await ingest({ item, hold: context.hold, config: pick(config) }, context);
  } catch (error) {
    if (isNoRoom(error)) throw await waits(job, context, deps);
    if (error instanceof SourceRefused) throw new JobFailed(error.message);
    // The database may answer again.
    if (error instanceof ImportFailed && job.attempt >= job.maxAttempts) throw new JobFailed(error.message);
    throw error;
  }
  tellOthers(bus);
}

/** @throws JobWaits when the disk has less room than the item needs */
async function demandRoomFor(job: IngestJob, { config, db }: IngestDeps): Promise<void> {
  const itemId = job.payload.itemId;
  if ((await roomNeeded(db, itemId)) <= (await roomIn(config.dataDir))) return;
  await db.transaction((tx) => waitForRoom(tx, itemId, null));
  throw new JobWaits(roomRetryMs);
}

/** Reading ran out of room: it is not tried again before there is a good deal more. A database without room says nothing. */
async function waits(job: IngestJob, context: JobContext, { config, db }: IngestDeps): Promise<JobWaits> {
  const free = await roomIn(config.dataDir).catch(() => null);
  await db
    .transaction(async (tx) => {
      if (await context.isHeld(tx)) await waitForRoom(tx, job.payload.itemId, free);
    })
    .catch(() => undefined);
  return new JobWaits(roomRetryMs);
}

/** Marks the item as being read. Null when it has ended already. @throws JobStopped when another run has the job */
async function begin(job: IngestJob, context: JobContext, db: NodePgDatabase): Promise<ItemRecord | null> {
  return db.transaction(async (tx) => {
    if (!(await context.isHeld(tx))) throw new JobStopped("lost");
    const item = await itemOf(tx, job.payload.itemId);
    if (item === null || !["waiting", "ingesting"].includes(item.state)) return null;
    if (item.state === "waiting") {
      await beginItem(tx, item.id);
      const text = item.waitsFor === null ? ingestText.begun(item.name) : ingestText.goesOn(item.name);
      await addItemMessage(tx, item, "info", text);
    }
    return item;
  });
}

async function endItem(
  itemId: number,
  { db, bus }: IngestDeps,
  end: (tx: Queries, item: ItemRecord) => Promise<boolean>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const item = await itemOf(tx, itemId);
    if (item !== null) await end(tx, item);
  });
  tellOthers(bus);
}

/** The end of an upload may have put mails and jobs into their tables. */
function tellOthers(bus: Bus): void {
  bus.send({ kind: "jobs-waiting" });
  bus.send({ kind: "mail-waiting" });
}

/** What a thread may be given: plain data. */
const pick = ({ dataDir, databaseUrl, store, uploads }: IngestDeps["config"]): IngestDeps["config"] => ({
  dataDir,
  databaseUrl,
  store,
  uploads,
});
