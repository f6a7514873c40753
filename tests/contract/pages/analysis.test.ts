/** Analyses over the server: described by the call, and read by pages as recorded groups are. Golden vectors: analysis-vectors.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Analysis, analysisKey, type ChannelSource, describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { ColumnsBlock } from "../../../src/protocol/page-codec.ts";
import type { PageFailure } from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { type MadeGroup, plainDifference, plainPrx, plainRolling, timedOf } from "../../fixtures/analysis-sources.ts";
import {
  addProject,
  addToken,
  addUser,
  answerAs,
  callAs,
  defaultPlace,
  signIn,
  withDatabase,
} from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { bytesOf, importMade, pressure, samplesOf } from "./analysis-world.ts";
import { type Client, codeOf, connect, recipeRequest, requestFor } from "./page-world.ts";

const startMs = Date.UTC(2026, 2, 7, 10, 0, 3, 500);
const hour = 3_600_000;

const abp = pressure(
  "ABP_na",
  125,
  startMs,
  [
    [0, 2400],
    [2700, 7200],
  ],
  85,
);
const icp = pressure(
  "ICP_na",
  125,
  startMs,
  [
    [0, 5000],
    [5030, 7200],
  ],
  14,
);
/** Of another recording, half an hour later. */
const otherIcp = pressure("ICP_na", 1, startMs + hour / 2, [[0, 7200]], 15);
const voltage = { ...pressure("Aux", 125, startMs, [[0, 60]], 0), unit: "uV" };

let server: RunningServer;
let client: Client;
let token: string;
let dataDir: string;
let stranger: string;
const ids = { own: 0, later: 0, other: 0, elsewhere: 0, timeless: 0 };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-analysis-"));
  await withDatabase(dataDir, async (pool, db) => {
    const place = await defaultPlace(db);
    const add = (
      groups: MadeGroup[],
      facts: { beginMs?: number; patientId?: string; to?: Place; isStartKnown?: boolean } = {},
    ) => importMade(db, dataDir, groups, { beginMs: startMs, ...facts, place: facts.to ?? place });
    ids.own = await add([abp, icp, voltage]);
    ids.later = await add([otherIcp], { beginMs: startMs + hour / 2 });
    ids.other = await add([icp], { patientId: "B" });
    ids.elsewhere = await add([icp], { to: { ...place, projectId: await addProject(pool, place.workspaceId) } });
    ids.timeless = await add([icp], { isStartKnown: false });
    const blind = await addUser(pool, { workspaceId: place.workspaceId, permissions: ["access_data_visualize"] });
    stranger = await addToken(pool, blind);
  });
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const channel = (modality: string, data_object_id = ids.own): ChannelSource => ({
  data_object_id,
  modality,
  channel: 0,
});
const rolling = (calculationWindowMs = 60_000, id = ids.own): Analysis => ({
  analytic: "rolling_average",
  source: channel("ABP_na", id),
  calculationWindowMs,
});
const prx = (second = channel("ICP_na"), calculationPeriodMs = 60_000): Analysis => ({
  analytic: "prx",
  ABP: channel("ABP_na"),
  ICP: second,
  calculationWindowMs: 300_000,
  calculationPeriodMs,
});
const cpp = (second = channel("ICP_na")): Analysis => ({ analytic: "cpp", ABP: channel("ABP_na"), ICP: second });

const describe = (analysis: Analysis): Promise<RecordingDetail> =>
  answerAs(server.url, token, describeAnalysis, { analysis });
const asIs: Recipe = {
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }],
  filters: { lff: null, hff: null, notch: null },
};

it("averages: described as its source lies, and as defined, however the pages lie", async () => {
  const recording = await describe(rolling());
  const [group] = recording.groups;
  expect(recording).toMatchObject({
    patient_id: "A",
    start_ms: startMs,
    timezone: "UTC",
    is_start_known: true,
    damage: [],
  });
  expect(recording.data_object_id).toBeLessThan(0);
  expect(group).toMatchObject({
    modality: analysisKey(rolling()),
    kind: "waveform",
    sampling_hz: 125,
    sample_count: abp.rows[0].length,
    segments: abp.segments,
    channels: [{ label: "ABP_na", unit: "mmHg", gain: 1, offset: 0 }],
  });
  const [from, to] = [290_000, 350_000];
  const values = await samplesOf(client, recording, from, to);
  const { indexes, times, values: samples } = timedOf(abp);
  const window = {
    from: indexes.findIndex((index) => index >= from - 7600),
    to: indexes.findIndex((index) => index >= to),
  };
  const timed = { times: times.subarray(window.from, window.to), values: samples.subarray(window.from, window.to) };
  const expected = plainRolling(timed, 60_000, 1e-3);
  for (let k = 0; k < timed.times.length; k++) {
    const index = indexes[window.from + k];
    if (index < from) continue;
    if (Number.isNaN(expected[k])) expect(values[index - from]).toBeNaN();
    else expect(values[index - from]).toBeCloseTo(expected[k], 4);
  }
  const split = await samplesOf(client, recording, from, to, [290_001, 297_000, 310_000, 330_333]);
  expect(bytesOf(split).equals(bytesOf(values))).toBe(true);
});

it("gives exact extremes at every width, for the window of a minute and of hours", async () => {
  for (const window of [60_000, 6 * hour]) {
    const recording = await describe(rolling(window));
    const [group] = recording.groups;
    const values = await samplesOf(client, recording, 0, group.sample_count, [500_000]);
    for (const width of [16, 64, 512, 32_768]) {
      const columns = Math.min(16_000, Math.ceil(group.sample_count / width));
      const page = await client.page(recipeRequest(recording, group, asIs, { firstColumn: 0, columns, width }));
      const { data, breaks } = page.blocks[0] as ColumnsBlock;
      const wrong = Array.from({ length: columns }, (_, c) => c).filter((c) => {
        const [low, high] = extremesOf(values.subarray(c * width, (c + 1) * width));
        return !Object.is(data[2 * c], low) || !Object.is(data[2 * c + 1], high);
      });
      expect(wrong).toEqual([]);
      const at = Math.floor((2700 * 125) / width);
      expect(breaks).toEqual(at < columns ? [at] : []);
    }
    const request = requestFor(recording, group, { first: 0, end: group.sample_count, pixels: 700 });
    const { data } = (await client.page(request)).blocks[0] as ColumnsBlock;
    const edge = (c: number) => Math.ceil((c * group.sample_count) / 700);
    for (let c = 0; c < 700; c++)
      expect([data[2 * c], data[2 * c + 1]]).toEqual(extremesOf(values.subarray(edge(c), edge(c + 1))));
  }
});

function extremesOf(values: Float32Array): [number, number] {
  let [low, high] = [Number.NaN, Number.NaN];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!(low <= value)) low = value;
    if (!(high >= value)) high = value;
  }
  return [low, high];
}

it("correlates on the epoch grid, of one recording and of two", async () => {
  for (const [analysis, second] of [
    [prx(), icp],
    [prx(channel("ICP_na"), 7000), icp],
    [prx(channel("ICP_na", ids.later)), otherIcp],
  ] as const) {
    const period = analysis.analytic === "prx" ? analysis.calculationPeriodMs : 0;
    const recording = await describe(analysis);
    const [group] = recording.groups;
    expect(recording.start_ms % period).toBe(0);
    const latest = Math.max(startMs, second === icp ? 0 : startMs + hour / 2);
    expect(recording.start_ms - latest).toBeGreaterThan(0);
    expect(recording.start_ms - latest).toBeLessThanOrEqual(period);
    expect(group).toMatchObject({ kind: "numeric", channels: [{ label: "PRx", unit: "" }] });
    expect(group.sampling_hz).toBeCloseTo(1000 / period, 12);
    expect(group.segments.length).toBeGreaterThan(0);
    const values = await samplesOf(client, recording, 0, group.sample_count);
    expect(
      bytesOf(await samplesOf(client, recording, 0, group.sample_count, [3, 11, 12])).equals(bytesOf(values)),
    ).toBe(true);
    const signals = [abp, second].map((each) => ({ ...timedOf(each), samplingHz: each.samplingHz }));
    let finite = 0;
    for (let k = 0; k < group.sample_count; k += second === icp && period === 7000 ? 101 : 7) {
      const expected = plainPrx(signals, recording.start_ms + k * period, 300_000);
      if (Number.isNaN(expected)) expect(values[k]).toBeNaN();
      else {
        expect(values[k]).toBeCloseTo(expected, 5);
        finite++;
      }
    }
    expect(finite).toBeGreaterThan(8);
  }
});

it("subtracts sample by sample on one grid, and means of the faster one at the times of the slower", async () => {
  const even = await describe(cpp());
  expect(even.groups[0]).toMatchObject({
    sampling_hz: 125,
    kind: "waveform",
    channels: [{ label: "CPP", unit: "mmHg" }],
  });
  const span = [295_000, 300_400] as const;
  const values = await samplesOf(client, even, ...span);
  for (let i = span[0]; i < span[1]; i++) {
    const isThere = even.groups[0].segments.some(({ first, count }) => i >= first && i < first + count);
    const expected = isThere ? Math.fround(abp.rows[0][i] - icp.rows[0][i]) : Number.NaN;
    expect(values[i - span[0]]).toBe(expected);
  }
  const uneven = await describe(cpp(channel("ICP_na", ids.later)));
  expect(uneven).toMatchObject({ start_ms: startMs + hour / 2, groups: [{ sampling_hz: 1 }] });
  const slow = timedOf(otherIcp);
  const part = { times: slow.times.subarray(500, 700), values: slow.values.subarray(500, 700) };
  const fast = timedOf(abp);
  const near = { times: fast.times.subarray(250_000), values: fast.values.subarray(250_000) };
  const expected = plainDifference(part, near, 1000, 1e-5);
  const found = await samplesOf(client, uneven, 500, 700);
  expected.forEach((value, k) => {
    if (Number.isNaN(value)) expect(found[k]).toBeNaN();
    else expect(found[k]).toBeCloseTo(-value, 4);
  });
});

it("is asked for by its analytic and modalities alone, as the specification does it, and called as it was", async () => {
  const described = await describe(prx());
  const page = requestFor(described, described.groups[0], { first: 0, end: 60 });
  const { blocks } = await client.page(page);
  const source = (named: object) => [{ modality: "PRx", data_object_id: ids.own, ...named }];
  for (const modality_sources of [
    source({ onDemandAnalysis: { analytic: "PRx", ABP: "ABP_na", ICP: "ICP_na" } }),
    source({ analytic: "prx", calculationWindowMs: 300_000, calculationPeriodMs: 60_000 }),
  ]) {
    const alone = await client.page({ ...page, data_object_id: ids.own, modality_sources });
    expect(alone.blocks).toEqual(blocks.map((block) => ({ ...block, modality: "PRx" })));
  }
  const composite = [{ modality: "CPPOpt,Composite,SampleSeries", data_object_id: ids.own }];
  const { blocks: all } = await client.page({ ...page, data_object_id: ids.own, modality_sources: composite });
  expect(all).toMatchObject([{ modality: "CPPOpt,Composite,SampleSeries", rows: 73 }]);
  const lacking = source({ onDemandAnalysis: { analytic: "PRx", ABP: "ART_na" } });
  expect(codeOf(await client.ask({ ...page, modality_sources: lacking }))).toBe("bad_request");
  // The patient may be named by its key, and what says nothing be left out.
  const { patient_is_admitted: _, ...bare } = page;
  expect((await client.page({ ...bare, patient_id: described.patient_key })).blocks).toEqual(blocks);
  expect(codeOf(await client.ask({ ...bare, patient_id: described.patient_key + 1 }))).toBe("unknown_recording");
});

it("is known to whoever may see all of its recordings, and to nobody else", async () => {
  const ask = async (analysis: unknown, as = token) => {
    const { status, text } = await callAs(server.url, as, describeAnalysis, { analysis });
    return { status, text: status === 200 ? "" : text };
  };
  const gone = { status: 404, text: "This recording does not exist." };
  expect(await ask(prx())).toEqual({ status: 200, text: "" });
  expect((await ask(prx(), stranger)).status).toBe(403);
  expect(await ask(prx(channel("ICP_na", 999_999)))).toEqual(gone);
  await withDatabase(dataDir, async (pool, db) => {
    const { workspaceId, projectId, siteId } = await defaultPlace(db);
    const person = await addUser(pool, {
      workspaceId,
      permissions: ["access_data_visualize", "visualize_data"],
      projectIds: [projectId],
      siteIds: [siteId],
    });
    const own = await addToken(pool, person);
    expect((await ask(prx(), own)).status).toBe(200);
    expect(await ask(prx(channel("ICP_na", ids.elsewhere)), own)).toEqual(gone);
    const reader = await connect(server.url, own);
    const seen = await describe(prx());
    const hidden = { ...seen, data_object_id: (await describe(prx(channel("ICP_na", ids.later)))).data_object_id };
    const request = (recording: RecordingDetail, modality: string) =>
      requestFor(recording, { ...recording.groups[0], modality }, { first: 0, end: 3, form: { kind: "samples" } });
    expect("pixels" in (await reader.ask(request(seen, seen.groups[0].modality)))).toBe(true);
    const key = analysisKey(prx(channel("ICP_na", ids.elsewhere)));
    expect(codeOf(await reader.ask(request(seen, key)))).toBe("unknown_recording");
    expect(codeOf(await reader.ask(request(hidden, seen.groups[0].modality)))).toBe("unknown_recording");
    reader.close();
  });
  // What does not fit together is said in words.
  const refused = async (analysis: Analysis) => (await ask(analysis)).status;
  expect(await refused(prx(channel("ICP_na", ids.other)))).toBe(400);
  expect(await refused(prx(channel("ICP_na", ids.timeless)))).toBe(400);
  expect(await refused(cpp(channel("Aux")))).toBe(400);
  expect(await refused(cpp(channel("HR_na")))).toBe(400);
  expect(await refused({ ...cpp(), ICP: { ...channel("ICP_na"), channel: 1 } } as Analysis)).toBe(400);
  for (const wrong of [
    { ...rolling(), calculationWindowMs: 999 },
    { ...rolling(), calculationWindowMs: 86_400_001 },
    { ...prx(), calculationPeriodMs: 0 },
    { ...prx(), calculationPeriodMs: 1000.5 },
    { ...prx(), calculationPeriodMs: 1001 },
    { ...prx(), calculationWindowMs: 300_500 },
    { ...cpp(), more: 1 },
    { ...cpp(), analytic: "cppopt" },
    { ...cpp(), ICP: { ...channel("ICP_na"), data_object_id: -5 } },
  ])
    expect((await ask(wrong)).status).toBe(400);
});

it("lets go of a page that nobody waits for", async () => {
  const recording = await describe(prx(channel("ICP_na"), 1000));
  const [group] = recording.groups;
  const request = requestFor(recording, group, { first: 0, end: group.sample_count, form: { kind: "samples" } });
  const answer = client.ask(request);
  client.socket.emit("cancel_page", { page_id: request.page_id });
  expect((await answer) as PageFailure).toMatchObject({ error: { code: "cancelled" } });
  expect((await samplesOf(client, recording, 0, 10)).length).toBe(10);
});
