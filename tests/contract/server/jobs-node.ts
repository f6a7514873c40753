/** A node that runs jobs of the queue "count", as a process of its own: bundled and started by jobs.test.ts. */
import { sql } from "drizzle-orm";
import Type from "typebox";
import { openBus } from "../../../src/server/platform/bus/open-bus.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { type JobDefinition, jobQueue, startJobRunner } from "../../../src/server/platform/jobs/index.ts";

const [databaseUrl, worker] = process.argv.slice(2);
const { drizzle: db } = await openDatabase({ dataDir: "", databaseUrl });
const log = { info: () => undefined, warn: () => undefined };
const count: JobDefinition<{ number: number }> = {
  queue: jobQueue("count", Type.Object({ number: Type.Integer() })),
  concurrency: 4,
  async run({ id, payload }, context) {
    await db.execute(sql`insert into begun (job_id) values (${id})`);
    await new Promise((resolve) => setTimeout(resolve, 5 + (id % 10)));
    await db.transaction(async (tx) => {
      if (await context.isHeld(tx))
        await tx.execute(sql`insert into counted (number) values (${payload.number}) on conflict do nothing`);
    });
  },
};
startJobRunner({
  db,
  bus: await openBus({ databaseUrl }),
  log,
  worker,
  pollMs: 50,
  // So long that no living node loses a job, however busy the machine is.
  times: { leaseMs: 600_000, beatMs: 300, tickMs: 100 },
  definitions: [count],
});
console.log("ready");
