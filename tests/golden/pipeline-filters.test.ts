/** Nodes LFF, HFF and notch beside the data query: the same stored samples, filters and gaps (algorithms.md 1). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { filterOptions } from "../../src/domain/montage/filter-options.ts";
import type { Filters } from "../../src/protocol/recipe.ts";
import { FilteredChannels, filteredChunk, filterRecipe } from "../../src/server/pipelines/filtered-channels.ts";
import { streamColumns } from "../../src/server/query/column-stream.ts";
import type { StoredRecording } from "../../src/server/recordings/index.ts";
import { RecordingWriter } from "../../src/server/recordings/recording-writer.ts";
import { createSampleReader, type SampleReader } from "../../src/server/recordings/sample-reader.ts";
import { openCore } from "../../src/signal/node.ts";

const hz = 256;
const channels = 3;
const chunk = filteredChunk(channels);
const core = openCore();
let dataDir: string;
let reader: SampleReader;
let recording: StoredRecording;
const groupOf = () => recording.groups[0];

/** Parts as [samples left out before it, samples, whether it begins at a seam]; the second chunk begins in the third. */
const parts = [
  [0, 20_000, false],
  [700, 9_000, false],
  [0, 60_000, true],
  [4_000, 30_000, false],
] as const;
const total = parts.reduce((sum, [skip, count]) => sum + skip + count, 0);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "connect-pipeline-filters-"));
  reader = createSampleReader(dataDir, { isBlocking: true });
  const writer = new RecordingWriter(join(dataDir, "recordings", "1"), {
    ...{ objType: "EDF", startMs: 0, isStartKnown: false, timezone: "UTC", sizeBytes: 0 },
    groups: [
      {
        ...{ modality: "EEG", kind: "eeg", sampling_hz: hz, sample_type: "int16", missing_code: -32_768 },
        channels: Array.from({ length: channels }, (_, k) => ({
          ...{ source_index: k, label: `C${k}`, unit: "uV", gain: 0.1 + k / 7, offset: 0.7 * k },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        })),
      },
    ],
  });
  let at = 0;
  for (const [skip, count, isSeam] of parts) {
    at += skip;
    const from = at;
    const data = Int16Array.from({ length: channels * count }, (_, i) => {
      const t = (from + (i % count)) / hz;
      if (i % 17_013 === 0) return -32_768; // missing
      return 4000 * Math.sin(2 * Math.PI * 60 * t) + 2000 * Math.sin(11 * t) + ((i * 7919) % 3001) - 1500 + 9000;
    });
    await writer.append({ group: 0, startMs: (at * 1000) / hz, count, data, isSeam });
    at += count;
  }
  const { groups, anchors } = await writer.finish([], []);
  recording = { data_object_id: 1, groups, anchors, damage: [] } as unknown as StoredRecording;
});
afterAll(async () => {
  reader.close();
  await rm(dataDir, { recursive: true });
});

const read = (filters: Filters, first: number, count: number, masked: readonly [number, number][] = []) =>
  new FilteredChannels({ core, reader, onStep: () => undefined }).read(
    { channel: { recording, modality: "EEG", channel: 1, masked }, filters },
    first,
    count,
  );
/** As a page of the data query has them: columns of one sample. */
async function asked(filters: Filters, first: number, count: number): Promise<number[]> {
  const grid = { firstColumn: first, columns: count, samplesPerColumn: 1 };
  const source = { core, reader, recording, group: groupOf() };
  const { data } = await streamColumns(source, filterRecipe(1, filters), grid, () => undefined);
  return Array.from({ length: count }, (_, k) => data[2 * k]);
}

const { lff, hff, notch } = filterOptions;
const settings: Filters[] = [
  ...lff.map((hz) => ({ lff: hz, hff: 30, notch: 60 })),
  ...hff.map((hz) => ({ lff: 1, hff: hz, notch: null })),
  ...notch.map((hz) => ({ lff: null, hff: null, notch: hz })),
];

it.each(
  settings,
)("are its samples to the bit, chunk by chunk, with LFF $lff, HFF $hff, notch $notch", async (filters) => {
  expect([chunk, total]).toEqual([65_536, 123_700]);
  expect([...(await read(filters, 0, chunk))]).toEqual(await asked(filters, 0, chunk));
  expect([...(await read(filters, chunk, total - chunk))]).toEqual(await asked(filters, chunk, total - chunk));
});

it("do not depend on where a run begins, nor differ more than a page after a seek does", async () => {
  const filters = { lff: 0.1, hff: 30, notch: 60 };
  const whole = [...(await read(filters, 0, total))];
  for (const [first, count] of [
    [chunk - 300, 600],
    [19_990, 2000],
    [total - 50, 200],
  ]) {
    const part = [...(await read(filters, first, count))];
    expect(part).toEqual(Array.from({ length: count }, (_, k) => whole[first + k] ?? Number.NaN));
  }
  const played = await asked(filters, 0, total);
  const peakToPeak = 65_536 * (0.1 + 1 / 7);
  for (const [k, value] of whole.entries()) {
    expect(Number.isNaN(value)).toBe(Number.isNaN(played[k]));
    if (!Number.isNaN(value)) expect(Math.abs(value - played[k])).toBeLessThanOrEqual(1e-5 * peakToPeak);
  }
});

it("are nothing where artifacts mask, and begin anew behind them", async () => {
  const filters = { lff: 1, hff: null, notch: null };
  const values = await read(filters, 0, 4000, [[4000, 6000]]);
  const plain = await read(filters, 0, 4000);
  const masked = [...values.entries()].flatMap(([k, value]) =>
    Number.isNaN(value) && !Number.isNaN(plain[k]) ? [k] : [],
  );
  expect([masked[0], masked.at(-1), masked.length]).toEqual([1024, 1535, 512]);
  expect([...values.subarray(0, 1024)]).toEqual([...plain.subarray(0, 1024)]);
  expect(values[1536]).toBe(0); // of a run that begins: no start-up transient
});
