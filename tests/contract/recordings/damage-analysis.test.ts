/** An analysis of a recording that is damaged while a server shows it. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Analysis, describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, requestFor } from "../pages/page-world.ts";
import { chunksBelow, type DamageWorld, damageWorld, hz, storedValue, strike } from "./damage-world.ts";

let world: DamageWorld;
let server: RunningServer;
let client: Client;
let token: string;

beforeAll(async () => {
  world = await damageWorld();
  await world.leave();
  server = await startServer({ dataDir: world.dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  await world?.close();
});

it("has the hole too, which a page of it finds and tells", async () => {
  const analysis: Analysis = {
    analytic: "rolling_average",
    source: { data_object_id: world.id, modality: "EEG_na", channel: 0 },
    calculationWindowMs: 60_000,
  };
  const describeIt = (): Promise<RecordingDetail> => answerAs(server.url, token, describeAnalysis, { analysis });
  const pageOf = async (recording: RecordingDetail, first: number, end: number) =>
    (await client.page(requestFor(recording, recording.groups[0], { first, end, form: { kind: "samples" } })))
      .blocks[0] as SamplesBlock;
  const perChunk = 3600 * hz;
  const whole = await describeIt();
  const right = await pageOf(whole, perChunk - 100, perChunk + 100);
  expect(right.segments).toHaveLength(1);
  const told = new Promise((resolve) => {
    client.socket.on("recording_changed", ({ data_object_id }) => data_object_id < 0 && resolve(data_object_id));
  });
  const chunk = chunksBelow(join(world.folder(), "0", "l0"))[1];
  strike("flip", chunk, { other: chunk, twin: null });
  // What was made before is kept; a part of it that was not reads the samples, and meets the hole.
  const cut = (block: SamplesBlock) => block.segments.map(({ first, count }) => [first, count]);
  expect(cut(await pageOf(whole, perChunk + 20_000, perChunk + 20_100))).toEqual([]);
  expect(await told).toBe(whole.data_object_id);
  const now = await describeIt();
  expect(now).toMatchObject({ data_object_id: whole.data_object_id, is_damaged: true });
  expect(now.data_version).toBeGreaterThan(whole.data_version);
  const left = await pageOf(now, perChunk - 100, perChunk + 100);
  expect(cut(left)).toEqual([[perChunk - 100, 100]]);
  expect(left.data.subarray(0, 100)).toEqual(right.data.subarray(0, 100));
  // The first value behind the hole is of one sample.
  const behind = await pageOf(now, 2 * perChunk - 5, 2 * perChunk + 2);
  expect(cut(behind)).toEqual([[2 * perChunk, 2]]);
  expect(behind.data[2 * perChunk - behind.first]).toBe(storedValue(1, 0, 2 * perChunk) / 2);
});
