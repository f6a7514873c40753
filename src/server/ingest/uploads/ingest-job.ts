/** The job of queue "ingest": reads one item of an upload that was taken over. */
import { availableParallelism } from "node:os";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { SourceRefused } from "../../../domain/source-refused.ts";
import { ingestText } from "../../../protocol/ingest-text.ts";
import type { Queries } from "../../identity/sql.ts";
import type { Bus } from "../../platform/bus.ts";
import type { Config } from "../../platform/config.ts";
import { type Job, type JobContext, type JobDefinition, JobFailed, JobStopped } from "../../platform/jobs/index.ts";
import { addUploadMessage } from "../../uploads/index.ts";
import { ImportFailed } from "../failures.ts";
import { type ItemRecord, itemOf } from "./item-rows.ts";
import { ingestQueue } from "./retry-item.ts";
import { itemCanceled, itemFailed } from "./settle-item.ts";
import { ingest } from "./start-ingest.ts";

export interface IngestDeps {
  config: Pick<Config, "dataDir" | "databaseUrl" | "store" | "uploads">;
  db: NodePgDatabase;
  bus: Bus;
}

export function ingestJob(deps: IngestDeps): JobDefinition {
  return {
    queue: ingestQueue,
    concurrency: Math.max(1, availableParallelism() - 1),
    run: (job, context) => run(job, context, deps),
    failed: (job, reason) => settle(job, deps, (tx, item) => itemFailed(tx, item, reason ?? ingestText.unforeseen)),
    canceled: (job) => settle(job, deps, itemCanceled),
  };
}

const itemIdOf = ({ payload }: Job): number => Number(payload.itemId);

/** @throws JobFailed for a source that cannot be read; then `failed` settles the item */
async function run(job: Job, context: JobContext, { config, db, bus }: IngestDeps): Promise<void> {
  const item = await begin(job, context, db);
  if (item === null) return;
  try {
    await ingest({ item, hold: context.hold, config: pick(config) }, context);
  } catch (error) {
    if (error instanceof SourceRefused) throw new JobFailed(error.message);
    // The disk may have room again, the database may answer again.
    if (error instanceof ImportFailed && job.attempt >= job.maxAttempts) throw new JobFailed(error.message);
    throw error;
  }
  tellOthers(bus);
}

/** Marks the item as being read. Null when it has ended already. @throws JobStopped when another run has the job */
async function begin(job: Job, context: JobContext, db: NodePgDatabase): Promise<ItemRecord | null> {
  return db.transaction(async (tx) => {
    if (!(await context.isHeld(tx))) throw new JobStopped("lost");
    const item = await itemOf(tx, itemIdOf(job));
    if (item === null || !["waiting", "ingesting"].includes(item.state)) return null;
    if (item.state === "waiting") {
      await tx.execute(sql`update upload_item set state = 'ingesting' where id = ${item.id}`);
      await addUploadMessage(tx, item.uploadId, "info", ingestText.begun(item.name));
    }
    return item;
  });
}

async function settle(
  job: Job,
  { db, bus }: IngestDeps,
  end: (tx: Queries, item: ItemRecord) => Promise<boolean>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const item = await itemOf(tx, itemIdOf(job));
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
