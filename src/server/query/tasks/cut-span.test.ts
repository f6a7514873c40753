/** Long counts and means are made in pieces that say the same as one. */
import { expect, it } from "vitest";
import { type MadeGroup, madeRecording } from "../../../../tests/fixtures/analysis-sources.ts";
import type { BinsBlock, ResampledBlock } from "../../../protocol/page-codec.ts";
import { openCore } from "../../../signal/node.ts";
import type { GroupReader } from "../../analysis/index.ts";
import type { Asker } from "../turns.ts";
import { bins, countBins } from "./bins.ts";
import { cutSpan, inPieces } from "./cut-span.ts";
import { resample, resampled } from "./resampled.ts";
import type { PageSource, PageTaskDeps } from "./task.ts";

const core = openCore();
/** 96 channels: a piece is 87,381 samples. */
const channels = 96;
const samples = 200_000;
const row = Float32Array.from({ length: samples }, (_, i) =>
  i % 997 < 3 ? Number.NaN : (((Math.imul(i + 1, 2_654_435_761) >>> 20) & 1023) - 512) / 7,
);
const made: MadeGroup = {
  ...{ modality: "A", samplingHz: 125, rows: Array.from({ length: channels }, () => row) },
  segments: [
    { first: 0, count: 87_000, start_ms: 0 },
    // The clock of the second segment begins before the first one ends: a cut is one of samples, not of times.
    { first: 87_000, count: 113_000, start_ms: 87_000 * 8 - 900 },
  ],
};
const { recording, reader } = madeRecording([made]);
const group = recording.groups[0];
const source: PageSource = { recording, group, first: 500, end: samples - 500 };
const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal } as Asker;

/** Does each piece on this thread, and tells how many there were. */
function tools() {
  const spans: number[] = [];
  const deps = {
    compute: (_source: PageSource, { task, input }: { task: { run: unknown }; input: { span: { first: number } } }) => {
      spans.push(input.span.first);
      const run = task.run as (...given: unknown[]) => Promise<unknown>;
      const result = run({ core, reader: reader as GroupReader, recording, group }, input, () => undefined);
      return { result, progress: () => 0.5 };
    },
  } as unknown as PageTaskDeps;
  return { deps, spans };
}

const order = { source, columns: 1, span: { start: 0, end: 1 }, asker };
const whole = { core, reader: reader as GroupReader, recording, group };

it("counts the same in pieces", async () => {
  const { deps, spans } = tools();
  const form = { kind: "bins", channel: 3, min: -20, max: 20, size: 1.7 } as const;
  const { result, progress } = bins.make({ ...order, form }, deps);
  expect(progress()).toBeCloseTo(1 / 6);
  const { data, tally } = (await result) as BinsBlock;
  expect([spans.length, progress()]).toEqual([3, 1]);
  const span = { channel: 3, first: 500, end: samples - 500, masked: [] };
  const one = await countBins(whole, { span, min: -20, max: 20, size: 1.7 }, () => undefined);
  expect([...data]).toEqual([...one.counts]);
  expect(tally).toEqual(one.tally);
});

it.each([1000, 7000, 3_600_000])("averages over %d ms bit by bit the same in pieces", async (period_ms) => {
  const { deps, spans } = tools();
  const { result } = resampled.make({ ...order, form: { kind: "resampled", channel: 3, period_ms } }, deps);
  const { data, tally, first_period } = (await result) as ResampledBlock;
  expect(spans.length).toBeGreaterThan(1);
  const span = { channel: 3, first: spans[0], end: spans[0] + tally.expected, masked: [] };
  const input = { span, periodMs: period_ms, firstPeriod: first_period, periods: data.length };
  const one = await resample(whole, input, () => undefined);
  expect(new BigUint64Array(Float64Array.from(data).buffer)).toEqual(new BigUint64Array(one.values.buffer));
  expect(tally).toEqual(one.tally);
});

it("does nothing more of it once a piece has failed, and an empty span is one piece", async () => {
  const span = { channel: 0, first: 5, end: 95, masked: [] };
  const pieces = cutSpan(span, 40);
  expect(pieces.map(({ first, end }) => [first, end])).toEqual([
    [5, 40],
    [40, 80],
    [80, 95],
  ]);
  expect(cutSpan({ ...span, end: 5 }, 40)).toHaveLength(1);
  const begun: number[] = [];
  const { result } = inPieces(pieces, ({ first }) => {
    begun.push(first);
    const failed = first === 40 ? Promise.reject(new Error("cancelled")) : Promise.resolve(first);
    return { result: failed, progress: () => 0 };
  });
  await expect(result).rejects.toThrow("cancelled");
  expect(begun).toEqual([5, 40]);
});
