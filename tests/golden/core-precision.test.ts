/** What float32 and float64 state must reach (algorithms.md 1.6), far from the value at which a run began. */
import { expect, it } from "vitest";
import { filterOptions } from "../../src/domain/montage/filter-options.ts";
import type { Filters } from "../../src/protocol/recipe.ts";
import { planFilters } from "../../src/signal/coefficients.ts";
import { openEngine } from "../../src/signal/node.ts";
import { referenceFilter } from "../../src/signal/reference.ts";
import { asRecorded, cutSource, floatSource, peakToPeak, recipeOf } from "../fixtures/sources.ts";
import { Lcg } from "../fixtures/vector-inputs.ts";

const engine = openEngine();
const rates = [128, 200, 256, 500, 512, 1000, 1024, 2048];
const seconds = 16;
const driftMicroVolts = 20_000;

/** EEG of about 60 uV on an electrode offset; `extra` is added to it, by the second. */
function eeg(samplingHz: number, extra: (second: number) => number): Float32Array {
  const random = new Lcg(7);
  return Float32Array.from({ length: seconds * samplingHz }, (_, i) => {
    const second = i / samplingHz;
    return 5000 + 0.4 * random.fixed(17) + 30 * Math.sin(2 * Math.PI * 10 * second) + extra(second);
  });
}
const inputs: Record<string, (second: number) => number> = {
  "an electrode that drifts by 20 mV": (second) => driftMicroVolts * Math.min(1, second / 6),
  "an electrode that jumps by 20 mV": (second) => (second < 3 ? 0 : driftMicroVolts),
  "1 mV of hum": (second) => 1000 * Math.sin(2 * Math.PI * 50 * second),
};
const settings: Filters[] = filterOptions.lff.flatMap((lff) =>
  [null, 30, 100].flatMap((hff) => filterOptions.notch.map((notch) => ({ lff, hff, notch }))),
);
const nameOf = ({ lff, hff, notch }: Filters, samplingHz: number) => `${samplingHz} Hz: ${lff}, ${hff}, ${notch}`;

/** How far apart they are, as a part of what is accepted. */
function apart(seen: ArrayLike<number>, wanted: ArrayLike<number>, accepted: number): number {
  let worst = 0;
  for (let i = 0; i < wanted.length; i++) {
    const difference = Math.abs(seen[i] - wanted[i]);
    worst = difference > worst || Number.isNaN(difference) ? difference : worst;
  }
  return worst / accepted;
}

it.each(Object.entries(inputs))("%s: every page is as close to float64 as it must be", (_, extra) => {
  const off: string[] = [];
  for (const samplingHz of rates) {
    const input = eeg(samplingHz, extra);
    const source = floatSource([input], samplingHz);
    for (const filters of settings) {
      const { data } = engine.samples(source, recipeOf([asRecorded(0)], filters), 0, input.length);
      const from = 8 * samplingHz;
      const wanted = referenceFilter(input, filters, samplingHz).subarray(from);
      const part = apart(data.subarray(from), wanted, 1e-4 * peakToPeak(wanted) + 0.001);
      if (!(part <= 1)) off.push(`${nameOf(filters, samplingHz)}: ${part.toFixed(2)}`);
    }
  }
  expect(off).toEqual([]);
});

it("a seek without an LFF is the page of playback at every rate", () => {
  const off: string[] = [];
  for (const samplingHz of rates) {
    const input = eeg(samplingHz, () => 0);
    const source = floatSource([input], samplingHz);
    for (const filters of settings.filter(({ lff, hff, notch }) => lff === null && (hff ?? notch) !== null)) {
      const recipe = recipeOf([asRecorded(0)], filters);
      const first = 8 * samplingHz;
      const from = first - planFilters(filters, samplingHz).warmup;
      const played = engine.samples(source, recipe, 0, input.length).data.subarray(first);
      const page = engine.samples(cutSource(source, from, input.length), recipe, first, input.length - first).data;
      const part = apart(page, played, 1e-5 * peakToPeak(input) + 0.001);
      if (!(part <= 1)) off.push(`${nameOf(filters, samplingHz)}: ${part.toFixed(2)}`);
    }
  }
  expect(off).toEqual([]);
});
