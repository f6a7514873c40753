/** Spreading depolarisations over the server: the golden vectors, and a plain reference over page splits, gaps, missing samples, masks and growth. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeAnnotations, openAnnotations } from "../../../src/protocol/annotation-log.ts";
import type { EventsBlock, SdEvent } from "../../../src/protocol/page-codec.ts";
import type { PageFormOf } from "../../../src/protocol/pages.ts";
import type { Derivation } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { AppendedBlock, GrowingRecording } from "../../../src/server/recordings/index.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import { referenceSd } from "../../../src/signal/reference-sd.ts";
import { hasVectors, Lcg, readVectors } from "../../fixtures/vector-inputs.ts";
import { answerAs, defaultPlace, signIn } from "../../support/accounts.ts";
import { noteAt } from "../../support/annotation-readers.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect, requestFor } from "../pages/page-world.ts";
import { eegHz, type GrowingWorld, growingHead, growingWorld, startMs } from "./growing-world.ts";

interface Planted {
  t0: number;
  delayPerChannel: number;
  amp: number;
  sigma: number;
  gain: number;
  depressSec: number;
  channels: number[];
}
interface SignalInput {
  fs: number;
  n: number;
  seed: number;
  acAmp: number;
  noiseShift: number;
  events: Planted[];
}
interface Case {
  id: string;
  input: SignalInput & { channels: number };
  pageFromSec: number;
  pageToSec: number;
  events: { channel: number; timeSec: number; amplitude: number; depressionDb: number }[];
  nextPageEvents: Case["events"];
}

/** The input of the vectors (their README): samples of channel c. */
function planted(input: SignalInput, c: number): Float32Array {
  const { fs, n, seed, acAmp, noiseShift, events } = input;
  const generator = new Lcg(seed + 1000 * c);
  const turn = 2 * Math.PI;
  return Float32Array.from({ length: n }, (_, i) => {
    const t = i / fs;
    const waves =
      Math.sin(turn * (2.3 + 0.31 * c) * t + c) +
      0.7 * Math.sin(turn * (6.1 + 0.17 * c) * t + 2 * c) +
      0.5 * Math.sin(turn * (10.3 - 0.11 * c) * t + 3 * c);
    const ac = acAmp * waves + generator.fixed(noiseShift);
    let [dc, gain] = [0, 1];
    for (const { t0, delayPerChannel, channels, amp, sigma, depressSec, gain: own } of events) {
      if (!channels.includes(c)) continue;
      const onset = t0 + delayPerChannel * channels.indexOf(c);
      dc += amp * Math.exp(-0.5 * ((t - onset) / sigma) ** 2);
      if (t >= onset && t < onset + depressSec) gain = Math.min(gain, own);
    }
    return gain * ac + dc;
  });
}

const cases = hasVectors ? readVectors<{ cases: Case[] }>("sd").cases : [];

/** The vectors as groups of one recording, and one of them with runs of missing samples. */
function vectorReader(): { reader: SourceReader; torn: Float32Array[] } {
  const made = cases.map(({ id, input }) => ({
    id,
    rows: Array.from({ length: input.channels }, (_, c) => planted(input, c)),
  }));
  const three = made.find(({ id }) => id === "three") ?? made[0];
  const torn = three.rows.map((row, c) => {
    const copy = row.slice();
    for (let i = 3000 + 777 * c; i < copy.length; i += 21_000 + 311 * c)
      copy.fill(Number.NaN, i, i + 40 + 900 * (c % 3));
    copy.fill(Number.NaN, 64 * (1790 + 90 * c), 64 * (1796 + 90 * c));
    return copy;
  });
  const groups = [...made, { id: "torn", rows: torn }];
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: groups.map(({ id, rows }) => ({
      ...{ modality: id, kind: "eeg", sampling_hz: 64, sample_type: "float32", missing_code: null },
      channels: rows.map((_, c) => ({
        ...{ source_index: c, label: `E${c}`, unit: "uV", gain: 1, offset: 0 },
        ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
      })),
    })),
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    for (const [group, { rows }] of groups.entries()) {
      const count = rows[0].length;
      const data = new Float32Array(count * rows.length);
      for (const [c, row] of rows.entries()) data.set(row, c * count);
      yield { group, startMs, count, data, bytesRead: 0 };
    }
  }
  return { torn, reader: { head, blocks, finish: () => ({ annotations: [], repairs: [] }) } };
}

const one = (index: number): Derivation => ({ first: { kind: "channel", index }, second: { kind: "zero" } });
const asRecorded = (channels: number): Derivation[] => Array.from({ length: channels }, (_, c) => one(c));

/** C3, C4 and Cz against the reference, and C3 against C4. */
const derivations: Derivation[] = [
  ...asRecorded(3),
  { first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } },
];
const names = ["C3-REF", "C4-REF", "Cz-REF", "C3-C4"];

/** Two that spread, a quarter of an hour apart, and one at the edge of a page. */
const seconds = 7200;
const signal: SignalInput = {
  ...{ fs: eegHz, n: seconds * eegHz, seed: 5, acAmp: 20, noiseShift: 19 },
  events: [
    { t0: 2400, delayPerChannel: 90, amp: -2500, sigma: 45, gain: 0.2, depressSec: 480, channels: [0, 1, 2] },
    { t0: 3300, delayPerChannel: 90, amp: 1800, sigma: 40, gain: 0.2, depressSec: 420, channels: [0, 1, 2] },
    { t0: 5447, delayPerChannel: 70, amp: -2200, sigma: 40, gain: 0.2, depressSec: 420, channels: [1, 2] },
  ],
};
/** Samples that were never recorded: half a second at the beginning, and two gaps. */
const gaps = [
  { from: 0, to: 128 },
  { from: 2380 * eegHz, to: 2391.5 * eegHz },
  { from: 4000 * eegHz + 77, to: 4300 * eegHz },
];
const { channels } = growingHead.groups[0];
/** Stored codes and what they say, by channel, on the grid of the recording. */
const codes = Array.from({ length: 3 }, (_, c) =>
  Int16Array.from(planted(signal, c), (value) => Math.round((value - channels[c].offset) / channels[c].gain)),
);
const values = codes.map((row, c) => {
  const physical = Float32Array.from(row, (code) => code * channels[c].gain + channels[c].offset);
  for (const { from, to } of gaps) physical.fill(Number.NaN, from, to);
  return physical;
});
const rowsOf = (own: readonly Float32Array[]) => [...own, own[0].map((value, i) => value - own[1][i])];

/** The blocks of the recording: of a minute at most, none across a gap. */
function blocksOf(): AppendedBlock[] {
  const blocks: AppendedBlock[] = [];
  const borders = [...gaps.map(({ to }) => to), signal.n];
  for (const [k, begin] of gaps.entries())
    for (let at = begin.to, end = gaps[k + 1]?.from ?? borders[k + 1]; at < end; at += 60 * eegHz) {
      const count = Math.min(60 * eegHz, end - at);
      const data = new Int16Array(3 * count);
      for (const [c, row] of codes.entries()) data.set(row.subarray(at, at + count), c * count);
      blocks.push({ group: 0, startMs: startMs + (at * 1000) / eegHz, count, data });
    }
  return blocks;
}
const blocks = blocksOf();
const liveEndSeconds = 4500;
const live = blocks.filter((block) => block.startMs < startMs + liveEndSeconds * 1000);

let world: GrowingWorld;
let server: RunningServer;
let client: Client;
let token: string;
let growing: GrowingRecording;
let whole: RecordingDetail;
let vectors: RecordingDetail | null = null;
let torn: Float32Array[] = [];

beforeAll(async () => {
  world = await growingWorld();
  const wholeId = await world.importAll(blocks);
  let vectorId = -1;
  if (hasVectors) {
    const made = vectorReader();
    torn = made.torn;
    const db = world.database.drizzle;
    const source = { kind: "reader", reader: made.reader, name: "Vectors" } as const;
    const place = await defaultPlace(db);
    vectorId = await importRecording({ source, db, dataDir: world.dataDir, timezone: "UTC", place, patientId: "V" });
  }
  growing = await world.open();
  for (const block of live) await growing.append([block]);
  await growing.leave();
  await world.leave();
  server = await startServer({ dataDir: world.dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  whole = await describe(wholeId);
  if (hasVectors) vectors = await describe(vectorId);
}, 240_000);
afterAll(async () => {
  client?.close();
  await growing?.leave();
  await world?.leave();
  await server?.stop();
  await world?.close();
});

const describe = (id: number): Promise<RecordingDetail> =>
  answerAs(server.url, token, getRecording, { data_object_id: id });

type Form = Partial<PageFormOf<"events">>;
const formOf = (over: Form): PageFormOf<"events"> => ({
  ...{ kind: "events", analytic: "auto_sd_detection", calculationWindowMs: 1_800_000, calculationPeriodMs: 1_800_000 },
  ...{ channels: names, derivations },
  ...over,
});
function request(recording: RecordingDetail, modality: string, [from, to]: readonly [number, number], form: Form = {}) {
  const group = recording.groups.find((each) => each.modality === modality) ?? recording.groups[0];
  const asked = requestFor(recording, group, { first: 0, end: 1, form: formOf(form) });
  return { ...asked, start: startMs + from * 1000, end: startMs + to * 1000 };
}
const page = (...asked: Parameters<typeof request>) => client.page(request(...asked));
const eventsOf = async (...asked: Parameters<typeof request>) => (await page(...asked)).blocks[0] as EventsBlock;

/** What the reference finds, as the server says it. */
function expectSame(found: readonly SdEvent[], rows: readonly Float32Array[], fs: number, thresholdUv = 500): void {
  const wanted = referenceSd({ samplingHz: fs, startMs, rows, thresholdUv });
  expect(found.map(({ row, onset_ms }) => [row, onset_ms])).toEqual(
    wanted.map(({ row, onset }) => [row, onset * 1000]),
  );
  for (const [k, { amplitude, depressionDb, spread }] of wanted.entries()) {
    expect(Math.abs(found[k].amplitude_uv - amplitude)).toBeLessThan(1e-6);
    expect(Math.abs(found[k].depression_db - depressionDb)).toBeLessThan(1e-6);
    expect(found[k].spread.map(({ row, delay_ms }) => ({ row, delay: delay_ms / 1000 }))).toEqual(spread);
    expect(found[k].is_confirmed).toBe(spread.length > 0);
  }
}

it.skipIf(!hasVectors)("finds the golden events, and those of the page after", async () => {
  for (const { id, input, pageFromSec, pageToSec, events, nextPageEvents } of cases) {
    const channels = Array.from({ length: input.channels }, (_, c) => `E${c}-REF`);
    const form = { channels, derivations: asRecorded(input.channels) };
    const next = [pageToSec, 2 * pageToSec - pageFromSec] as const;
    for (const [span, wanted] of [[[pageFromSec, pageToSec], events] as const, [next, nextPageEvents] as const]) {
      const found = (await eventsOf(vectors as RecordingDetail, id, span, form)).events.filter(
        (each) => each.is_confirmed,
      );
      expect(
        found.map(({ row, channel }) => [row, channel]),
        id,
      ).toEqual(wanted.map(({ channel }) => [channel, `E${channel}-REF`]));
      for (const [k, { timeSec, amplitude, depressionDb }] of wanted.entries()) {
        expect(Math.abs((found[k].onset_ms - startMs) / 1000 - timeSec)).toBeLessThanOrEqual(2);
        expect(Math.abs(found[k].amplitude_uv - amplitude)).toBeLessThan(1e-3);
        expect(Math.abs(found[k].depression_db - depressionDb)).toBeLessThan(1e-3);
      }
    }
  }
  const alone = cases.find(({ id }) => id === "single") as Case;
  const single = { channels: ["E2-REF"], derivations: [one(2)] };
  const kept = await eventsOf(vectors as RecordingDetail, "single", [1200, 3000], { ...single });
  expect(kept.events.map((each) => each.is_confirmed)).toEqual([true]);
  const all = { channels: ["a", "b", "c"], derivations: [one(0), one(1), one(2)] };
  const unconfirmed = await eventsOf(vectors as RecordingDetail, alone.id, [1200, 3000], all);
  expect(unconfirmed.events.map(({ channel, is_confirmed }) => [channel, is_confirmed])).toEqual([["c", false]]);
});

it.skipIf(!hasVectors)("counts what is there where samples are missing", async () => {
  const form = { channels: torn.map((_, c) => `E${c}`), derivations: asRecorded(torn.length) };
  const { events, tally } = await eventsOf(vectors as RecordingDetail, "torn", [0, 4200], form);
  expect(events.length).toBeGreaterThan(0);
  expectSame(events, torn, 64);
  expect(tally.expected).toBe(4200 * torn.length);
  expect(tally.present).toBeLessThan(tally.expected);
});

it("finds the same whatever the pages, over gaps, and says what is provisional", async () => {
  const all = await eventsOf(whole, "EEG_na", [0, seconds]);
  expect(all.events.map(({ channel }) => channel)).toContain("C3-C4");
  expect(all.events.length).toBeGreaterThanOrEqual(8);
  expectSame(all.events, rowsOf(values), eegHz);
  expect(all).toMatchObject({ modality: "EEG Composite SampleSeries", threshold_uv: 500, rows: 4 });
  expect(all.provisional_from_ms).toBe(startMs + (seconds - 1500) * 1000);
  expect(all.events.some((each) => each.is_provisional)).toBe(false);
  for (const cuts of [
    [-1800, 0, 1800, 3600, 5400, 7200, 9000],
    [0, 611.25, 2347, 2348, 3000, 5399, 5400, 5401, 6777.5, seconds],
  ]) {
    const found: SdEvent[] = [];
    const tally = { expected: 0, masked: 0, present: 0 };
    for (let k = 0; k + 1 < cuts.length; k++) {
      const part = await eventsOf(whole, "EEG_na", [cuts[k], cuts[k + 1]]);
      found.push(...part.events);
      for (const name of ["expected", "masked", "present"] as const) tally[name] += part.tally[name];
    }
    expect(found).toEqual(all.events);
    expect(tally.present).toBe(all.tally.present);
  }
  const low = await eventsOf(whole, "EEG_na", [0, seconds], { threshold_uv: 2000 });
  expectSame(low.events, rowsOf(values), eegHz, 2000);
  expect(low.events.length).toBeLessThan(all.events.length);
});

it("finds the same by the analytic and the pairs of electrodes alone, as the specification asks for them", async () => {
  const pairs = { channels: names.slice(0, 2), derivations: derivations.slice(0, 2) };
  const { form: _form, ...asked } = request(whole, "EEG_na", [0, seconds], pairs);
  const onDemandAnalysis = {
    ...{ analytic: "auto SD detection", channels: pairs.channels },
    ...{ calculationWindowMs: 1_800_000, calculationPeriodMs: 1_800_000 },
  };
  const { data_object_id } = whole;
  const modality_sources = [{ modality: "EEG Composite SampleSeries", data_object_id, onDemandAnalysis }];
  const { blocks } = await client.page({ ...asked, modality_sources });
  expect(blocks[0]).toEqual(await eventsOf(whole, "EEG_na", [0, seconds], pairs));
});

it("leaves out what is masked, under a key of its own", async () => {
  const all = (await eventsOf(whole, "EEG_na", [0, seconds])).events;
  const [{ id: group_id }] = (
    await answerAs(server.url, token, openAnnotations, { data_object_id: whole.data_object_id })
  ).groups;
  const spans = [
    { from: 2330, to: 2470.5, modalities: ["C3"] },
    { from: 3000.25, to: 3060, modalities: [] },
    { from: 5440, to: 5480, modalities: ["C4"] },
  ];
  const changes = spans.map(({ from, to, modalities }, k) => ({
    number: k + 1,
    act: {
      ...{ act: "create", group_id },
      content: { ...noteAt("Artifact", startMs + from * 1000, startMs + to * 1000), kind: "artifact", modalities },
    } as const,
  }));
  const body = { data_object_id: whole.data_object_id, client: randomBytes(16).toString("hex"), changes };
  const { outcomes } = await answerAs(server.url, token, changeAnnotations, body as never);
  expect(outcomes.map((outcome) => "code" in outcome)).toEqual([false, false, false]);
  const masked = values.map((row, c) => {
    const copy = row.slice();
    for (const { from, to, modalities } of spans)
      if (modalities.length === 0 || modalities.includes(channels[c].label))
        copy.fill(Number.NaN, from * eegHz, to * eegHz);
    return copy;
  });
  const without = await eventsOf(whole, "EEG_na", [0, seconds], { leaves_out_artifacts: true });
  expectSame(without.events, rowsOf(masked), eegHz);
  expect(without.events).not.toEqual(all);
  expect(without.tally.masked).toBeGreaterThan(300);
  expect((await eventsOf(whole, "EEG_na", [0, seconds])).events).toEqual(all);
  const halves = [
    ...(await eventsOf(whole, "EEG_na", [0, 2400], { leaves_out_artifacts: true })).events,
    ...(await eventsOf(whole, "EEG_na", [2400, seconds], { leaves_out_artifacts: true })).events,
  ];
  expect(halves).toEqual(without.events);
});

it("finds in what grows what it finds in the whole, provisional until the time behind is there", async () => {
  const all = (await eventsOf(whole, "EEG_na", [0, seconds])).events;
  const early = await eventsOf(await describe(growing.id), "EEG_na", [0, seconds]);
  const cut = Math.round((live[live.length - 1].startMs - startMs) / 1000) * eegHz + live[live.length - 1].count;
  expectSame(early.events, rowsOf(values.map((row) => row.slice(0, cut))), eegHz);
  expect(early.provisional_from_ms).toBe(startMs + (cut / eegHz - 1500) * 1000);
  const provisional = early.events.filter((each) => each.is_provisional);
  expect(provisional.length).toBeGreaterThan(0);
  expect(provisional.every(({ onset_ms }) => onset_ms >= early.provisional_from_ms)).toBe(true);
  let latest = 0;
  let hear = () => undefined as unknown;
  client.socket.on("recording_grown", ({ tail }) => {
    latest = Math.max(latest, tail.revision);
    hear();
  });
  await world.enter();
  growing = await world.resume(growing.id);
  for (const block of blocks.slice(live.length)) await growing.append([block]);
  await new Promise<void>((resolve) => {
    hear = () => latest >= growing.tail.revision && resolve();
    hear();
  });
  expect((await eventsOf(await describe(growing.id), "EEG_na", [0, seconds])).events).toEqual(all);
});

it("refuses what does not fit", async () => {
  const refused = async (...asked: Parameters<typeof request>) => codeOf(await client.ask(request(...asked)));
  expect(await refused(whole, "EEG_na", [0, 1800], { channels: ["C3-REF"] })).toBe("bad_request");
  expect(await refused(whole, "EEG_na", [0, 1800], { derivations: [...derivations.slice(1), one(9)] })).toBe(
    "bad_request",
  );
  expect(await refused(whole, "EEG_na", [0, 1800], { threshold_uv: 0 })).toBe("bad_request");
  expect(await refused(whole, "EEG_na", [0, 86_400 * 30])).toBe("too_large");
  expect((await page(whole, "EEG_na", [0, 60])).core).toMatch(/^[0-9a-f]{12}$/);
});
