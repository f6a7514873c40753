/** Pages of a recording that another process writes while a server shows it: told of, and bit-equal to those of a whole one. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ColumnsBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingGrowth } from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import type { AppendedBlock, GrowingRecording } from "../../../src/server/recordings/index.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, recipeRequest, requestFor } from "../pages/page-world.ts";
import { blockMaker, eegHz, type GrowingWorld, growingWorld } from "./growing-world.ts";

let world: GrowingWorld;
let server: RunningServer;
let client: Client;
let token: string;
let growing: GrowingRecording;
const appended: AppendedBlock[] = [];
let next = blockMaker();

const recipe: Recipe = {
  derivations: [
    { first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } },
    { first: { kind: "channel", index: 2 }, second: { kind: "average", members: [0, 1, 2] } },
  ],
  filters: { lff: 0.5, hff: 70, notch: 50 },
};

const append = async (...made: Parameters<ReturnType<typeof blockMaker>>) => {
  const blocks = next(...made);
  appended.push(...blocks);
  await growing.append(blocks);
};
const describe = (id = growing.id): Promise<RecordingDetail> =>
  answerAs(server.url, token, getRecording, { data_object_id: id });

/** News of the growth that is acknowledged now. */
const told = ({ socket }: Client) =>
  new Promise<RecordingGrowth>((resolve) => {
    const { revision } = growing.tail;
    socket.on("recording_grown", (growth) => growth.tail.revision >= revision && resolve(growth));
  });

beforeAll(async () => {
  world = await growingWorld();
  await world.leave();
  server = await startServer({ dataDir: world.dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  await world.enter();
  growing = await world.open();
}, 240_000);
afterAll(async () => {
  client?.close();
  await growing?.leave();
  await world?.leave();
  await server?.stop();
  await world?.close();
});

/** The last columns of filters, direct ones and of the derived pyramid, of so many samples. */
async function filtered(recording: RecordingDetail, sampleCount: number) {
  const [group] = recording.groups;
  const blocks: ColumnsBlock[] = [];
  for (const width of [16, 64, 4096]) {
    const end = Math.floor(sampleCount / width);
    const firstColumn = Math.max(0, end - 12_000);
    const request = recipeRequest(recording, group, recipe, { firstColumn, columns: end - firstColumn, width });
    blocks.push((await client.page(request)).blocks[0] as ColumnsBlock);
  }
  return blocks.map(({ data, breaks, segments }) => {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return { breaks, segments, data: createHash("sha256").update(bytes).digest("hex") };
  });
}

it("tells who follows it, though they asked for no page, and of what they may not see nothing", async () => {
  const follower = await connect(server.url, token);
  const said: number[] = [];
  const hear = ({ data_object_id }: { data_object_id: number }) => void said.push(data_object_id);
  follower.socket.on("recording_grown", hear).on("recording_changed", hear);
  const growth = told(follower);
  const emit = follower.socket.emit.bind(follower.socket) as (event: string, request?: unknown) => void;
  const ids = (data_object_ids: unknown) => ({ data_object_ids });
  const bad = [undefined, null, "x", [], ids(null), ids("1"), ids([null, "1", 1.5, -1, 1e300]), ids(Array(65).fill(1))];
  for (const request of bad) emit("follow_recordings", request);
  emit("follow_recordings", ids([2_000_000_000, growing.id]));
  expect(await growth).toEqual({ data_object_id: growing.id, tail: growing.tail });
  expect(said).toEqual([growing.id]);
  follower.close();
});

it("tells whoever reads it how far it goes, and makes pages of it at once", async () => {
  const before = Date.now();
  const clock = new Promise((resolve) => client.socket.once("sync_time", resolve));
  expect(await clock).toBeGreaterThanOrEqual(before);
  await append(20);
  await append(0.5);
  // What another process wrote is known within a second.
  await expect.poll(async () => (await describe()).tail?.revision).toBe(2);
  const known = await describe();
  expect(known.state).toBe("ready");
  expect(known.groups[0].sample_count).toBe(20.5 * eegHz);
  await client.page(requestFor(known, known.groups[0], { first: 0, end: 100, form: { kind: "samples" } }));
  await append(2.25);
  const growth = await told(client);
  expect(growth).toEqual({ data_object_id: growing.id, tail: growing.tail });
  expect((await describe()).tail).toEqual(growing.tail);
  const { groups, start_ms, patient_id } = known;
  const [first, end] = [20 * eegHz, 22.75 * eegHz];
  const request = requestFor({ ...known, start_ms, patient_id }, groups[0], { first, end, form: { kind: "samples" } });
  const block = (await client.page(request)).blocks[0] as SamplesBlock;
  expect([block.first, block.count, block.segments.map(({ count }) => count)]).toEqual([
    first,
    end - first,
    [end - first],
  ]);
});

it("gives pages of filters across the sealed part, its tail and what came since, to the bit as of a recording imported at once", {
  timeout: 120_000,
}, async () => {
  const counts: number[] = [];
  const seen: Awaited<ReturnType<typeof filtered>>[] = [];
  const look = async () => {
    const now = await describe();
    await told(client);
    counts.push(growing.tail.groups[0].sample_count);
    seen.push(await filtered(now, growing.tail.groups[0].sample_count));
  };
  await append(600);
  await look();
  await growing.seal();
  await append(3.3);
  await look();
  await append(1500, { gapMs: 4000 });
  await append(1, { isSeam: true });
  await look();
  await append(240);
  await look();
  const whole = await describe(await world.importAll(appended));
  for (const [k, count] of counts.entries()) expect(seen[k], String(count)).toEqual(await filtered(whole, count));
  const before = await describe();
  const changed = new Promise((resolve) => client.socket.once("recording_changed", resolve));
  await growing.close();
  expect(await changed).toEqual({ data_object_id: growing.id });
  const after = await describe();
  expect(after).toMatchObject({ data_version: before.data_version, groups: whole.groups });
  expect(after.tail).toBeUndefined();
  expect(await filtered(after, after.groups[0].sample_count)).toEqual(
    await filtered(whole, whole.groups[0].sample_count),
  );
  growing = await world.open();
  next = blockMaker();
});

it("is as it was acknowledged after the server that shows it was killed, and grows on", {
  timeout: 120_000,
}, async () => {
  await append(12);
  await client.page(
    requestFor(await describe(), (await describe()).groups[0], { first: 0, end: 10, form: { kind: "samples" } }),
  );
  await told(client);
  client.close();
  await growing.leave();
  await world.leave();
  await server.kill();
  await server.restart();
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  await world.enter();
  const acknowledged = growing.tail;
  growing = await world.resume(growing.id);
  expect(growing.tail).toEqual(acknowledged);
  const now = await describe();
  expect(now.groups[0].sample_count).toBe(12 * eegHz);
  await client.page(requestFor(now, now.groups[0], { first: 0, end: 10, form: { kind: "samples" } }));
  await append(1);
  expect((await told(client)).tail.groups[0].sample_count).toBe(13 * eegHz);
});

it.runIf(isOnPostgres())(
  "is told of by another node of the installation too",
  async () => {
    const DATABASE_URL = (await testDatabaseUrl(world.dataDir)) ?? "";
    const other = await startServer({ env: { DATABASE_URL } });
    try {
      const { token: session } = await signIn(other.url);
      const reader = await connect(other.url, session);
      const now = await describe();
      await reader.ask(requestFor(now, now.groups[0], { first: 0, end: 10, form: { kind: "samples" } }));
      await append(1);
      expect((await told(reader)).tail.revision).toBe(growing.tail.revision);
      reader.close();
    } finally {
      await other.stop();
    }
  },
  120_000,
);
