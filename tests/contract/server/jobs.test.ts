/** The job queue: claims, leases, retries, cancellation and shutdown, on whichever database the project runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import Type from "typebox";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBus } from "../../../src/server/platform/bus/open-bus.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import {
  cancelJob,
  enqueueJob,
  type JobDefinition,
  JobFailed,
  type JobRunner,
  JobWaits,
  jobQueue,
  type RunnerOptions,
  retryJob,
  startJobRunner,
} from "../../../src/server/platform/jobs/index.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";

const home = mkdtempSync(join(tmpdir(), "connect-jobs-"));
let database: Database;
let databaseUrl: string | undefined;
let runners: JobRunner[] = [];
const queue = jobQueue("q", Type.Object({ n: Type.Optional(Type.Integer()) }));
const log = { info: () => undefined, warn: () => undefined };

beforeAll(async () => {
  databaseUrl = await testDatabaseUrl(home);
  database = await openDatabase({ dataDir: home, databaseUrl });
});
afterAll(async () => {
  await database?.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => database.pool.query("delete from job"));
afterEach(async () => {
  await Promise.all(runners.map((one) => one.close()));
  runners = [];
});

async function run(definition: JobDefinition<{ n?: number }>, more: Partial<RunnerOptions> = {}): Promise<JobRunner> {
  const runner = startJobRunner({
    db: database.drizzle,
    bus: await openBus(),
    log,
    definitions: [definition],
    pollMs: 20,
    ...more,
    times: { retryMs: 10, tickMs: 20, beatMs: 50, ...more.times },
  });
  runners.push(runner);
  return runner;
}

const enqueue = (key?: string, payload = {}) => enqueueJob(database.drizzle, { queue, key, payload });
const jobOf = async (id: number | null) =>
  (await database.pool.query("select state, attempts, max_attempts, error, progress from job where id = $1", [id]))
    .rows[0];

/** Waits until the job is in a state. */
const become = (id: number | null, state: string) =>
  expect.poll(async () => (await jobOf(id))?.state, { timeout: 10_000, interval: 20 }).toBe(state);

async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

describe("a queue", () => {
  it("runs a job of a key once while one of them waits or runs", async () => {
    const seen: unknown[] = [];
    const first = await enqueue("same", { n: 1 });
    expect(await enqueue("same", { n: 2 })).toBeNull();
    const other = await enqueue("other", { n: 3 });
    await run({ queue, run: async ({ payload }) => void seen.push(payload.n) });
    await become(first, "done");
    await become(other, "done");
    expect(seen).toEqual([1, 3]);
    const again = await enqueue("same", { n: 4 });
    await become(again, "done");
    expect(seen).toEqual([1, 3, 4]);
  });

  it("takes the most urgent first, and none before its time", async () => {
    const seen: unknown[] = [];
    const add = (n: number, more: object) => enqueueJob(database.drizzle, { queue, payload: { n }, ...more });
    const late = await add(1, { runAt: new Date(Date.now() + 3_600_000) });
    await add(2, {});
    const last = await add(3, { priority: 0 });
    await add(4, { priority: 5 });
    await run({ queue, run: async ({ payload }) => void seen.push(payload.n) });
    await become(last, "done");
    expect(seen).toEqual([4, 2, 3]);
    expect((await jobOf(late)).state).toBe("queued");
  });

  it("runs as many at once as its definition says, and writes progress", async () => {
    let [now, most] = [0, 0];
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const ids = [await enqueue(), await enqueue(), await enqueue()];
    await run({
      queue,
      concurrency: 2,
      async run(_, context) {
        most = Math.max(most, ++now);
        context.progress(0.5);
        await gate;
        now--;
      },
    });
    await expect.poll(async () => (await jobOf(ids[1])).progress).toBe(0.5);
    expect((await jobOf(ids[2])).state).toBe("queued");
    open?.();
    for (const id of ids) await become(id, "done");
    expect(most).toBe(2);
  });

  it("tries again later and later, then gives the job up and says so once", async () => {
    const told: (string | null)[] = [];
    let runs = 0;
    const id = await enqueueJob(database.drizzle, { queue, payload: {}, maxAttempts: 3 });
    await run({
      queue,
      async run() {
        runs++;
        throw new Error("the name of a patient");
      },
      failed: async (_, reason) => void told.push(reason),
    });
    await become(id, "failed");
    expect(runs).toBe(3);
    expect(told).toEqual([null]);
    expect((await jobOf(id)).error).toBe("It broke: Error.");
  });

  it("does not try again what cannot succeed, until somebody retries it", async () => {
    let isGood = false;
    const id = await enqueue("k");
    const runner: JobDefinition = {
      queue,
      async run() {
        if (!isGood) throw new JobFailed("The file is empty.");
      },
    };
    await run(runner);
    await become(id, "failed");
    expect(await jobOf(id)).toMatchObject({ attempts: 1, error: "The file is empty." });
    isGood = true;
    expect(await retryJob(database.drizzle, id as number)).toBe(true);
    await become(id, "done");
    expect(await retryJob(database.drizzle, id as number)).toBe(false);
  });

  it("cancels what waits and what runs, and tells the definition", async () => {
    const told: number[] = [];
    const [running, waiting] = [await enqueue(), await enqueue()];
    await run({
      queue,
      run: (_, { signal }) => untilAborted(signal),
      canceled: async ({ id }) => void told.push(id),
    });
    await become(running, "running");
    expect(await cancelJob(database.drizzle, waiting as number)).toBe(true);
    expect(await cancelJob(database.drizzle, running as number)).toBe(true);
    await become(running, "canceled");
    await become(waiting, "canceled");
    expect(told.sort()).toEqual([running, waiting].sort());
    expect(await cancelJob(database.drizzle, waiting as number)).toBe(false);
  });

  it("gives leases back when its server stops, without counting the attempt", async () => {
    const id = await enqueue();
    const runner = await run({ queue, run: (_, { signal }) => untilAborted(signal) });
    await become(id, "running");
    await runner.close();
    const { state, attempts, max_attempts } = await jobOf(id);
    expect([state, max_attempts - attempts]).toEqual(["queued", 5]);
    await run({ queue, run: async () => undefined });
    await become(id, "done");
  });

  it("takes over a job whose runner died; the old run changes nothing any more", async () => {
    const id = await enqueue();
    const held: boolean[] = [];
    let isFirst = true;
    await run({
      queue,
      concurrency: 2,
      async run(_, context) {
        if (!isFirst) return void held.push(await context.isHeld());
        isFirst = false;
        // As if this node had stood still beyond its lease.
        await database.pool.query(
          "update job set lease_until = now() - interval '1 s', worker = 'dead' where id = $1",
          [id],
        );
        await expect.poll(async () => (await jobOf(id)).state).toBe("done");
        held.push(await context.isHeld());
      },
    });
    await become(id, "done");
    await expect.poll(() => held).toEqual([true, false]);
    expect((await jobOf(id)).state).toBe("done");
  });

  it("keeps nobody waiting for the clock that the database had before it was set back", async () => {
    const [waiting, resting, dead] = [await enqueue(), await enqueue(), await enqueue()];
    const ahead = "interval '1 hour'";
    await database.pool.query(
      `update job set run_at = now() + ${ahead}, waits_since = now() + ${ahead} where id = $1`,
      [waiting],
    );
    await database.pool.query(
      `update job set run_at = now() + ${ahead} * 7, waits_since = now() + ${ahead} where id = $1`,
      [resting],
    );
    await database.pool.query(
      `update job set state = 'running', attempts = 1, lease_until = now() + ${ahead}, worker = 'dead' where id = $1`,
      [dead],
    );
    await run({ queue, run: async () => undefined }, { times: { leaseMs: 200, clockMs: 100 } });
    await become(waiting, "done");
    await become(dead, "done");
    const { rows } = await database.pool.query(
      "select state, round(extract(epoch from run_at - now()) / 3600)::int as hours from job where id = $1",
      [resting],
    );
    expect(rows).toEqual([{ state: "queued", hours: 6 }]);
  });

  it("gives up a job that killed its runner too often", async () => {
    const id = await enqueue();
    await database.pool.query(
      "update job set state = 'running', attempts = 5, lease_until = now() - interval '1 s', worker = 'dead' where id = $1",
      [id],
    );
    const told: (string | null)[] = [];
    await run({
      queue,
      run: async () => void told.push("ran"),
      failed: async (_, reason) => void told.push(reason),
    });
    await become(id, "failed");
    expect(told).toEqual([null]);
    expect((await jobOf(id)).error).toBe("It was interrupted too often.");
  });

  it("lets a job rest that killed its runners, where its definition says so, before it gives it up", async () => {
    const id = await enqueue();
    const die = () =>
      database.pool.query(
        "update job set state = 'running', attempts = max_attempts, lease_until = now() - interval '1 s', worker = 'dead' where id = $1",
        [id],
      );
    const restOf = async () =>
      (
        await database.pool.query(
          "select rests, round(extract(epoch from run_at - now()) / 3600)::int as hours from job where id = $1 and state = 'queued'",
          [id],
        )
      ).rows[0];
    const told: unknown[] = [];
    await die();
    await run({
      queue,
      restsMs: [3_600_000, 6 * 3_600_000],
      rests: async () => void told.push("rests"),
      run: async () => void told.push("ran"),
      failed: async (_, reason) => void told.push(reason),
    });
    await expect.poll(restOf).toEqual({ rests: 1, hours: 1 });
    await die();
    await expect.poll(restOf).toEqual({ rests: 2, hours: 6 });
    await database.pool.query("update job set run_at = now() where id = $1", [id]);
    await become(id, "done");
    expect(told).toEqual(["rests", "rests", "ran"]);
    await die();
    await become(id, "failed");
    expect(told).toEqual(["rests", "rests", "ran", null]);
  });

  it("takes nothing that is not of the queue's shape, and fails what another version left there, with its reason", async () => {
    await expect(enqueueJob(database.drizzle, { queue, payload: { n: "1" } as never })).rejects.toThrow(TypeError);
    const id = await enqueue("7");
    await database.pool.query(`update job set payload = '{"n": "one"}' where id = $1`, [id]);
    const told: unknown[] = [];
    await run({
      queue,
      run: async () => void told.push("ran"),
      failed: async () => void told.push("failed"),
      unreadable: async ({ key }) => void told.push(key),
    });
    await become(id, "failed");
    expect(told).toEqual(["7"]);
    expect(await jobOf(id)).toMatchObject({
      attempts: 1,
      error: "What it is about cannot be read: it may be of another version.",
    });
    const next = await enqueue("7", { n: 8 });
    await become(next, "done");
    expect(told).toEqual(["7", "ran"]);
  });

  it("puts a job back that waits, and does not count the run", async () => {
    const id = await enqueue();
    let runs = 0;
    await run({
      queue,
      async run() {
        if (++runs <= 8) throw new JobWaits(1);
      },
    });
    await become(id, "done");
    expect(await jobOf(id)).toMatchObject({ attempts: 9, max_attempts: 13, error: null });
  });
});

it("takes no more jobs than there is room for, whatever the database takes the table for", async () => {
  // Looked at while it was empty: to choose jobs anew for each row of it then seems to be cheap.
  for (let n = 0; n < 30; n++) await enqueue(undefined, { n });
  await database.pool.query("delete from job");
  await database.pool.query("analyze job");
  for (let n = 0; n < 40; n++) await enqueue(undefined, { n });
  let [running, most] = [0, 0];
  await run({
    queue,
    concurrency: 2,
    async run() {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    },
  });
  const left = async () => (await database.pool.query("select 1 from job where state <> 'done'")).rows.length;
  await expect.poll(left, { timeout: 30_000, interval: 20 }).toBe(0);
  expect(most).toBe(2);
});

describe.runIf(isOnPostgres())("three nodes, one of them killed", () => {
  const nodes: ChildProcess[] = [];
  afterAll(() => {
    for (const node of nodes) node.kill("SIGKILL");
  });

  it("do each of 300 jobs exactly once in effect", { timeout: 120_000 }, async () => {
    await build({
      configFile: false,
      logLevel: "silent",
      build: {
        ssr: new URL("jobs-node.ts", import.meta.url).pathname,
        outDir: join(home, "node"),
        rollupOptions: { external: (id) => !id.startsWith(".") && !id.startsWith("/") },
      },
    });
    await database.pool.query("create table begun (job_id bigint); create table counted (number int primary key)");
    const [jobs, atOnce] = [300, 4];
    await database.drizzle.transaction(async (tx) => {
      for (let number = 0; number < jobs; number++)
        await enqueueJob(tx, {
          queue: jobQueue("count", Type.Object({ number: Type.Integer() })),
          key: String(number),
          payload: { number },
        });
    });
    const script = join(home, "node", "jobs-node.js");
    const modules = new URL("../../../node_modules", import.meta.url).pathname;
    symlinkSync(modules, join(home, "node_modules"));
    for (let k = 0; k < 3; k++)
      nodes.push(
        spawn(process.execPath, [script, databaseUrl ?? "", `node-${k}`], { stdio: ["ignore", "pipe", "inherit"] }),
      );
    await Promise.all(nodes.map((node) => once(node.stdout as NodeJS.ReadableStream, "data")));
    const counted = async () =>
      Number((await database.drizzle.execute(sql`select count(*) as n from counted`)).rows[0].n);
    await expect.poll(counted, { timeout: 60_000, interval: 5 }).toBeGreaterThan(60);
    const gone = once(nodes[0], "exit");
    nodes[0].kill("SIGKILL");
    await gone;
    const left = async () => {
      // Time passes: leases of the dead end, and nobody else's.
      await database.pool.query("update job set lease_until = now() where state = 'running' and worker = 'node-0'");
      return (await database.pool.query("select 1 from job where state <> 'done'")).rows.length;
    };
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    // As every job has to be: one that died between its effect and its end runs again and changes nothing.
    expect(await counted()).toBe(jobs);
    const again = "select count(*)::int - count(distinct job_id)::int as runs from begun";
    expect((await database.pool.query(again)).rows[0].runs).toBeLessThanOrEqual(atOnce);
  });
});
