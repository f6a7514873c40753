/** The data query socket of a real server (spec 001 sections 7 and 8). */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ColumnsBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import { isPageFailure } from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { warmupOf } from "../../../src/signal/filter-sets.ts";
import { openEngine } from "../../../src/signal/node.ts";
import type { SampleSource } from "../../../src/signal/types.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import {
  type Client,
  connect,
  eeg,
  eegGaps,
  eegSamples,
  eegValue,
  makeDataFolder,
  recipeRequest,
  requestFor,
} from "./page-world.ts";

let server: RunningServer;
let client: Client;
let token: string;
let recording: RecordingDetail;
let group: SignalGroup;
let dataDir: string;
const engine = openEngine();

const bipolar = (lff: number | null, hff: number | null, notch: number | null): Recipe => ({
  derivations: [
    { first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } },
    { first: { kind: "channel", index: 2 }, second: { kind: "zero" } },
    { first: { kind: "channel", index: 3 }, second: { kind: "average", members: [0, 1, 2, 3] } },
    { first: { kind: "missing" }, second: { kind: "channel", index: 1 } },
  ],
  filters: { lff, hff, notch },
});
const filtered = bipolar(1, 70, 50);
const unfiltered = bipolar(null, null, null);
/** One row with slower filters of its own, as ECG beside EEG. */
const mixed: Recipe = {
  ...filtered,
  derivations: filtered.derivations.map((row, k) =>
    k === 1 ? { ...row, filters: { lff: 0.5, hff: 70, notch: 50 } } : row,
  ),
};

beforeAll(async () => {
  const made = await makeDataFolder();
  dataDir = made.dataDir;
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  recording = await answerAs(server.url, token, getRecording, { data_object_id: made.recordingId });
  group = recording.groups[0];
});
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function samplesBlock(first: number, end: number): Promise<SamplesBlock> {
  // Asked for from a quarter of a sample before the first: a border between samples means one thing only.
  const request = requestFor(recording, group, { first: first - 0.25, end: end - 0.25, form: { kind: "samples" } });
  const { blocks } = await client.page(request);
  expect(blocks[0].kind).toBe("samples");
  return blocks[0] as SamplesBlock;
}

/** What a client knows that fetched the samples: the same engine runs over them here. */
async function localColumns(recipe: Recipe, firstColumn: number, columns: number, width: number) {
  const warmup = warmupOf(recipe, group.sampling_hz);
  const from = Math.max(0, firstColumn * width - Math.max(1, warmup));
  const to = Math.min((firstColumn + columns) * width, eegSamples);
  const length = to - from;
  const data = new Int16Array(length * eeg.channels);
  const runs: { first: number; count: number }[] = [];
  for (let at = from; at < to; at += 400_000) {
    const block = await samplesBlock(at, Math.min(to, at + 400_000));
    for (let c = 0; c < eeg.channels; c++)
      data.set(
        (block.data as Int16Array).subarray(c * block.count, (c + 1) * block.count),
        c * length + block.first - from,
      );
    runs.push(...block.segments.map(({ first, count }) => ({ first, count })));
  }
  const source: SampleSource = {
    samplingHz: group.sampling_hz,
    first: from,
    count: length,
    data,
    gains: group.channels.map(({ gain }) => gain),
    offsets: group.channels.map(({ offset }) => offset),
    missingCode: group.missing_code,
    runs,
  };
  const { data: values, breaks } = engine.columns(source, recipe, { firstColumn, columns, samplesPerColumn: width });
  return { data: values, breaks: [...breaks].flatMap((flag, k) => (flag === 1 ? [k] : [])) };
}

async function serverColumns(recipe: Recipe, firstColumn: number, columns: number, width: number) {
  const { blocks } = await client.page(recipeRequest(recording, group, recipe, { firstColumn, columns, width }));
  const [block] = blocks as ColumnsBlock[];
  expect(block).toMatchObject({
    kind: "columns",
    modality: eeg.modality,
    rows: recipe.derivations.length,
    columns,
    grid: { first_column: firstColumn, samples_per_column: width },
  });
  return block;
}

/** Largest difference, NaN on one side only counting as infinite. */
function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let k = 0; k < a.length; k++) {
    if (Number.isNaN(a[k]) && Number.isNaN(b[k])) continue;
    const difference = Math.abs(a[k] - b[k]);
    largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(largest, difference);
  }
  return largest;
}

describe("samples", () => {
  it("are the stored samples of the span, with calibration and segments", async () => {
    const [from, to] = [299_000, 311_000];
    const block = await samplesBlock(from, to);
    expect(block).toMatchObject({ first: from, count: to - from, sample_type: "int16", missing_code: -32_768 });
    expect(block.gains).toEqual(group.channels.map(({ gain }) => gain));
    expect(block.segments).toEqual([
      { first: from, count: 1000, start_ms: recording.start_ms + (from * 1000) / eeg.hz },
      { first: 310_000, count: 1000, start_ms: recording.start_ms + (310_000 * 1000) / eeg.hz },
    ]);
    for (const i of [0, 999, 11_000, 11_999])
      for (let c = 0; c < eeg.channels; c++) expect(block.data[c * block.count + i]).toBe(eegValue(c, from + i));
  });

  it("begin at the first sample at or after the start, end before the end (algorithms.md 4)", async () => {
    const at = (first: number, end: number) =>
      client.page(requestFor(recording, group, { first, end, form: { kind: "samples" } }));
    const span = async (first: number, end: number) => {
      const block = (await at(first, end)).blocks[0] as SamplesBlock;
      return [block.first, block.first + block.count];
    };
    expect(await span(10, 20)).toEqual([10, 20]);
    expect(await span(10.5, 20.5)).toEqual([11, 21]);
    expect(await span(-100, 5)).toEqual([0, 5]);
    expect(await span(eegSamples - 5, eegSamples + 100)).toEqual([eegSamples - 5, eegSamples]);
    expect((await span(-200, -100))[1]).toBe(0);
  });

  it("travel as float32 where the store holds float32, and several groups in one page", async () => {
    const request = requestFor(recording, recording.groups[1], { first: 695, end: 705, form: { kind: "samples" } });
    request.modality_sources.push({ modality: eeg.modality, data_object_id: recording.data_object_id });
    const { blocks } = await client.page(request);
    expect(blocks.map(({ modality }) => modality)).toEqual(["ABP_na", eeg.modality]);
    const [pressure, signals] = blocks as SamplesBlock[];
    expect(pressure.data).toBeInstanceOf(Float32Array);
    expect(pressure.data[5]).toBeNaN();
    expect(pressure.data[6]).toBeCloseTo(80 + 30 * Math.sin(701 / 9), 4);
    expect([signals.first, signals.count]).toEqual([2780, 40]);
  });
});

describe("columns", () => {
  it("are the exact smallest and largest values: column of sample i = floor(i * w / N)", async () => {
    for (const [first, end, columns] of [
      [0, 100_003, 997],
      [295_000, 315_000, 1920],
      [1_000_000, 1_100_000, 16_384],
    ]) {
      const { blocks } = await client.page(requestFor(recording, group, { first, end, pixels: columns }));
      const block = blocks[0] as ColumnsBlock;
      expect(block).toMatchObject({ kind: "columns", grid: null, columns, rows: eeg.channels });
      const expected = naiveColumns(first, end, columns);
      expect(largestDifference(block.data, expected.data)).toBe(0);
      expect(block.breaks).toEqual(expected.breaks);
    }
  });

  it("give the samples themselves when there are at most two a column", async () => {
    const kindOf = async (count: number) =>
      (await client.page(requestFor(recording, group, { first: 0, end: count, pixels: 100 }))).blocks[0].kind;
    expect(await kindOf(200)).toBe("samples");
    expect(await kindOf(201)).toBe("columns");
  });

  it("hold NaN and no break where the page lies outside the recording", async () => {
    const { blocks } = await client.page(
      requestFor(recording, group, { first: eegSamples, end: eegSamples + 9000, pixels: 30 }),
    );
    const block = blocks[0] as ColumnsBlock;
    expect(block.data.every(Number.isNaN)).toBe(true);
    expect([block.breaks, block.segments]).toEqual([[], []]);
  });
});

function naiveColumns(first: number, end: number, columns: number) {
  const data = new Float32Array(eeg.channels * columns * 2).fill(Number.NaN);
  const breaks = new Set<number>();
  const isThere = (i: number) => !eegGaps.some((gap) => i >= gap.first && i < gap.end);
  const columnOf = (i: number) => Math.floor(((i - first) * columns) / (end - first));
  for (let i = first; i < end; i++) {
    if (!isThere(i)) continue;
    if (i > first && !isThere(i - 1)) breaks.add(columnOf(i));
    for (let c = 0; c < eeg.channels; c++) {
      const stored = eegValue(c, i);
      if (stored === -32_768) continue;
      const value = Math.fround(stored * group.channels[c].gain + group.channels[c].offset);
      const at = 2 * (c * columns + columnOf(i));
      if (!(data[at] <= value)) data[at] = value;
      if (!(data[at + 1] >= value)) data[at + 1] = value;
    }
  }
  return { data, breaks: [...breaks] };
}

describe("columns of a recipe", () => {
  it.each([
    ["at the start", 0, 512, 23],
    ["over a gap", 9000, 700, 33],
    ["over a gap that begins before the warm-up", 310_000 / 25, 300, 25],
    ["beyond the end", eegSamples / 60 - 100, 512, 60],
    ["one sample wide", 299_900, 300, 1],
  ])("narrower than the pyramid are bit-equal to the engine over the samples: %s", async (_, first, columns, width) => {
    for (const recipe of [filtered, unfiltered, mixed]) {
      const local = await localColumns(recipe, first, columns, width);
      const block = await serverColumns(recipe, first, columns, width);
      expect(Buffer.compare(bytesOf(block.data), bytesOf(local.data))).toBe(0);
      expect(block.breaks).toEqual(local.breaks);
    }
  });

  it.each([
    ["64 samples", 0, 2048, 64],
    ["over the border of two chunks and a gap", 16_000, 1000, 64],
    ["a multiple of the finest level", 2000, 900, 64 * 5],
    ["of a higher level", 0, 512, 512 * 9],
    ["the whole recording in a few columns", 0, 73, 32_768],
    ["beyond the end", 0, 512, 32_768 * 2],
  ])("from the pyramid are those of the engine within 1e-5 of the range: %s", async (_, first, columns, width) => {
    for (const recipe of [filtered, unfiltered, mixed]) {
      const local = await localColumns(recipe, first, columns, width);
      const block = await serverColumns(recipe, first, columns, width);
      const range = local.data.reduce((most, v) => (Math.abs(v) > most ? Math.abs(v) : most), 0) * 2;
      const tolerance = recipe === unfiltered ? 0 : 1e-5 * Math.max(range, 1000);
      expect(largestDifference(block.data, local.data)).toBeLessThanOrEqual(tolerance);
      expect(block.breaks).toEqual(local.breaks);
    }
  });

  it.each([
    ["narrow ones over a gap", 9000, 700, 33],
    ["as wide as levels, over a gap", 580, 60, 512],
    ["wide ones beyond the end", eegSamples / 4096 - 3, 8, 4096],
  ])("are means of the finite samples where the recipe says so: %s", async (_, first, columns, width) => {
    const firstColumn = Math.floor(first);
    const mean: Recipe = { ...filtered, reduction: "mean" };
    const block = await serverColumns(mean, firstColumn, columns, width);
    const samples = await localColumns(filtered, firstColumn * width, columns * width, 1);
    const rows = filtered.derivations.length;
    const counts: number[] = [];
    const expected = Array.from({ length: rows * columns }, (_, k) => {
      const from = Math.floor(k / columns) * columns * width + (k % columns) * width;
      const finite = Array.from({ length: width }, (_, i) => samples.data[2 * (from + i)]).filter(Number.isFinite);
      counts.push(finite.length);
      return finite.length === 0 ? Number.NaN : finite.reduce((sum, value) => sum + value, 0) / finite.length;
    });
    expect(expected.filter(Number.isFinite).length).toBeGreaterThan(columns / 4);
    for (const [k, value] of expected.entries()) {
      expect(block.data[2 * k + 1]).toBe(counts[k] === 0 ? Number.NaN : counts[k]);
      if (Number.isNaN(value)) expect(block.data[2 * k]).toBeNaN();
      else expect(Math.abs(block.data[2 * k] - value)).toBeLessThan(0.05);
    }
  });

  it("are the same bytes for every client, again, and from every level", async () => {
    const other = await connect(server.url, token);
    const request = recipeRequest(recording, group, filtered, { firstColumn: 3, columns: 60, width: 32_768 });
    const [a, b] = await Promise.all([client.page(request), other.page(request)]);
    other.close();
    expect(a.blocks).toEqual(b.blocks);
    const fine = await serverColumns(filtered, 3 * 512, 60 * 512, 64).catch((error: Error) => error.message);
    expect(fine).toBe("bad_pixel_count: The number of pixels must be between 2 and 16384.");
    const finer = await serverColumns(filtered, 3 * 64, 60 * 64, 512);
    expect(largestDifference(merged(finer, 64), (a.blocks[0] as ColumnsBlock).data)).toBe(0);
  });

  it("are built again when their files on disk are damaged", async () => {
    const recipe = bipolar(2, 40, 60);
    const ask = async () => (await serverColumns(recipe, 0, 586, 4096)).data;
    const right = await ask();
    const damages: ((path: string) => void)[] = [
      (path) => truncateSync(path, 1000),
      (path) => writeFileSync(path, ""),
      (path) => writeFileSync(path, "not a chunk"),
      (path) => overwrite(path, 0, 64),
      (path) => overwrite(path, 4, 5),
      (path) => overwrite(path, 5000, 5001),
      (path) => overwrite(path, statSync(path).size - 100_000, statSync(path).size - 99_000),
      (path) => rmSync(path),
    ];
    for (const damage of damages) {
      for (const path of chunkFiles()) damage(path);
      expect(largestDifference(await ask(), right)).toBe(0);
    }
  });

  it("tell their progress while they are built, and are cancelled on request", async () => {
    const slow = bipolar(0.1, 30, 60);
    const requests = Array.from({ length: 6 }, (_, k) =>
      recipeRequest(recording, group, bipolar(0.1, 30 + 10 * k, 60), { firstColumn: 0, columns: 70, width: 32_768 }),
    );
    const answers = requests.map((request) => client.ask(request));
    for (const { page_id } of requests.slice(1)) client.socket.emit("cancel_page", { page_id });
    const [first, ...others] = await Promise.all(answers);
    expect(isPageFailure(first)).toBe(false);
    for (const answer of others) expect(answer).toMatchObject({ error: { code: "cancelled" } });
    const again = await serverColumns(slow, 0, 70, 32_768);
    expect(again.columns).toBe(70);
    for (const { fraction } of client.progress) expect(fraction >= 0 && fraction <= 1).toBe(true);
  });
});

/** The files of every derived chunk. */
function chunkFiles(): string[] {
  const folder = join(dataDir, "cache", "derived");
  return readdirSync(folder).flatMap((key) =>
    readdirSync(join(folder, key))
      .filter((name) => /^\d+$/.test(name))
      .map((name) => join(folder, key, name)),
  );
}

function overwrite(path: string, from: number, to: number): void {
  const bytes = readFileSync(path);
  if (from < 0 || bytes.length < to) return; // damaged before
  writeFileSync(path, bytes.fill(bytes[from] ^ 0x5a, from, to));
}

function merged({ data, rows, columns }: ColumnsBlock, factor: number): Float32Array {
  const coarse = columns / factor;
  const out = new Float32Array(rows * coarse * 2).fill(Number.NaN);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < columns; k++) {
      const [from, to] = [2 * (row * columns + k), 2 * (row * coarse + Math.floor(k / factor))];
      if (data[from] < out[to] || Number.isNaN(out[to])) out[to] = data[from];
      if (data[from + 1] > out[to + 1] || Number.isNaN(out[to + 1])) out[to + 1] = data[from + 1];
    }
  return out;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength);
