import { expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { type TrendOf, trendRows } from "../../protocol/trends.ts";
import { openCore } from "../../signal/node.ts";
import { describeAs } from "../analysis/describe.ts";
import { BlockMeans, type GroupReader } from "../analysis/index.ts";
import type { ComputePool } from "./compute-pool.ts";
import type { PageSource } from "./tasks/task.ts";
import { TrendPages } from "./trend-pages.ts";
import { TrendStore } from "./trend-store.ts";

const hz = 64;
const seconds = 900;
const names = ["Fp1", "F7", "T7", "P7", "O1", "F3", "C3", "P3", "Fp2", "F8", "T8", "P8", "O2", "F4", "C4", "P4"];
const signs = [1, -1, 1, -1, 1, -1, 1, -1, 2, -2, 2, -2, 2, -2, 2, -2];
/** Neighbours differ by 20 uV of 10 Hz and 10 uV of 2 Hz, twice as much on the right. */
const rows = signs.map((sign) =>
  Float32Array.from({ length: seconds * hz }, (_, i) => {
    const t = i / hz;
    return sign * (10 * Math.sin(2 * Math.PI * 10 * t) + 5 * Math.sin(2 * Math.PI * 2 * t));
  }),
);
const made = madeRecording(
  [
    {
      modality: "EEG",
      samplingHz: hz,
      unit: "uV",
      segments: [{ first: 0, count: seconds * hz, start_ms: 5000 }],
      rows,
    },
  ],
  {
    start_ms: 5000,
  },
);
const stored = {
  ...made.recording,
  groups: made.recording.groups.map(
    (group): SignalGroup => ({
      ...group,
      kind: "eeg",
      channels: group.channels.map((channel, k) => ({ ...channel, label: names[k] })),
    }),
  ),
};
const core = openCore();
let jobs = 0;
const pool: Pick<ComputePool, "run"> = {
  run({ recording, modality, task, input }) {
    jobs++;
    const group = recording.groups.find((each) => each.modality === modality) as SignalGroup;
    const source = { core, recording, group, reader: made.reader as GroupReader };
    const result = task.run(source, input, () => undefined, { reader: made.reader, means: new BlockMeans() });
    return { result: Promise.resolve(result), progress: () => 0 };
  },
};
const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
const pages = new TrendPages(new TrendStore(pool, "core"), pool, "core");

type Wanted = Pick<TrendOf, "trend"> & Partial<{ side: "left" | "right"; baseline: object }>;
const sourceOf = (wanted: Wanted): PageSource => {
  const source = { data_object_id: 1, modality: "EEG" };
  const analysis = { analytic: "eeg_trend", source, isArtifactReduced: false, notch: null, ...wanted } as TrendOf;
  const recording = describeAs(analysis, [stored]);
  return { recording, group: recording.groups[0], first: 0, end: 0 };
};
const read = (wanted: Wanted, span = { first: 0, end: 91, width: 1 }) =>
  pages.read(sourceOf(wanted), span, asker).result;
/** What the LFF of 0.5 Hz leaves of the power. */
const left = (f: number) => 1 / (1 + (0.5 / f) ** 2);

it("has the known answers, of features that are made once", async () => {
  const { data, columns, present } = await read({ trend: "fft_spectrogram", side: "left" });
  expect([columns, present]).toEqual([91, 91]);
  const power = (row: number) => 10 ** (data[row * columns + 50] / 10);
  const alpha = Array.from({ length: 10 }, (_, k) => power(16 + k) / 2).reduce((sum, value) => sum + value, 0);
  expect(Math.abs(alpha / ((left(10) * 400) / 2) - 1)).toBeLessThan(0.01);
  const before = jobs;
  const asymmetry = await read({ trend: "asymmetry_spectrogram" });
  expect(Math.abs(asymmetry.data[18 * 91 + 50] - 60)).toBeLessThan(0.1);
  const ratio = await read({ trend: "alpha_delta_ratio", side: "right" });
  expect(Math.abs(ratio.data[50] / ((4 * left(10)) / left(2)) - 1)).toBeLessThan(0.02);
  expect((await read({ trend: "suppression_ratio", side: "left" })).data[50]).toBe(0);
  const aeeg = await read({ trend: "aeeg", side: "left" }, { first: 0, end: 61, width: 1 });
  expect(aeeg.data[30]).toBeLessThan(aeeg.data[2 * 61 + 30]);
  expect(jobs - before).toBe(4);
});

it("makes the same columns whatever the page", async () => {
  for (const trend of ["fft_spectrogram", "suppression_ratio", "aeeg", "adr_vs_baseline", "rhythmicity"] as const) {
    const all = await read({ trend, side: "left" }, { first: 0, end: 20, width: 4 });
    const part = await read({ trend, side: "left" }, { first: 7, end: 12, width: 4 });
    for (let row = 0; row < trendRows[trend].length; row++)
      expect([...part.data.subarray(5 * row, 5 * row + 5)]).toEqual([
        ...all.data.subarray(20 * row + 7, 20 * row + 12),
      ]);
  }
});

it("compares with the first valid hour, and says where there is none", async () => {
  const used = await read({ trend: "fft_vs_baseline", side: "left" });
  expect(used.baseline?.state).toBe("used");
  expect(Math.abs(used.data[20 * 91 + 50])).toBeLessThan(0.01);
  const short = await read({ trend: "adr_vs_baseline", side: "left", baseline: { start_ms: 5000, end_ms: 300_000 } });
  expect(short.baseline?.state).toBe("none");
  expect(short.data.every(Number.isNaN)).toBe(true);
});
