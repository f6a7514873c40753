/** Histograms and resampled points over the server, against the golden vectors and plain loops, whatever the pages. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { analysisKey, describeAnalysis } from "../../../src/protocol/analysis.ts";
import { type BinsBlock, decodePage, type ResampledBlock } from "../../../src/protocol/page-codec.ts";
import type { PageAcknowledgement, PageAnswer } from "../../../src/protocol/pages.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import { fixedSeries, hasVectors, readVectors } from "../../fixtures/vector-inputs.ts";
import { answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect, requestFor } from "./page-world.ts";

interface Group {
  modality: string;
  hz: number;
  /** Pieces with a gap between them: [first sample, values]. */
  pieces: [first: number, values: Float32Array | Int16Array][];
  gain?: number;
  offset?: number;
  missingCode?: number;
}

function readerOf(startMs: number, groups: readonly Group[]): SourceReader {
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: groups.map(({ modality, hz, pieces, gain = 1, offset = 0, missingCode = null }) => ({
      ...{ modality, kind: hz < 20 ? "numeric" : "waveform", sampling_hz: hz },
      sample_type: pieces[0][1] instanceof Int16Array ? "int16" : "float32",
      missing_code: missingCode,
      channels: [
        {
          ...{ source_index: 0, label: modality, unit: "mmHg", gain, offset },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        },
      ],
    })),
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    for (const [group, { hz, pieces }] of groups.entries())
      for (const [first, data] of pieces)
        yield { group, startMs: startMs + (first * 1000) / hz, count: data.length, data: data.slice(), bytesRead: 0 };
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

interface HistogramRow {
  id: string;
  seed: number;
  n: number;
  shift: number;
  abs: boolean;
  append: number[];
  appendNaN: number;
  values?: number[];
  pages?: number[][];
  lo: number;
  hi: number;
  size: number;
  counts: number[];
}
const pagesOf = (row: HistogramRow): number[][] => {
  if (row.pages) return row.pages;
  if (row.values) return [row.values];
  const made = [...fixedSeries(row.seed, row.n, row.shift)].map((value) => (row.abs ? Math.abs(value) : value));
  return [[...made, ...row.append, ...new Array<number>(row.appendNaN).fill(Number.NaN)]];
};
interface Resample {
  start: number;
  stepMs: number;
  n: number;
  xSeed: number;
  ySeed: number;
  shift: number;
  yNaN: [number, number];
  periodMs: number;
  points: [number, number, number][];
  tolAbs: number;
}

const startMs = Date.UTC(2026, 2, 7, 10, 0, 3, 250);
const noise = (i: number) => ((Math.imul(i + 1, 2_654_435_761) >>> 20) & 1023) - 512;
const abp: Group = {
  modality: "ABP_na",
  hz: 125,
  gain: 0.1,
  offset: 60,
  missingCode: -32_768,
  pieces: [
    [0, Int16Array.from({ length: 150_000 }, (_, i) => (i % 977 < 9 ? -32_768 : noise(i)))],
    [190_000, Int16Array.from({ length: 90_000 }, (_, i) => noise(i * 3))],
  ],
};
const icp: Group = {
  modality: "ICP_na",
  hz: 125,
  pieces: [
    [0, Float32Array.from({ length: 280_000 }, (_, i) => (i % 501 < 40 ? Number.NaN : 12 + noise(i * 7) / 100))],
  ],
};

let dataDir: string;
let server: RunningServer;
let client: Client;
let token: string;
let own: RecordingDetail;
let vectors: RecordingDetail | null = null;
let resampleVectors: RecordingDetail | null = null;
const rows = hasVectors ? readVectors<{ rows: HistogramRow[] }>("histogram").rows : [];
const resample = hasVectors ? readVectors<Resample>("resample") : null;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-bins-"));
  const ids: number[] = [];
  await withDatabase(dataDir, async (_pool, db) => {
    const place = await defaultPlace(db);
    const add = async (from: number, groups: Group[]) => {
      const source = { kind: "reader", reader: readerOf(from, groups), name: "made" } as const;
      ids.push(await importRecording({ source, db, dataDir, timezone: "UTC", place, patientId: "A" }));
    };
    await add(startMs, [abp, icp]);
    if (resample === null) return;
    const filled = rows.filter((row) => pagesOf(row).flat().length > 0);
    await add(
      startMs,
      filled.map((row) => ({ modality: row.id, hz: 100, pieces: [[0, Float32Array.from(pagesOf(row).flat())]] })),
    );
    const { n, xSeed, ySeed, shift, yNaN, stepMs } = resample;
    const y = fixedSeries(ySeed, n, shift).fill(Number.NaN, ...yNaN);
    await add(resample.start, [
      { modality: "x", hz: 1000 / stepMs, pieces: [[0, fixedSeries(xSeed, n, shift)]] },
      { modality: "y", hz: 1000 / stepMs, pieces: [[0, y]] },
    ]);
  });
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  const describe = (id: number) => answerAs(server.url, token, getRecording, { data_object_id: id });
  own = await describe(ids[0]);
  if (ids.length > 1) [vectors, resampleVectors] = [await describe(ids[1]), await describe(ids[2])];
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const groupOf = (recording: RecordingDetail, modality: string) => {
  const group = recording.groups.find((each) => each.modality === modality);
  if (group === undefined) throw new Error(`no ${modality}`);
  return group;
};
const ask = (recording: RecordingDetail, modality: string, first: number, end: number, form: object) =>
  client
    .page(requestFor(recording, groupOf(recording, modality), { first, end, form: form as never }))
    .then(({ blocks }) => blocks[0]);
const binsOf = async (
  recording: RecordingDetail,
  modality: string,
  [first, end]: readonly [number, number],
  bounds: { min: number; max: number; size: number },
) => (await ask(recording, modality, first, end, { kind: "bins", channel: 0, ...bounds })) as BinsBlock;

/** The stored samples of a group by their indexes. */
function samplesOf({ pieces, gain = 1, offset = 0, missingCode }: Group): Map<number, number> {
  const found = new Map<number, number>();
  for (const [first, values] of pieces)
    values.forEach((stored, k) => {
      found.set(first + k, stored === missingCode ? Number.NaN : Math.fround(stored * gain + offset));
    });
  return found;
}

it.skipIf(!hasVectors)("counts the golden histograms, page by page as well", async () => {
  for (const row of rows) {
    const pages = pagesOf(row);
    if (pages.flat().length === 0) continue;
    const bounds = { min: row.lo, max: row.hi, size: row.size };
    const summed = new Array<number>(row.counts.length).fill(0);
    let at = 0;
    for (const page of pages) {
      const { data } = await binsOf(vectors as RecordingDetail, row.id, [at, at + page.length], bounds);
      data.forEach((count, k) => {
        summed[k] += count;
      });
      expect(data.length, row.id).toBe(row.counts.length);
      at += page.length;
    }
    expect(summed, row.id).toEqual(row.counts);
  }
});

it.skipIf(!hasVectors)("makes the golden points", async () => {
  const { n, periodMs, points, tolAbs } = resample as Resample;
  const recording = resampleVectors as RecordingDetail;
  const form = { kind: "resampled", channel: 0, period_ms: periodMs };
  const [x, y] = (await Promise.all(["x", "y"].map((name) => ask(recording, name, 0, n, form)))) as ResampledBlock[];
  expect(x.first_period).toBe(y.first_period);
  const made = [...x.data]
    .map((mean, k) => [(x.first_period + k) * periodMs, mean, y.data[k]] as const)
    .filter(([, a, b]) => Number.isFinite(a) && Number.isFinite(b));
  expect(made.map(([time]) => time)).toEqual(points.map(([time]) => time));
  made.forEach(([, a, b], k) => {
    expect(Math.abs(a - points[k][1])).toBeLessThanOrEqual(tolAbs);
    expect(Math.abs(b - points[k][2])).toBeLessThanOrEqual(tolAbs);
  });
});

it("counts the same whatever the pages, over gaps and missing samples, and says what there was", async () => {
  const bounds = { min: 10, max: 90.5, size: 7 };
  for (const group of [abp, icp]) {
    const samples = samplesOf(group);
    const end = 280_000;
    const expected = new Array<number>(12).fill(0);
    let present = 0;
    for (const value of samples.values()) {
      if (Number.isNaN(value)) continue;
      present++;
      if (value >= 10 && value <= 90.5) expected[Math.min(11, Math.floor((value - 10) / 7))]++;
    }
    for (const cuts of [
      [0, end],
      [0, 1, 977, 150_000, 190_001, end],
      [0, 65_536, 131_072, 262_145, end + 500],
    ]) {
      const summed = new Array<number>(12).fill(0);
      const tally = { expected: 0, masked: 0, present: 0 };
      for (let k = 0; k + 1 < cuts.length; k++) {
        const block = await binsOf(own, group.modality, [cuts[k], cuts[k + 1]], bounds);
        block.data.forEach((count, bin) => {
          summed[bin] += count;
        });
        for (const name of ["expected", "masked", "present"] as const) tally[name] += block.tally[name];
      }
      expect(summed).toEqual(expected);
      expect(tally).toEqual({ expected: end, masked: 0, present });
    }
  }
});

it("makes the same means whatever the pages, each period whole", async () => {
  const periodMs = 7000;
  for (const group of [abp, icp]) {
    const means = new Map<number, { sum: number; held: number }>();
    for (const [i, value] of samplesOf(group)) {
      const period = Math.floor((startMs + (i * 1000) / group.hz + 1e-6) / periodMs);
      const mean = means.get(period) ?? { sum: 0, held: 0 };
      if (!Number.isNaN(value)) means.set(period, { sum: mean.sum + value, held: mean.held + 1 });
    }
    const whole: number[] = [];
    for (const cuts of [
      [0, 280_000],
      [0, 901, 150_111, 200_000, 280_000],
    ])
      for (let k = 0; k + 1 < cuts.length; k++) {
        const form = { kind: "resampled", channel: 0, period_ms: periodMs };
        const block = (await ask(own, group.modality, cuts[k], cuts[k + 1], form)) as ResampledBlock;
        block.data.forEach((mean, bin) => {
          const period = block.first_period + bin;
          const wanted = means.get(period);
          if (wanted === undefined) expect(mean).toBeNaN();
          else expect(Math.abs(mean - wanted.sum / wanted.held)).toBeLessThan(1e-9);
          if (k === 0 && cuts.length === 2) whole[period - block.first_period] = mean;
          else expect(mean).toBe(whole[period - Math.floor(startMs / periodMs)]);
        });
      }
  }
});

it("answers render_modalities_with_sampling with the means of all sources, and refuses what is none", async () => {
  const sample = (request: unknown) =>
    new Promise<PageAcknowledgement>((resolve) =>
      client.socket.emit("render_modalities_with_sampling", request, resolve),
    );
  const { form: _, ...plain } = requestFor(own, groupOf(own, "ABP_na"), { first: 0, end: 90_000 });
  const sources = ["ABP_na", "ICP_na"].map((modality) => ({ modality, data_object_id: own.data_object_id }));
  const { page_id, data_object_id, start, end, patient_id: patientId, patient_is_admitted: patientIsAdmitted } = plain;
  const request = {
    ...{ patientId, data_object_id, page_id, modality_sources: sources, start, end, patientIsAdmitted },
    resamplingPeriodSeconds: 7,
  };
  const answer = (await sample(request)) as PageAnswer;
  expect(answer).toMatchObject({ page_id: request.page_id, data_object_id: own.data_object_id, conversion_factor: 1 });
  const form = { kind: "resampled", channel: 0, period_ms: 7000 } as const;
  const same = await client.page({ ...plain, modality_sources: sources, form });
  expect(same.blocks).toHaveLength(2);
  expect(decodePage(answer.pixels).blocks).toEqual(same.blocks);
  for (const bad of [
    ...[null, "x", {}, { ...request, resamplingPeriodSeconds: 0 }, { ...request, resamplingPeriodSeconds: "7" }],
    ...[
      { ...request, resamplingPeriodSeconds: 0.0015 },
      { ...request, resamplingPeriodSeconds: 1e300 },
    ],
    ...[
      { ...request, modality_sources: [] },
      { ...request, modality_sources: [sources[0], sources[0]] },
    ],
  ])
    expect([bad, codeOf(await sample(bad))]).toEqual([bad, "bad_request"]);
  expect(codeOf(await sample({ ...request, end: request.start }))).toBe("end_not_after_start");
  expect(
    codeOf(
      await sample({
        ...request,
        data_object_id: 1e9,
        modality_sources: [{ modality: "ABP_na", data_object_id: 1e9 }],
      }),
    ),
  ).toBe("unknown_recording");
});

it("counts what is computed of others", async () => {
  const source = { data_object_id: own.data_object_id, modality: "ICP_na", channel: 0 };
  const analysis = { analytic: "rolling_average", source, calculationWindowMs: 1000 } as const;
  const derived = await answerAs(server.url, token, describeAnalysis, { analysis });
  const { data, tally } = await binsOf(derived, analysisKey(analysis), [0, 280_000], { min: 0, max: 100, size: 100 });
  const present = [...samplesOf(icp).values()].filter((value) => !Number.isNaN(value)).length;
  expect([...data]).toEqual([present]);
  expect(tally).toEqual({ expected: 280_000, masked: 0, present });
});

it("has no bins for what is no histogram, and refuses channels that are not there", async () => {
  for (const bounds of [
    { min: 25, max: 10, size: 5 },
    { min: 0, max: 10, size: 0 },
    { min: -10_001, max: 0, size: 5 },
    { min: 0, max: 10_001, size: 5 },
    { min: 0, max: 10, size: 10_001 },
  ])
    expect((await binsOf(own, "ABP_na", [0, 100], bounds)).data).toHaveLength(0);
  const group = groupOf(own, "ABP_na");
  for (const form of [
    { kind: "bins", channel: 1, min: 0, max: 1, size: 1 },
    { kind: "resampled", channel: 1, period_ms: 1000 },
  ] as const)
    expect(codeOf(await client.ask(requestFor(own, group, { first: 0, end: 9, form })))).toBe("bad_request");
  const many = { kind: "bins", channel: 0, min: 0, max: 10_000, size: 1e-6 } as const;
  expect(codeOf(await client.ask(requestFor(own, group, { first: 0, end: 9, form: many })))).toBe("too_large");
});

it("refuses a source that is named twice", async () => {
  const [abpSource, icpSource] = ["ABP_na", "ICP_na"].map((modality) => ({
    ...{ modality, data_object_id: own.data_object_id },
  }));
  for (const form of [
    { kind: "bins", channel: 0, min: 0, max: 1, size: 1 },
    { kind: "resampled", channel: 0, period_ms: 1000 },
  ] as const) {
    const request = requestFor(own, groupOf(own, "ABP_na"), { first: 0, end: 9, form });
    const { blocks } = await client.page({ ...request, modality_sources: [abpSource, icpSource] });
    expect(blocks).toHaveLength(2);
    const twice = { ...request, modality_sources: [abpSource, icpSource, abpSource] };
    expect(codeOf(await client.ask(twice))).toBe("bad_request");
  }
});
