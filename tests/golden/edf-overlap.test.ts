/** Records that overlap in time, from the file through the store to filtered samples (algorithms.md 1.4, 5; formats.md 1.4, 2). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../src/protocol/recordings.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { openEdf } from "../../src/server/ingest/edf/index.ts";
import { RecordingWriter } from "../../src/server/recordings/recording-writer.ts";
import { createSampleReader, type SampleReader } from "../../src/server/recordings/sample-reader.ts";
import { openEngine } from "../../src/signal/node.ts";
import { asRecorded, isSameBytes, recipeOf } from "../fixtures/sources.ts";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";

let dataDir: string;
let reader: SampleReader;
let lastId = 0;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "connect-overlap-"));
  reader = createSampleReader(dataDir);
});
afterAll(async () => {
  reader.close();
  await rm(dataDir, { recursive: true });
});

const recordSeconds = 10;
/** Samples a record: 256 Hz, 10 Hz, 0.1 Hz. */
const perRecord = [2560, 100, 1];

/** Digital value i is sample i % n of record floor(i / n): every value tells where it comes from. */
const fileOf = (format: EdfFile["format"], onsets: readonly number[]): EdfFile => ({
  format,
  records: onsets.length,
  recordSeconds,
  onsets: onsets.map((onset) => `+${onset}`),
  signals: perRecord.map((samplesPerRecord, k) => ({ label: `S${k}`, samplesPerRecord, sample: (i) => i })),
});

/** Reads the file and stores it; the groups lie in the order of `perRecord`. */
async function store(file: EdfFile) {
  const source = await openEdf(bytesSource(writeEdf(file)), { timezone: "UTC" });
  const id = ++lastId;
  const writer = new RecordingWriter(join(dataDir, "recordings", String(id)), source.head);
  for await (const block of source.blocks()) await writer.append(block);
  const { annotations, repairs } = source.finish();
  const facts = await writer.finish(annotations, repairs);
  const recording = { ...facts, data_object_id: id } as unknown as RecordingDetail;
  const groups = perRecord.map((n) => facts.groups.find((g) => g.sampling_hz === n / recordSeconds) as SignalGroup);
  return { recording, groups, repairs };
}

interface Told {
  /** Seconds from the first record's start. */
  at: number;
  value: number;
  record: number;
}

/** The samples that no later record covers, in order of time: sample by sample, with nothing of the reader's method. */
function visible(onsets: readonly number[], n: number): Told[] {
  const told: Told[] = [];
  onsets.forEach((onset, record) => {
    for (let i = 0; i < n; i++) {
      const at = onset + (i * recordSeconds) / n;
      const isHidden = onsets.some((o, later) => later > record && o <= at && at < o + recordSeconds);
      if (!isHidden) told.push({ at: at - Math.min(...onsets), value: record * n + i, record });
    }
  });
  return told.sort((a, b) => a.at - b.at);
}

async function storedOf(recording: RecordingDetail, group: SignalGroup): Promise<(Told & { index: number })[]> {
  const { data, first } = await reader.readSamples(recording, group, 0, group.sample_count);
  const n = Math.round(group.sampling_hz * recordSeconds);
  return group.segments.flatMap((segment) =>
    Array.from({ length: segment.count }, (_, k) => {
      const index = segment.first + k;
      const value = data[index - first];
      const at = (segment.start_ms - recording.start_ms) / 1000 + k / group.sampling_hz;
      return { at, value, record: Math.floor(value / n), index };
    }),
  );
}

/** Each record follows `step` seconds after the one before, which it overlaps; some jump back over several. */
const layouts: [name: string, onsets: number[]][] = [
  ["one record overlaps by a part of itself", [0, 10, 17.5, 27.5, 37.5]],
  ["by a part that is no whole number of any sample period", [0, 10, 20, 26.3137, 36.3137]],
  ["a stretch goes back over several records and ends behind them", [0, 10, 20, 30, 12.29, 22.29, 32.29, 42.29]],
  ["a stretch lies within an earlier one, which goes on behind it", [0, 10, 20, 30, 40, 50, 13.77, 23.77]],
  ["exactly on the grid", [0, 10, 20, 10, 20, 30]],
  ["a record given twice, then a gap", [0, 10, 10, 20, 95, 105, 101]],
];

describe.each(["EDF+D", "BDF+D"] as const)("%s", (format) => {
  it.each(layouts)("%s: every sample that is not overlapped is stored, at its time", async (_, onsets) => {
    const { recording, groups, repairs } = await store(fileOf(format, onsets));
    expect(repairs).toEqual([expect.stringMatching(/^Records overlap in time/)]);
    for (const [k, group] of groups.entries()) {
      const expected = visible(onsets, perRecord[k]);
      const stored = await storedOf(recording, group);
      expect(stored.map(({ value }) => value)).toEqual(expected.map(({ value }) => value));
      expected.forEach(({ at }, i) => {
        expect(stored[i].at).toBeCloseTo(at, 6);
        expect(Math.abs(stored[i].index - at * group.sampling_hz)).toBeLessThan(1);
      });
    }
  });

  it.each(layouts)("%s: segments end at every seam, and only there and at gaps", async (_, onsets) => {
    const { recording, groups } = await store(fileOf(format, onsets));
    for (const [k, group] of groups.entries()) {
      const n = perRecord[k];
      const expected = visible(onsets, n);
      const starts = expected.filter(({ value, at }, i) => {
        if (i === 0) return true;
        const before = expected[i - 1];
        if (value !== before.value + 1 || (at - before.at) * group.sampling_hz >= 1.99) return true;
        return Math.abs((at - before.at) * group.sampling_hz - 1) > 1e-4;
      });
      expect((await storedStarts(recording, group)).map(({ value }) => value)).toEqual(
        starts.map(({ value }) => value),
      );
    }
    const gaps = onsets.includes(95) ? 1 : 0;
    expect((recording as { gap_count: number }).gap_count).toBe(gaps);
  });
});

async function storedStarts(recording: RecordingDetail, group: SignalGroup) {
  const stored = await storedOf(recording, group);
  return group.segments.map(({ first }) => stored.find(({ index }) => index === first) as Told);
}

it("where two records begin within a period of a slow signal, the grid keeps the later sample", async () => {
  // At 0.1 Hz: samples at 0, 10, 12.5, 19, 29 s; only three indexes lie within a period of the first four.
  const { recording, groups } = await store(fileOf("EDF+D", [0, 10, 12.5, 19, 29]));
  const [, fast, slow] = groups;
  expect((await storedOf(recording, slow)).map(({ value, at, index }) => [value, at, index])).toEqual([
    [0, 0, 0],
    [1, 10, 1],
    [3, 19, 2],
    [4, 29, 3],
  ]);
  expect((await storedOf(recording, fast)).map(({ value }) => value)).toEqual(
    visible([0, 10, 12.5, 19, 29], 100).map(({ value }) => value),
  );
});

it("records that only follow each other in another order are one segment", async () => {
  const { groups, repairs } = await store(fileOf("EDF+D", [20, 30, 0, 10]));
  expect(repairs).toEqual([
    "The records are not in order of time, first where record 3 reads 0 s and the one before it ends at 40 s; they were put in order.",
  ]);
  for (const group of groups) expect(group.segments).toHaveLength(1);
});

describe("filters", () => {
  const engine = openEngine();
  const recipe = recipeOf([asRecorded(0)], { lff: 1, hff: 30, notch: 60 });

  it.each(layouts)("%s: start again at every seam, as if each segment stood alone", async (_, onsets) => {
    const { recording, groups } = await store(fileOf("EDF+D", onsets));
    const [group] = groups;
    const scale = {
      samplingHz: group.sampling_hz,
      gains: group.channels.map(({ gain }) => gain),
      offsets: group.channels.map(({ offset }) => offset),
      missingCode: group.missing_code,
    };
    const whole = await reader.readSamples(recording, group, 0, group.sample_count);
    const filtered = engine.samples({ ...scale, ...whole }, recipe, 0, group.sample_count).data;
    expect(group.segments.length).toBeGreaterThan(1);
    for (const { first, count } of group.segments) {
      // The segment alone, at the same place on the grid: nothing before it exists.
      const alone = { ...whole, runs: [{ first, count }] };
      const { data } = engine.samples({ ...scale, ...alone }, recipe, first, count);
      expect(data[0]).toBe(0);
      expect(isSameBytes(filtered.subarray(first, first + count), data)).toBe(true);
    }
  });
});
