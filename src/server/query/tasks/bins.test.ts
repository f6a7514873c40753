/** Masks, codes and cuts of what is counted and averaged on a compute thread. */
import { expect, it } from "vitest";
import { type MadeGroup, madeRecording, timedOf } from "../../../../tests/fixtures/analysis-sources.ts";
import { openCore } from "../../../signal/node.ts";
import type { GroupReader } from "../../analysis/index.ts";
import { countBins } from "./bins.ts";
import { resample } from "./resampled.ts";

const core = openCore();
const noise = (i: number) => ((Math.imul(i + 1, 2_654_435_761) >>> 20) & 1023) - 512;
const segments = [
  { first: 0, count: 9000, start_ms: 0 },
  { first: 12_000, count: 8000, start_ms: 12_000 * 8 },
];
const coded: MadeGroup = {
  ...{ modality: "A", samplingHz: 125, segments, gain: 0.1, offset: 3, missingCode: -500 },
  rows: [Int16Array.from({ length: 20_000 }, (_, i) => noise(i))],
};
const plain: MadeGroup = {
  ...{ modality: "A", samplingHz: 125, segments },
  rows: [Float32Array.from({ length: 20_000 }, (_, i) => (i % 40 < 3 ? Number.NaN : noise(i) / 7))],
};
/** ms */
const masked = [
  [8000, 16_000],
  [71_000, 100_000.5],
] as const;
const isMasked = (ms: number) => masked.some(([from, to]) => ms >= from && ms < to);

function sourceOf(made: MadeGroup) {
  const { recording, reader } = madeRecording([made]);
  return { core, reader: reader as GroupReader, recording, group: recording.groups[0] };
}
const span = { channel: 0, first: 100, end: 19_500, masked };

it.each([coded, plain])("counts what is there and not masked", async (made) => {
  const { indexes, times, values } = timedOf(made);
  const wanted = new Array<number>(8).fill(0);
  const tally = { expected: 19_400, masked: 0, present: 0 };
  indexes.forEach((index, k) => {
    if (index < span.first || index >= span.end) return;
    if (isMasked(times[k])) tally.masked++;
    else if (!Number.isNaN(values[k])) {
      tally.present++;
      if (values[k] >= -20 && values[k] <= 20) wanted[Math.min(7, Math.floor((values[k] + 20) / 5.1))]++;
    }
  });
  const found = await countBins(sourceOf(made), { span, min: -20, max: 20, size: 5.1 }, () => undefined);
  expect([...found.counts]).toEqual(wanted);
  expect(found.tally).toEqual(tally);
});

it.each([coded, plain])("averages what is there and not masked, and gives its memory back", async (made) => {
  const { times, values } = timedOf(made);
  const periodMs = 1700;
  const wanted = Array.from({ length: 90 }, (_, period) => {
    const own = [...values].filter(
      (value, k) => Math.floor(times[k] / periodMs) === period && !isMasked(times[k]) && !Number.isNaN(value),
    );
    return own.length === 0 ? Number.NaN : own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  const before = core.arena.freeBytes;
  const input = { span: { ...span, first: 0, end: 20_000 }, periodMs, firstPeriod: 0, periods: 90 };
  const { values: means } = await resample(sourceOf(made), input, () => undefined);
  means.forEach((mean, k) => {
    if (Number.isNaN(wanted[k])) expect(mean).toBeNaN();
    else expect(Math.abs(mean - wanted[k])).toBeLessThan(1e-9);
  });
  const stop = () => {
    throw new Error("cancelled");
  };
  await expect(resample(sourceOf(made), input, stop)).rejects.toThrow("cancelled");
  expect(core.arena.freeBytes).toBe(before);
});
