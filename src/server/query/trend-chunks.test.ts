/** Features of trends do not know of the chunks that they are made in: they are those of the whole recording, made at once and plainly. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { RecordingDetail, Segment, SignalGroup } from "../../protocol/recordings.ts";
import { artifactFlags } from "../../signal/artifact-flags.ts";
import { openCore } from "../../signal/node.ts";
import { referenceChain, referenceSuppressed } from "../../signal/reference-trends.ts";
import { featureRows } from "../../signal/trend-features.ts";
import { trendChains } from "../../signal/trend-plan.ts";
import { describeAs } from "../analysis/describe.ts";
import { BlockMeans, type GroupReader } from "../analysis/index.ts";
import type { ComputePool } from "./compute-pool.ts";
import { type TrendOrder, TrendStore } from "./trend-store.ts";

const hz = 64;
/** Of the epoch grid: a chunk ends in the middle. */
const [startSecond, border, endSecond] = [560, 600, 640];
const samples = (endSecond - startSecond) * hz;
const core = openCore();
const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };

/** The store over Fp1 - F7; F7 and T7 are nothing. */
function storeOf(
  row: Float32Array,
  isArtifactReduced: boolean,
  facts: Partial<RecordingDetail> = {},
  segments: Segment[] = [{ first: 0, count: row.length, start_ms: 1000 * startSecond }],
): { store: TrendStore; order: TrendOrder } {
  const start_ms = 1000 * startSecond;
  const rows = [row, new Float32Array(row.length), new Float32Array(row.length)];
  const made = madeRecording([{ modality: "EEG", samplingHz: hz, unit: "uV", segments, rows }], { start_ms, ...facts });
  const [{ channels, ...group }] = made.recording.groups;
  const labelled = channels.map((channel, k) => ({ ...channel, label: ["Fp1", "F7", "T7"][k] }));
  const eeg: SignalGroup = { ...group, kind: "eeg", channels: labelled };
  const recording = { ...made.recording, groups: [eeg] };
  const reader = made.reader as GroupReader;
  const pool: Pick<ComputePool, "run"> = {
    run({ task, input }) {
      const source = { core, recording, group: eeg, reader };
      const result = task.run(source, input, () => undefined, { reader, means: new BlockMeans() });
      return { result: Promise.resolve(result), progress: () => 0 };
    },
  };
  const order = { source: { recording, group: eeg }, settings: { notch: null, isArtifactReduced } };
  return { store: new TrendStore(pool, "core"), order };
}

/** [suppressed, finite] of each epoch. */
function plainly(row: Float32Array, isArtifactReduced: boolean): number[][] {
  const blocks = Array.from({ length: row.length / (2 * hz) + 1 }, (_, k) => 2 * k * hz);
  const flags = artifactFlags(row, blocks, hz);
  const slow = referenceChain(row, trendChains(hz, null).suppression);
  if (isArtifactReduced)
    for (const [k, flag] of flags.entries()) if (flag !== 0) slow.fill(Number.NaN, blocks[k], blocks[k + 1]);
  const isSuppressed = referenceSuppressed(slow, hz);
  return Array.from({ length: row.length / (10 * hz) }, (_, epoch) => {
    const [from, to] = [epoch * 10 * hz, (epoch + 1) * 10 * hz];
    return [
      isSuppressed.slice(from, to).filter(Boolean).length,
      slow.slice(from, to).filter((x) => !Number.isNaN(x)).length,
    ];
  });
}

const at = (secondsFromBorder: number) => Math.round((border - startSecond + secondsFromBorder) * hz);
/** Next to nothing from before the border to behind it. */
const across = fc
  .tuple(fc.double({ min: 0.02, max: 1.2, noNaN: true }), fc.double({ min: 0.02, max: 1.2, noNaN: true }))
  .map(([back, on]) => [at(-back), at(on)] as const);
/** Beyond what a low-frequency filter makes of it, in the block before the border or behind it. */
const lostPart = fc.constantFrom(-1.95, -1.5, 0.6, 1.3, 1.9).map((second) => [at(second), at(second) + 2] as const);

it("count the same suppressed samples on both sides of a chunk's border, whatever is flagged beyond it", async () => {
  const property = fc.asyncProperty(
    across,
    fc.array(lostPart, { maxLength: 2 }),
    fc.boolean(),
    async ([from, to], lost, isArtifactReduced) => {
      const row = Float32Array.from({ length: samples }, (_, i) => 40 * Math.sin((2 * Math.PI * 9 * i) / hz));
      row.fill(0.01, from, to);
      for (const [first, end] of lost) row.fill(2000, first, end);
      const { store, order } = storeOf(row, isArtifactReduced);
      const rows = [featureRows.suppressed.left, featureRows.finite.left].map(({ first }) => ({ first, count: 1 }));
      const range = { rows, isSegments: false, from: startSecond / 10, to: endSecond / 10 };
      const { values, epochs } = await store.read(order, range, asker).result;
      const made = Array.from({ length: epochs }, (_, epoch) => [values[epoch], values[epochs + epoch]]);
      expect(made).toEqual(plainly(row, isArtifactReduced));
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 7 });
});

it("have windows of spectra at the same places of an epoch, whether samples are missing, lie in a gap or were not recorded yet", async () => {
  const row = Float32Array.from({ length: samples }, (_, i) => 40 * Math.sin(i ** 2 / 9e4) + ((i * 7919) % 101));
  // From the middle of the first epoch on, and without the beginning of the third one.
  const [start, gap, behind] = [at(-35.75), at(-25.5), at(-17.25)];
  const blank = row.slice().fill(Number.NaN, 0, start).fill(Number.NaN, gap, behind);
  const pieces = [
    { first: 0, count: gap - start, start_ms: 1000 * (border - 35.75) },
    { first: behind - start, count: samples - behind, start_ms: 1000 * (border - 17.25) },
  ];
  const cut = storeOf(row.slice(start), false, { start_ms: pieces[0].start_ms }, pieces);
  const powers = async ({ store, order }: typeof cut) => {
    const range = { rows: [featureRows.power.left], isSegments: false, from: startSecond / 10, to: endSecond / 10 };
    return [...(await store.read(order, range, asker).result).values];
  };
  const expected = await powers(storeOf(blank, false));
  expect(expected.filter(Number.isFinite).length).toBeGreaterThan(5 * 76);
  expect(await powers(cut)).toEqual(expected);
});

it("tell of an epoch of a recording that grows once nothing of it can change", async () => {
  const row = Float32Array.from({ length: samples }, (_, i) => 40 * Math.sin((2 * Math.PI * 9 * i) / hz));
  for (const end of [-10, 0]) row.fill(0.01, at(end - 0.2), at(end + 0.4));
  const of = { analytic: "eeg_trend", source: { data_object_id: 1, modality: "EEG" }, notch: null } as const;
  const suppressed = [{ first: featureRows.suppressed.left.first, count: 1 }];
  const told = async (seconds: number, isArtifactReduced: boolean) => {
    const tail = { tail: { revision: 1, end_ms: 0, groups: [] } };
    const { store, order } = storeOf(row.subarray(0, at(seconds)), isArtifactReduced, tail);
    const analysis = { ...of, trend: "suppression_ratio", side: "left", isArtifactReduced } as const;
    const { sample_count } = describeAs(analysis, [order.source.recording]).groups[0];
    const from = startSecond / 10;
    const range = { rows: suppressed, isSegments: false, from, to: from + sample_count };
    return [...(await store.read(order, range, asker).result).values];
  };
  for (const isArtifactReduced of [false, true]) {
    const whole = await told(30, isArtifactReduced);
    for (let seconds = -11; seconds < 11; seconds += 0.1) {
      const values = await told(seconds, isArtifactReduced);
      expect(values, `${seconds} s`).toEqual(whole.slice(0, values.length));
    }
  }
});
