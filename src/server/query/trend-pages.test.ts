import { expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { Masks } from "../../domain/annotations/masks.ts";
import type { RecordingDetail, Segment, SignalGroup } from "../../protocol/recordings.ts";
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
const segmentOf = (from: number, to: number): Segment => ({
  ...{ first: from * hz, count: (to - from) * hz, start_ms: 5000 + from * 1000 },
});
const recorded = (
  id: number,
  labels: readonly string[] = names,
  segments: Segment[] = [segmentOf(0, seconds)],
  facts: Partial<RecordingDetail> = {},
) => {
  const whole = { start_ms: 5000, data_object_id: id, ...facts };
  const made = madeRecording([{ modality: "EEG", samplingHz: hz, unit: "uV", segments, rows }], whole);
  const groups = made.recording.groups.map(
    (group): SignalGroup => ({
      ...group,
      kind: "eeg",
      channels: group.channels.map((channel, k) => ({ ...channel, label: labels[k] })),
    }),
  );
  readers.set(id, made.reader);
  return { ...made.recording, groups };
};
const readers = new Map<number, Pick<GroupReader, "readSlices">>();
const stored = recorded(1);
const core = openCore();
let jobs = 0;
const pool: Pick<ComputePool, "run"> = {
  run({ recording, modality, task, input }) {
    jobs++;
    const group = recording.groups.find((each) => each.modality === modality) as SignalGroup;
    const reader = readers.get(recording.data_object_id) as GroupReader;
    const source = { core, recording, group, reader };
    const result = task.run(source, input, () => undefined, { reader, means: new BlockMeans() });
    return { result: Promise.resolve(result), progress: () => 0 };
  },
};
const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
const pages = new TrendPages(new TrendStore(pool, "core"), pool, "core");

type Wanted = Pick<TrendOf, "trend"> &
  Partial<{ side: "left" | "right"; baseline: object; isArtifactReduced: boolean }>;
interface Place {
  from?: typeof stored;
  masks?: Masks;
}
const sourceOf = (wanted: Wanted, { from = stored, masks }: Place): PageSource => {
  const source = { data_object_id: from.data_object_id, modality: "EEG" };
  const analysis = { analytic: "eeg_trend", source, isArtifactReduced: false, notch: null, ...wanted } as TrendOf;
  const recording = describeAs(analysis, [from]);
  return { recording, group: recording.groups[0], first: 0, end: 0, ...(masks === undefined ? {} : { masks }) };
};
const read = (wanted: Wanted, span = { first: 0, end: 91, width: 1 }, place: Place = {}) =>
  pages.read(sourceOf(wanted, place), span, asker).result;
/** What the LFF of 0.5 Hz leaves of the power. */
const left = (f: number) => 1 / (1 + (0.5 / f) ** 2);

it("has the known answers, of features that are made once", async () => {
  const { data, columns, present } = await read({ trend: "fft_spectrogram", side: "left" });
  expect([columns, present]).toEqual([91, [91]]);
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

it("has a baseline of a side that lost an electrode, and none of one that lost two", async () => {
  const lost = (id: number, ...labels: string[]) => ({
    from: recorded(id),
    masks: { everywhere: [], channels: new Map(labels.map((label) => [label, [[0, 1e9]]])) } satisfies Masks,
  });
  for (const trend of ["fft_vs_baseline", "adr_vs_baseline"] as const)
    for (const isArtifactReduced of [false, true]) {
      const wanted = { trend, side: "left", isArtifactReduced } as const;
      expect((await read(wanted, undefined, lost(5, "T7"))).baseline?.state).toBe("used");
      expect((await read(wanted, undefined, lost(6, "T7", "O1"))).baseline?.state).toBe("none");
    }
});

const span = { first: 0, end: 91, width: 1 };
/** Columns without a value of the first row. */
const empty = ({ data, columns }: { data: Float64Array; columns: number }) =>
  Array.from({ length: columns }, (_, k) => k).filter((k) => Number.isNaN(data[k]));
const minute = [30, 31, 32, 33, 34, 35];

it("has no row of a side without electrodes, and the other one as ever", async () => {
  const left = names.slice(0, 8);
  const from = recorded(2, [...left, ...left.map((name) => `${name} of old`)]);
  const right = await read({ trend: "fft_spectrogram", side: "right" }, span, { from });
  expect([right.present, right.data.every(Number.isNaN)]).toEqual([[0], true]);
  expect((await read({ trend: "asymmetry_spectrogram" }, span, { from })).data.every(Number.isNaN)).toBe(true);
  const wanted = { trend: "fft_spectrogram", side: "left" } as const;
  expect((await read(wanted, span, { from })).data).toEqual((await read(wanted)).data);
});

it("has nothing of what a gap or an artifact takes, and counts it as missing", async () => {
  const gap = { from: recorded(3, names, [segmentOf(0, 295), segmentOf(355, seconds)]) };
  const everywhere = { masks: { everywhere: [[300_000, 360_000]], channels: new Map() } satisfies Masks };
  for (const place of [gap, everywhere]) {
    const power = await read({ trend: "fft_spectrogram", side: "left" }, span, place);
    expect([power.present, empty(power)]).toEqual([[85], minute]);
    const suppressed = await read({ trend: "suppression_ratio", side: "right" }, span, place);
    // Half of the trailing minute must be there, which it is not at the beginning either.
    expect(empty(suppressed)).toEqual([0, 1, 2, 33, 34, 35, 36, 37]);
  }
  const one = { masks: { everywhere: [], channels: new Map([["Fp1", [[300_000, 360_000]]]]) } satisfies Masks };
  const electrode = (await read({ trend: "artifact_intensity" }, span, one)).data.subarray(2 * 91);
  expect(minute.map((k) => electrode[k])).toEqual(minute.map(() => 12.5));
  expect([electrode[28], electrode[38]]).toEqual([0, 0]);
});

it("has the same of a recording that grows as of the whole one", async () => {
  const from = recorded(4, names, [segmentOf(0, 600)], { tail: { revision: 7, end_ms: 605_000, groups: [] } });
  for (const trend of ["fft_spectrogram", "suppression_ratio", "alpha_delta_ratio", "aeeg"] as const) {
    const own = { first: 0, end: trend === "aeeg" ? 40 : 60, width: 1 };
    const [grown, whole] = [
      await read({ trend, side: "left" }, own, { from }),
      await read({ trend, side: "left" }, own),
    ];
    expect([...grown.data]).toEqual([...whole.data]);
  }
});

it("waits for the end of a chosen baseline while the recording grows", async () => {
  const from = recorded(7, names, [segmentOf(0, 700)], { tail: { revision: 7, end_ms: 705_000, groups: [] } });
  const own = { first: 0, end: 70, width: 1 };
  for (const trend of ["fft_vs_baseline", "adr_vs_baseline"] as const) {
    const compared = (end_ms: number, place: Place) =>
      read({ trend, side: "left", baseline: { start_ms: 5000, end_ms } }, own, place);
    for (const beyond of [715_000, 905_000]) {
      const waiting = await compared(beyond, { from });
      expect(waiting.baseline?.state).toBe("waiting");
      expect(waiting.data.every(Number.isNaN)).toBe(true);
    }
    const [past, whole] = [await compared(695_000, { from }), await compared(695_000, {})];
    expect(past.baseline).toEqual({ ...whole.baseline, state: "used" });
    expect([...past.data]).toEqual([...whole.data]);
  }
});
