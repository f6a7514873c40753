import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { analysisKey, type StoredRunOf } from "../../protocol/analysis.ts";
import { openCore } from "../../signal/node.ts";
import { createResultFile } from "../pipelines/h5-file.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { readAnalysisKey } from "./analysis-key.ts";
import { BlockMeans } from "./block-means.ts";
import { BlockSums } from "./block-sums.ts";
import { derivedReader } from "./derived-reader.ts";
import { lookUpAnalysis } from "./look-up.ts";
import type { StoredOutput } from "./stored-run.ts";
import type { DerivedRecording } from "./types.ts";

const startMs = Date.UTC(2026, 1, 2, 10);
const recording = {
  ...{ data_object_id: 5, data_version: 3, patient_id: "A", patient_key: 8, state: "ready" },
  ...{ start_ms: startMs - 5000, end_ms: startMs + 1e6, groups: [], tail: { revision: 1 } },
} as unknown as StoredRecording;
const analysis: StoredRunOf = { analytic: "stored_run", data_object_id: 5, run_id: 12, output: "Table" };
/** 40,000 rows, then a gap of 100 s whose clock is 0.2 s late, and 3 more. */
const segments = [
  { first: 0, count: 40_000, start_ms: startMs },
  { first: 40_100, count: 3, start_ms: startMs + 40_100_200 },
];
const valueAt = (row: number, column: number) => (row % 977 === column ? Number.NaN : row * 3 + column + 0.1);
let folder: string;
let output: StoredOutput;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "connect-stored-run-"));
  const path = join(folder, "result.h5");
  const file = await createResultFile(path, { title: "T" });
  const writer = file.output("Table", 2);
  for (let row = 0; row < 40_003; row += 10_000) {
    const count = Math.min(10_000, 40_003 - row);
    const times = Array.from({ length: count }, (_, k) => startMs + (row + k) * 1000);
    writer.write(
      times,
      Float64Array.from({ length: 2 * count }, (_, k) => valueAt(row + (k >> 1), k & 1)),
    );
  }
  writer.describe({ columns: ["a", "b"], units: ["mmHg", ""], attributes: {} });
  file.finish();
  output = {
    ...{ patientKey: 8, recordingIds: [5, 6], version: 41, path, columns: ["a", "b"], units: ["mmHg", ""] },
    ...{ sampling_hz: 1, segments },
    facts: {
      ...{ run_id: 12, name: "Own", finished_at: 1, core: "abc", definition: "D.", parameters: "{}" },
      ...{ sources: ["ABP (mmHg)"], missing_share: 0.1, masked_share: 0 },
    },
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const noMasks = async () => expect.unreachable();
const described = async (stored: StoredOutput | null = output, of = recording) =>
  lookUpAnalysis(analysis, async () => of, noMasks, { output: async () => stored });

it("is told by its run: its own grid and columns, and nothing that grows or is damaged", async () => {
  const made = (await described()) as DerivedRecording;
  expect(made).toMatchObject({
    ...{ data_version: 41, patient_key: 8, start_ms: startMs, end_ms: startMs + 40_103_200, stored: output.facts },
    groups: [{ modality: analysisKey(analysis), kind: "numeric", sampling_hz: 1, sample_count: 40_103, segments }],
  });
  expect(made.groups[0].channels.map(({ label, unit }) => [label, unit])).toEqual([["a", "mmHg"], ["b", ""]]); // biome-ignore format: pairs
  expect("tail" in made).toBe(false);
  expect(readAnalysisKey(analysisKey(analysis))).toEqual(analysis);
});

it("is there for who sees a recording of its patient that it read, and for nobody else", async () => {
  expect(await described(null)).toBeNull();
  expect(await described({ ...output, patientKey: 9 })).toBeNull();
  expect(await described({ ...output, recordingIds: [6] })).toBeNull();
  const asked: unknown[] = [];
  const unseen = lookUpAnalysis(
    ...[analysis, async () => null, noMasks] as const,
    {
      output: async (wanted) => {
        asked.push(wanted);
        return output;
      },
    },
  ); // biome-ignore format: one call
  expect([await unseen, asked]).toEqual([null, []]);
});

it("is read from its file, row by row, whatever is asked at once; what has no row is missing", async () => {
  const made = (await described()) as DerivedRecording;
  const core = openCore();
  const reader = derivedReader({
    ...{ core, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined },
    reader: { readSlices: async () => expect.unreachable() },
  });
  const [group] = made.groups;
  const wanted = (index: number, column: number) => {
    if (index < 40_000) return valueAt(index, column);
    return index < 40_100 ? Number.NaN : valueAt(index - 100, column);
  };
  for (const [first, count] of [
    [0, 40_103],
    [39_990, 113],
    [40_020, 30],
    [40_101, 2],
    [7, 1],
  ]) {
    const { data, runs } = await reader.readSamples(made, group, first, count); // biome-ignore format: spans
    const expected = [0, 1].flatMap((column) => Array.from({ length: count }, (_, k) => wanted(first + k, column)));
    expect(Array.from(data)).toEqual(expected.map(Math.fround));
    expect(runs.every((run) => run.first >= first && run.first + run.count <= first + count)).toBe(true);
  }
  const pairs = await reader.readColumns(made, group, Float64Array.of(0, 10, 40_000, 40_102));
  expect(Array.from(pairs.subarray(0, 6))).toEqual(
    [valueAt(1, 0), valueAt(9, 0), valueAt(10, 0), valueAt(39_999, 0), valueAt(40_000, 0), valueAt(40_001, 0)].map(
      Math.fround,
    ),
  );
});

it("fails where the copy is gone, and reads it again once it is there", async () => {
  const made = (await described({ ...output, path: join(folder, "gone.h5") })) as DerivedRecording;
  const reader = derivedReader({
    ...{ core: openCore(), sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined },
    reader: { readSlices: async () => expect.unreachable() },
  });
  await expect(reader.readSamples(made, made.groups[0], 0, 5)).rejects.toThrow("ENOENT");
  copyFileSync(output.path, join(folder, "gone.h5"));
  const { data } = await reader.readSamples(made, made.groups[0], 2, 1);
  expect(Array.from(data)).toEqual([valueAt(2, 0), valueAt(2, 1)].map(Math.fround));
});
