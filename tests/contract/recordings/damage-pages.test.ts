/** A recording that is damaged while a server shows it: pages, description, socket, lists, log and the command line. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ColumnsBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording, getRecordings } from "../../../src/protocol/routes.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, recipeRequest, requestFor } from "../pages/page-world.ts";
import { channels, chunksBelow, type DamageWorld, damageWorld, hz, storedValue, strike } from "./damage-world.ts";

let world: DamageWorld;
let server: RunningServer;
let client: Client;
let token: string;
let before: RecordingDetail;

const describe = (): Promise<RecordingDetail> =>
  answerAs(server.url, token, getRecording, { data_object_id: world.id });

/** `npm run verify` as its built file; the exit code and what it prints. */
async function verify(): Promise<{ code: number; out: string }> {
  const DATABASE_URL = await testDatabaseUrl(world.dataDir);
  const args = [join(import.meta.dirname, "../../../dist/server/verify.js"), "--data", world.dataDir];
  const env = { ...process.env, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
  );
}

beforeAll(async () => {
  world = await damageWorld();
  await world.leave();
  server = await startServer({ dataDir: world.dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  before = await describe();
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  await world?.close();
});

const samplesOf = async (first: number, end: number): Promise<SamplesBlock> => {
  const request = requestFor(before, before.groups[0], { first, end, form: { kind: "samples" } });
  return (await client.page(request)).blocks[0] as SamplesBlock;
};

it("shows a hole where a chunk was lost, on every kind of page, and tells whoever looks", async () => {
  expect(before).toMatchObject({ is_damaged: false, damage: [], is_unverified: false });
  const perChunk = 3600 * hz;
  expect((await samplesOf(0, 100)).segments).toHaveLength(1); // from here on it is one of this client's recordings
  const told = new Promise((resolve) => client.socket.once("recording_changed", resolve));
  rmSync(chunksBelow(join(world.folder(), "0", "l0"))[1]);

  const block = await samplesOf(perChunk - 100, perChunk + 100);
  expect(block.segments.map(({ first, count }) => [first, count])).toEqual([[perChunk - 100, 100]]);
  for (let c = 0; c < channels; c++)
    for (let i = 0; i < 200; i++)
      expect(block.data[c * 200 + i]).toBe(i < 100 ? storedValue(1, c, perChunk - 100 + i) : -32_768);
  expect(await told).toEqual({ data_object_id: world.id });

  // A page that described it before, and asks for the first samples now.
  const late = await connect(server.url, token);
  const toldLate = new Promise((resolve) => late.socket.once("recording_changed", resolve));
  const request = requestFor(before, before.groups[0], { first: 0, end: 100, form: { kind: "samples" } });
  const [source] = request.modality_sources;
  await late.page({ ...request, modality_sources: [{ ...source, data_version: before.data_version }] });
  expect(await toldLate).toEqual({ data_object_id: world.id });
  late.close();

  const after = await describe();
  expect(after).toMatchObject({ is_damaged: true, has_damaged_annotations: false });
  expect(after.data_version).toBeGreaterThan(before.data_version);
  // A gap of the source lies inside the chunk: its blocks held nothing that could be lost.
  expect(after.damage).toHaveLength(2);
  expect(after.damage[0]).toMatchObject({ modality: "EEG_na", first: perChunk });
  expect(after.damage[1].first + after.damage[1].count).toBe(2 * perChunk);
  const { recordings } = await answerAs(server.url, token, getRecordings, {});
  expect(recordings.map((one) => [one.data_object_id, one.is_damaged])).toEqual([
    [world.id, true],
    [world.otherId, false],
  ]);
  await expect.poll(() => server.output()).toContain("recording.damaged");
  expect(server.output()).not.toContain("DAMAGE-1");
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('connect_recordings{state="damaged"} 1');

  // Columns of filters and without: nothing inside the hole, and values on both sides of it.
  const [group] = after.groups;
  const recipe = {
    derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }] as never,
    filters: { lff: 1, hff: null, notch: null },
  };
  for (const width of [32, 1024]) {
    const columns = Math.ceil(group.sample_count / width);
    const page = await client.page(recipeRequest(after, group, recipe, { firstColumn: 0, columns, width }));
    const { data } = page.blocks[0] as ColumnsBlock;
    const isEmpty = (sample: number) => Number.isNaN(data[2 * Math.floor(sample / width)]);
    expect([
      isEmpty(1000),
      isEmpty(perChunk + 5000),
      isEmpty(2 * perChunk - 5000),
      isEmpty(2 * perChunk + 2000),
    ]).toEqual([false, true, true, false]);
  }
});

it("is told by `npm run verify` beside the server, with exit code 1; a chunk that is put back heals it", {
  timeout: 120_000,
}, async () => {
  const first = await verify();
  expect(first.code).toBe(1);
  expect(first.out).toMatch(new RegExp(`Recording ${world.id}: DAMAGED: EEG_na from 2026-03-07T11:00:00.000Z`));
  expect(first.out).toContain(`Recording ${world.otherId}: as it was stored`);
  expect(first.out).toContain("2 recordings, 1 damaged.");
  world.putBack();
  const second = await verify();
  expect(second.code).toBe(0);
  // The server beside it looks again by itself, and may have found it whole before.
  expect(second.out).toMatch(new RegExp(`Recording ${world.id}: as it was stored(; was damaged, is whole again)?\n`));
  expect(await describe()).toMatchObject({ is_damaged: false, damage: [] });
});

it("mends a level that was flipped while pages are asked for, and never shows a value of it", {
  timeout: 120_000,
}, async () => {
  const [level] = chunksBelow(join(world.folder(), "0", "l256"));
  const group = before.groups[0];
  const request = () => requestFor(before, group, { first: 0, end: 40_000, pixels: 10 });
  const right = (await client.page(request())).blocks[0] as ColumnsBlock;
  strike("flip", level, { other: level, twin: null });
  const wrong = (await client.page(request())).blocks[0] as ColumnsBlock;
  // The values, not the messages they lie in: what else is in those differs from one to the next.
  expect([...wrong.data]).toEqual([...right.data]);
  const again = await verify();
  expect(again.code).toBe(0);
});
