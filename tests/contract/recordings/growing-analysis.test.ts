/** Analyses of a recording that another process writes while a server shows it: told of, and those of a whole one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { growRecording } from "../../../src/domain/time/growth.ts";
import { type Analysis, describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { ColumnsBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingGrowth } from "../../../src/protocol/pages.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import type { AppendedBlock, GrowingRecording } from "../../../src/server/recordings/index.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, recipeRequest, requestFor } from "../pages/page-world.ts";
import { blockMaker, type GrowingWorld, growingWorld, pressureHz } from "./growing-world.ts";

let world: GrowingWorld;
let server: RunningServer;
let client: Client;
let token: string;
let growing: GrowingRecording;
const appended: AppendedBlock[] = [];
const next = blockMaker();

const append = async (...made: Parameters<typeof next>) => {
  const blocks = next(...made);
  appended.push(...blocks);
  await growing.append(blocks);
};

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

const averageOf = (data_object_id: number): Promise<RecordingDetail> => {
  const source = { data_object_id, modality: "ABP_na", channel: 0 };
  const analysis: Analysis = { analytic: "rolling_average", source, calculationWindowMs: 60_000 };
  return answerAs(server.url, token, describeAnalysis, { analysis });
};

/** All samples, and columns of the derived pyramid, as the server has them now. */
async function seenOf(recording: RecordingDetail, count: number) {
  const [group] = recording.groups;
  const request = requestFor(recording, group, { first: 0, end: count, form: { kind: "samples" } });
  const samples = (await client.page(request)).blocks[0] as SamplesBlock;
  const recipe = {
    derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }] as never,
    filters: { lff: null, hff: null, notch: null },
  };
  const columns = Math.floor(count / 64);
  const coarse = (await client.page(recipeRequest(recording, group, recipe, { firstColumn: 0, columns, width: 64 })))
    .blocks[0] as ColumnsBlock;
  const bytes = ({ data }: SamplesBlock | ColumnsBlock) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  return { count: samples.count, samples: bytes(samples), columns: bytes(coarse), breaks: coarse.breaks };
}

it("follows, tells how far it goes, and is bit by bit the one of the whole recording", {
  timeout: 120_000,
}, async () => {
  await append(300);
  await expect.poll(async () => (await averageOf(growing.id)).groups[0].sample_count).toBe(300 * pressureHz);
  const known = await averageOf(growing.id);
  expect(known).toMatchObject({ data_object_id: expect.any(Number), tail: { groups: [{ sealed_count: 0 }] } });
  const steps = [await seenOf(known, 300 * pressureHz)];
  for (const more of [{ seconds: 40 }, { seconds: 4000 }, { seconds: 30, options: { gapMs: 20_000 } }]) {
    const count = growing.tail.groups[1].sample_count + (more.seconds + (more.options ? 20 : 0)) * pressureHz;
    const told = new Promise<RecordingGrowth>((resolve) =>
      client.socket.on(
        "recording_grown",
        (growth) =>
          growth.data_object_id === known.data_object_id &&
          growth.tail.groups[0].sample_count === count &&
          resolve(growth),
      ),
    );
    await append(more.seconds, more.options);
    const { tail } = await told;
    expect(growRecording(known, tail)).toBe("grown");
    const { groups, tail: now, end_ms } = await averageOf(growing.id);
    expect([known.groups, known.tail, known.end_ms]).toEqual([groups, now, end_ms]);
    steps.push(await seenOf(known, count));
  }
  const changed = new Promise((resolve) => {
    client.socket.on("recording_changed", ({ data_object_id }) => data_object_id < 0 && resolve(data_object_id));
  });
  await growing.close();
  expect(await changed).toBe(known.data_object_id);
  const closed = await averageOf(growing.id);
  expect(closed.tail).toBeUndefined();
  expect(closed.groups).toEqual(known.groups);
  const whole = await averageOf(await world.importAll(appended));
  for (const step of steps) expect(step).toEqual(await seenOf(whole, step.count));
  growing = await world.open();
});
