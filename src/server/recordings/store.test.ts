/** Samples and columns read back from the store against plain arrays, over random gaps, overlaps, rates and shapes. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinRuns } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { isNone, openChecksum } from "./checksum.ts";
import { createFilePool } from "./file-pool.ts";
import { arraysOf, levelsOf } from "./geometry.ts";
import { openGroup } from "./group-source.ts";
import { GroupWriter } from "./group-writer.ts";
import { levelBlock } from "./level-block.ts";
import { createSampleReader, type SampleReader } from "./sample-reader.ts";
import { SumsBook, sumsOf } from "./sums.ts";
import { TimeGrid } from "./time-grid.ts";
import type { StoredRecording } from "./types.ts";

interface Part {
  /** Sample periods between the end of the block before and this one. */
  skip: number;
  count: number;
  /** Its values are this much smaller. */
  divisor?: number;
  isSeam?: boolean;
}
interface Case {
  kind: SignalGroup["kind"];
  samplingHz: number;
  sampleType: SignalGroup["sample_type"];
  missingCode: number | null;
  gains: number[];
  parts: Part[];
  seed: number;
}

const startMs = 1_700_000_000_123;
let dataDir: string;
let readers: SampleReader[];
let nextId = 1;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "connect-store-"));
  readers = [createSampleReader(dataDir), createSampleReader(dataDir, { isBlocking: true })];
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await rm(dataDir, { recursive: true });
});

/** Deterministic noise with rare extremes, missing codes and NaN. */
function noise(test: Case): () => number {
  let state = test.seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const draw = state >>> 8;
    if (draw % 401 === 0) return test.sampleType === "int16" ? -32_768 : Number.NaN;
    if (draw % 397 === 0) return test.missingCode ?? 32_767;
    return (draw % 4001) - 2000;
  };
}

const groupOf = (test: Case): Omit<SignalGroup, "sample_count" | "segments"> => ({
  modality: "EEG",
  kind: test.kind,
  sampling_hz: test.samplingHz,
  sample_type: test.sampleType,
  missing_code: test.missingCode,
  channels: test.gains.map((gain, k) => ({
    source_index: k,
    label: `C${k}`,
    unit: "uV",
    gain,
    offset: k * 0.5,
    is_uncalibrated: false,
    prefilter: "",
    transducer: "",
  })),
});

/** Writes the case; returns its description and the truth [channel][grid], NaN where there is no sample. */
async function write(test: Case) {
  const id = nextId++;
  const group = groupOf(test);
  const channels = group.channels.length;
  const writer = new GroupWriter(join(dataDir, "recordings", String(id), "0"), group, startMs);
  const twin = new TimeGrid(startMs, test.samplingHz);
  const placed = new Map<number, number[]>();
  const next = noise(test);
  const periodMs = 1000 / test.samplingHz;
  let time = 0;
  for (const { skip, count, divisor = 1, isSeam } of test.parts) {
    time = Math.max(0, time + skip);
    const data = test.sampleType === "int16" ? new Int16Array(channels * count) : new Float32Array(channels * count);
    for (let k = 0; k < data.length; k++) data[k] = Math.trunc(next() / divisor);
    const { first } = twin.place(startMs + time * periodMs, count, { isSeam });
    for (let k = 0; k < count; k++) {
      placed.set(
        first + k,
        group.channels.map((_, c) => data[c * count + k]),
      );
    }
    await writer.append({ startMs: startMs + time * periodMs, isSeam, count, data });
    time += count;
  }
  const finished = await writer.finish({ timezone: "UTC", isStartKnown: true, startMs });
  const truth = group.channels.map(() => new Float64Array(finished.sample_count).fill(Number.NaN));
  for (const { first, count } of finished.segments) {
    for (let i = first; i < first + count; i++) {
      placed.get(i)?.forEach((value, c) => {
        truth[c][i] = value;
      });
    }
  }
  return {
    recording: {
      data_object_id: id,
      groups: [finished],
      anchors: { description: "", groups: [writer.sumsDigest], annotations: null },
    } as unknown as StoredRecording,
    group: finished,
    truth,
  };
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k]) && a[k] !== b[k]) return k;
  return a.length === b.length ? -1 : a.length;
};

function expectedColumns(group: SignalGroup, truth: Float64Array[], edges: Float64Array): Float32Array {
  const columns = edges.length - 1;
  const out = new Float32Array(2 * truth.length * columns).fill(Number.NaN);
  truth.forEach((row, c) => {
    const { gain, offset } = group.channels[c];
    for (let k = 0; k < columns; k++) {
      let [low, high] = [Infinity, -Infinity];
      for (let i = Math.max(0, edges[k]); i < Math.min(edges[k + 1], row.length); i++) {
        if (Number.isNaN(row[i]) || row[i] === group.missing_code) continue;
        const value = Math.fround(row[i] * gain + offset);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (low > high) continue;
      out[2 * (c * columns + k)] = low;
      out[2 * (c * columns + k) + 1] = high;
    }
  });
  return out;
}

async function check(test: Case, spans: { at: number; length: number; columns: number }[]) {
  const { recording, group, truth } = await write(test);
  const total = group.sample_count;
  const wide = { at: 0, length: 1, columns: 7 };
  for (const [k, { at, length, columns }] of [...spans, wide].entries()) {
    const reader = readers[k % 2];
    const first = Math.floor(at * total);
    const count = Math.ceil(length * (total + 50));
    const read = await reader.readSamples(recording, group, first - 20, count);
    expect(read.first).toBe(Math.max(0, first - 20));
    expect(read.count).toBe(Math.max(0, Math.min(first - 20 + count, total) - read.first));
    for (const run of read.runs) {
      truth.forEach((row, c) => {
        const rows = read.data.subarray(c * read.count, (c + 1) * read.count);
        const from = run.first - read.first;
        const got = rows.subarray(from, from + run.count);
        expect(same(got, row.subarray(run.first, run.first + run.count))).toBe(-1);
      });
    }
    expect(read.runs.reduce((sum, run) => sum + run.count, 0)).toBe(
      group.segments.reduce(
        (sum, s) =>
          sum + Math.max(0, Math.min(s.first + s.count, read.first + read.count) - Math.max(s.first, read.first)),
        0,
      ),
    );
    const span = { first: read.first, count: read.count, room: new Uint8Array(200_000) };
    const held: { first: number; count: number; isSeam?: boolean }[] = [];
    await reader.readSlices(recording, group, span, (slices) => {
      for (const { data, stride, first: from, runs } of slices) {
        held.push(...runs);
        for (const run of runs)
          truth.forEach((row, c) => {
            const at = c * stride + run.first - from;
            expect(same(data.subarray(at, at + run.count), row.subarray(run.first, run.first + run.count))).toBe(-1);
          });
      }
    });
    expect(joinRuns(held)).toEqual(joinRuns(read.runs.map(({ first, count }) => ({ first, count }))));
    expect(held.filter(({ isSeam }) => isSeam)).toHaveLength(read.runs.filter(({ isSeam }) => isSeam).length);
    const edges = Float64Array.from({ length: columns + 1 }, (_, c) => first - 20 + Math.floor((c * count) / columns));
    expect(same(await reader.readColumns(recording, group, edges), expectedColumns(group, truth, edges))).toBe(-1);
  }
}

const part = fc.record({
  skip: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 9000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 3_000_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -6000, max: -1 }) },
  ),
  count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12_000 })),
  isSeam: fc.boolean(),
});
const cases = fc.record<Case>({
  kind: fc.constantFrom("eeg", "waveform", "numeric"),
  samplingHz: fc.constantFrom(0.1, 1, 48.62, 128, 200, 256, 487.5, 1000),
  sampleType: fc.constantFrom("int16", "float32"),
  missingCode: fc.constantFrom(null, null, -1, -32_768),
  gains: fc.array(fc.constantFrom(1, 0.1, -0.25, 8711 / 32_767), { minLength: 1, maxLength: 5 }),
  parts: fc.array(part, { minLength: 1, maxLength: 12 }),
  seed: fc.integer(),
});
const spans = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.double({ min: 0.0001, max: 1, noNaN: true }),
    columns: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 1, maxLength: 4 },
);

it("makes the levels again, bit by bit, when all their files are gone (README)", async () => {
  const parts = [
    { skip: 0, count: 150_000 },
    { skip: 100_003, count: 90_000 },
  ];
  for (const sampleType of ["int16", "float32"] as const) {
    const shape = {
      kind: "eeg",
      samplingHz: 256,
      sampleType,
      missingCode: -1,
      gains: [1, -1],
      parts,
      seed: 3,
    } as const;
    const { recording, group, truth } = await write({ ...shape, gains: [...shape.gains], parts: [...parts] });
    const folder = join(dataDir, "recordings", String(recording.data_object_id), "0");
    const told = new Set<string>();
    const reader = createSampleReader(dataDir, { onLevel: ({ layout }) => told.add(layout.folder) });
    for (const factor of levelsOf(group.sample_count)) await rm(join(folder, `l${factor}`), { recursive: true });
    const edges = Float64Array.from({ length: 8 }, (_, c) => Math.floor((c * group.sample_count) / 7));
    expect(same(await reader.readColumns(recording, group, edges), expectedColumns(group, truth, edges))).toBe(-1);
    expect(told.size).toBeGreaterThan(1);
    const files = createFilePool();
    const source = await openGroup(recording, group, {
      files,
      folder,
      book: new SumsBook(files),
      onLevel: () => undefined,
    });
    const { sums } = source;
    if (sums === null) throw new Error("The sums are gone.");
    const checksum = await openChecksum();
    for (const layout of arraysOf(group).slice(1))
      for (let block = 0; block < layout.blocks; block++) {
        if (isNone(sumsOf(sums, layout), block)) continue;
        const { buffer } = await levelBlock(source, layout, block);
        expect(checksum.matches(new Uint8Array(buffer), sumsOf(sums, layout), block)).toBe(true);
      }
    reader.close();
    files.close();
  }
});

it("gives back every sample and exact columns (algorithms.md 4)", { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(cases, spans, check), { numRuns: 25 });
});

it("recomputes the levels where a later block wins over an earlier one (algorithms.md 5)", async () => {
  const parts = [
    { skip: 0, count: 1_200_000 },
    { skip: -900_000, count: 5000, divisor: 1000 },
    { skip: 700_000, count: 100 },
    { skip: -300_000, count: 1000 },
  ];
  await check(
    { kind: "eeg", samplingHz: 256, sampleType: "int16", missingCode: null, gains: [1, -1], parts, seed: 7 },
    [
      { at: 0, length: 1, columns: 20 },
      { at: 0.2, length: 0.2, columns: 50 },
      { at: 0.24, length: 0.01, columns: 300 },
      { at: 0.2505, length: 0.003, columns: 6 },
    ],
  );
});
