/** A file with overlapping records, from the import to the pages of a real server and the client's own filters. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SourceAssembler } from "../../../src/feed/worker/assemble.ts";
import { readRawPage } from "../../../src/feed/worker/page-contents.ts";
import type { ColumnsBlock, SamplesBlock, Unpack } from "../../../src/protocol/page-codec.ts";
import { isPageFailure } from "../../../src/protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { chunkSamples } from "../../../src/server/query/page-geometry.ts";
import { decodeBlock } from "../../../src/signal/codec.ts";
import { openCore, openEngine } from "../../../src/signal/node.ts";
import { asRecorded, isSameBytes, largestDifference, pair, peakToPeak, recipeOf } from "../../fixtures/sources.ts";
import { answerAs, defaultPlace, signIn } from "../../support/accounts.ts";
import { writeEdf } from "../../support/edf-writer.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, recipeRequest, requestFor } from "./page-world.ts";

const hz = 256;
const recordSeconds = 10;
const perRecord = hz * recordSeconds;
/** Three stretches: the second begins where a stored piece of the derived pyramid does, the third goes back in time. */
const stretches = [
  { onset: 0, records: 210, level: 0 },
  { onset: chunkSamples / hz, records: 20, level: 9000 },
  { onset: 2100.013, records: 30, level: -9000 },
];
const levels = stretches.flatMap(({ records, level }) => new Array<number>(records).fill(level));
const onsets = stretches.flatMap(({ onset, records }) =>
  Array.from({ length: records }, (_, k) => `+${onset + k * recordSeconds}`),
);
/** A level for each stretch, so that filters that run on would ring, and noise. */
const stored = (channel: number, i: number) =>
  levels[Math.floor(i / perRecord)] * (channel + 1) + (Math.imul(i + 1, 2_654_435_761 + channel) >>> 22);

const seams = [chunkSamples, Math.ceil(2100.013 * hz)];
const recipes = [
  recipeOf([asRecorded(0), pair(0, 1)], { lff: 1, hff: 70, notch: 60 }),
  recipeOf([asRecorded(0), pair(0, 1)]),
];
const engine = openEngine();

let dataDir: string;
let server: RunningServer;
let client: Client;
let token: string;
let recording: RecordingDetail;
let group: SignalGroup;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-seams-"));
  const path = join(dataDir, "overlap.edf");
  const signals = [0, 1].map((channel) => ({ samplesPerRecord: perRecord, sample: (i: number) => stored(channel, i) }));
  writeFileSync(path, writeEdf({ format: "EDF+D", records: onsets.length, recordSeconds, onsets, signals }));
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const source = { kind: "file", path, name: "overlap.edf" } as const;
  const id = await importRecording({
    source,
    db: database.drizzle,
    dataDir,
    timezone: "UTC",
    place: await defaultPlace(database.drizzle),
  });
  await database.close();
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  recording = await answerAs(server.url, token, getRecording, { data_object_id: id });
  group = recording.groups[0];
});
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const unpack: Unpack = (bytes, shape) => decodeBlock(openCore(), bytes, shape);

/** Grid samples [first, end) as the client reads them, in pages of `length`. */
async function rawPages(first: number, end: number, length: number) {
  const pages = [];
  for (let at = first; at < end; at += length) {
    const to = Math.min(end, at + length);
    const answer = await client.ask(
      requestFor(recording, group, { first: at - 0.25, end: to - 0.25, form: { kind: "samples" } }),
    );
    if (isPageFailure(answer)) throw new Error(answer.error.message);
    pages.push(readRawPage(answer, unpack, { group, first: at, count: to - at }));
  }
  return pages;
}

/** Columns that the browser makes itself from raw pages, `pageLength` samples each. */
async function clientColumns(
  recipe: (typeof recipes)[0],
  firstColumn: number,
  columns: number,
  width: number,
  pageLength: number,
) {
  const { warmup } = engine.plan(recipe.filters, hz);
  const from = Math.max(0, firstColumn * width - warmup);
  const to = Math.min(group.sample_count, (firstColumn + columns) * width);
  const source = new SourceAssembler().assemble(group, await rawPages(from, to, pageLength), from, to);
  return engine.columns(source, recipe, { firstColumn, columns, samplesPerColumn: width });
}

async function serverColumns(recipe: (typeof recipes)[0], firstColumn: number, columns: number, width: number) {
  const { blocks } = await client.page(recipeRequest(recording, group, recipe, { firstColumn, columns, width }));
  const { data, breaks } = blocks[0] as ColumnsBlock;
  return { data, breaks };
}

/** Every segment filtered on its own from the start state, then the smallest and largest of each column. */
async function apart(recipe: (typeof recipes)[0], firstColumn: number, columns: number, width: number) {
  const pairs = new Float32Array(2 * columns * 2).fill(Number.NaN);
  for (const { first, count } of group.segments) {
    const [from, to] = [Math.max(first, firstColumn * width), Math.min(first + count, (firstColumn + columns) * width)];
    if (to <= from) continue;
    // Two minutes before the page are more than any warm-up here.
    const begin = Math.max(first, from - 120 * hz);
    const pages = await rawPages(begin, to, 400_000);
    const source = {
      ...new SourceAssembler().assemble(group, pages, begin, to),
      runs: [{ first: begin, count: to - begin }],
    };
    const { data } = engine.samples(source, recipe, from, to - from);
    for (let row = 0; row < 2; row++)
      for (let i = from; i < to; i++) {
        const value = data[row * (to - from) + i - from];
        const at = 2 * (row * columns + Math.floor(i / width) - firstColumn);
        if (!(pairs[at] <= value)) pairs[at] = value;
        if (!(pairs[at + 1] >= value)) pairs[at + 1] = value;
      }
  }
  return pairs;
}

const marked = (breaks: Uint8Array) => [...breaks.keys()].filter((k) => breaks[k] === 1);

it("stores three segments that touch, and no gap", () => {
  expect(group.segments.map(({ first, start_ms }) => [first, start_ms - recording.start_ms])).toEqual([
    [0, 0],
    [seams[0], stretches[1].onset * 1000],
    [seams[1], 2_100_013],
  ]);
  for (const k of [1, 2])
    expect(group.segments[k - 1].first + group.segments[k - 1].count).toBe(group.segments[k].first);
  expect(recording.gap_count).toBe(0);
  expect(group.sample_count).toBe(seams[1] + 30 * perRecord);
});

it("serves the samples of the later record, and each segment for itself", async () => {
  for (const [k, seam] of seams.entries()) {
    const request = requestFor(recording, group, { first: seam - 5.25, end: seam + 4.75, form: { kind: "samples" } });
    const block = (await client.page(request)).blocks[0] as SamplesBlock;
    expect(block.segments.map(({ first, count }) => [first, count])).toEqual([
      [seam - 5, 5],
      [seam, 5],
    ]);
    // Samples since the first record of the stretch that ends here; the next stretch begins with its own first sample.
    const before = stretches.slice(0, k).reduce((sum, { records }) => sum + records * perRecord, 0);
    const ended = before + seam - (k === 0 ? 0 : seams[k - 1]);
    const begun = before + stretches[k].records * perRecord;
    for (const channel of [0, 1]) {
      const row = block.data.subarray(channel * 10, (channel + 1) * 10);
      const expected = Array.from({ length: 10 }, (_, i) => stored(channel, i < 5 ? ended + i - 5 : begun + i - 5));
      expect(Array.from(row)).toEqual(expected);
    }
  }
});

/** First column, columns, width: around the first seam, the second, both. */
const narrow: [string, number, number, number][] = [
  ["samples around the first seam", seams[0] - 300, 600, 1],
  ["a page that begins at the first seam", seams[0] / 16, 500, 16],
  ["columns that hold the second seam", Math.floor(seams[1] / 33) - 200, 500, 33],
];

it.each(narrow)("draws the same from both sides, filters starting again: %s", async (_, first, columns, width) => {
  for (const recipe of recipes) {
    const served = await serverColumns(recipe, first, columns, width);
    // Pages that hold all, many pages, and pages that begin at the seam itself.
    const { warmup } = engine.plan(recipe.filters, hz);
    const start = Math.max(0, first * width - warmup);
    const seam = seams.find((at) => at >= first * width) as number;
    for (const length of [400_000, 999, seam > start ? seam - start : columns * width]) {
      const own = await clientColumns(recipe, first, columns, width, length);
      expect(isSameBytes(own.data, served.data)).toBe(true);
      expect(marked(own.breaks)).toEqual(served.breaks);
    }
    const expected = await apart(recipe, first, columns, width);
    expect(largestDifference(served.data, expected)).toBeLessThanOrEqual(1e-5 * peakToPeak(expected) + 0.001);
    const inside = seams.filter((at) => at >= first * width && at < (first + columns) * width);
    expect(served.breaks).toEqual(inside.map((at) => Math.floor(at / width) - first));
  }
});

it("breaks the line of plain columns there, too", async () => {
  const breaksOf = async (first: number, end: number) => {
    const { blocks } = await client.page(
      requestFor(recording, group, { first: first - 0.25, end: end - 0.25, pixels: 100 }),
    );
    return (blocks[0] as ColumnsBlock).breaks;
  };
  for (const seam of seams) {
    expect(await breaksOf(seam - 1000, seam + 1000)).toEqual([50]);
    expect(await breaksOf(seam, seam + 1000)).toEqual([0]);
    expect(await breaksOf(seam + 1, seam + 1001)).toEqual([]);
  }
});

it.each([
  ["around both", 8000, 600, 64],
  ["over the border of two stored pieces", (chunkSamples - 512 * 40) / 512, 100, 512],
  ["the whole recording", 0, 19, 32_768],
])("serves long views the same way: %s", async (_, first, columns, width) => {
  for (const recipe of recipes) {
    const served = await serverColumns(recipe, first, columns, width);
    const own = await clientColumns(recipe, first, columns, width, 400_000);
    const expected = await apart(recipe, first, columns, width);
    const accepted = 1e-5 * Math.max(1000, peakToPeak(expected)) + 0.001;
    expect(largestDifference(served.data, expected)).toBeLessThanOrEqual(accepted);
    expect(largestDifference(served.data, own.data)).toBeLessThanOrEqual(accepted);
    expect(served.breaks).toEqual(marked(own.breaks));
    expect(served.breaks).toEqual(
      [...new Set(seams.map((at) => Math.floor(at / width) - first))].filter((k) => k < columns),
    );
  }
});

it("would ring if filters ran on", async () => {
  const [recipe] = recipes;
  const { data } = await serverColumns(recipe, seams[0], 512, 1);
  const source = new SourceAssembler().assemble(
    group,
    await rawPages(seams[0] - 5000, seams[0] + 512, 400_000),
    seams[0] - 5000,
    seams[0] + 512,
  );
  const through = { ...source, runs: [{ first: source.first, count: source.count }] };
  const ringing = engine.samples(through, recipe, seams[0], 512).data.subarray(0, 512);
  expect(peakToPeak(ringing)).toBeGreaterThan(4 * peakToPeak(data.subarray(0, 1024)));
});
