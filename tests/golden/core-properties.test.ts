/** Properties of the signal core on random signals, recipes, gaps and cuts (algorithms.md 16, "Fuzz"). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterOptions } from "../../src/domain/montage/filter-options.ts";
import type { Derivation, Filters, Term } from "../../src/protocol/recipe.ts";
import { planFilters } from "../../src/signal/coefficients.ts";
import { type GridColumns, mergeColumns } from "../../src/signal/levels.ts";
import { memoryMap } from "../../src/signal/memory.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { decimate } from "../../src/signal/pages.ts";
import { RecipeStream } from "../../src/signal/recipe-stream.ts";
import { referenceColumns, referenceDecimate, referenceSamples } from "../../src/signal/reference.ts";
import type { Run, SampleSource } from "../../src/signal/types.ts";
import {
  asRecorded,
  cutSource,
  floatSource,
  isSameBytes,
  largestDifference,
  peakToPeak,
  recipeOf,
} from "../fixtures/sources.ts";
import { Lcg } from "../fixtures/vector-inputs.ts";

const core = openCore();
const engine = openEngine();
/** The same cases in every run; take the seed away to look for new ones. */
const seed = 20261120;
const rates = [64, 100, 200, 256, 500, 512, 1000, 1024, 2048];

const optional = (hz: readonly (number | null)[]) => fc.constantFrom(...hz);
const filters: fc.Arbitrary<Filters> = fc.record({
  lff: optional([...filterOptions.lff, 0.005]),
  hff: optional([...filterOptions.hff, 0.5]),
  notch: optional(filterOptions.notch),
});

/** A stored recording: int16 or float32, random walk with steps, missing codes and gaps. */
interface Made {
  source: SampleSource;
  derivations: Derivation[];
}
const made: fc.Arbitrary<Made> = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e9 }),
    count: fc.integer({ min: 1, max: 6000 }),
    channels: fc.integer({ min: 1, max: 9 }),
    samplingHz: fc.constantFrom(...rates),
    isInt16: fc.boolean(),
    missing: fc.array(fc.record({ at: fc.nat(5999), length: fc.integer({ min: 1, max: 700 }), channel: fc.nat(8) }), {
      maxLength: 4,
    }),
    gaps: fc.array(fc.record({ at: fc.nat(5999), length: fc.integer({ min: 1, max: 900 }) }), { maxLength: 3 }),
    rows: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ seed, count, channels, samplingHz, isInt16, missing, gaps, rows }) => {
    const random = new Lcg(seed);
    const missingCode = isInt16 ? -32768 : null;
    const data = isInt16 ? new Int16Array(channels * count) : new Float32Array(channels * count);
    for (let channel = 0; channel < channels; channel++) {
      let walk = random.fixed(12);
      for (let i = 0; i < count; i++) {
        walk = walk * 0.995 + random.fixed(17);
        data[channel * count + i] = Math.round(Math.max(-30_000, Math.min(30_000, walk * 20)));
      }
    }
    for (const { at, length, channel } of missing) {
      const from = ((channel % channels) * count + Math.min(at, count - 1)) | 0;
      const to = Math.min(from + length, ((channel % channels) + 1) * count);
      data.fill(isInt16 ? -32768 : Number.NaN, from, to);
    }
    const source: SampleSource = {
      samplingHz,
      first: 0,
      count,
      data,
      gains: Array.from({ length: channels }, (_, k) => 0.05 * (k + 1)),
      offsets: Array.from({ length: channels }, (_, k) => (isInt16 ? 3.25 * k : 0)),
      missingCode,
      runs: runsBetween(count, gaps),
    };
    return { source, derivations: randomDerivations(random, rows, channels) };
  });

function runsBetween(count: number, gaps: readonly { at: number; length: number }[]): Run[] {
  const covered = new Uint8Array(count).fill(1);
  for (const { at, length } of gaps) covered.fill(0, at, at + length);
  const runs: Run[] = [];
  for (let i = 0; i < count; i++) {
    if (covered[i] === 0) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.count === i) last.count++;
    else runs.push({ first: i, count: 1 });
  }
  return runs;
}

function randomDerivations(random: Lcg, rows: number, channels: number): Derivation[] {
  const below = (limit: number) => Math.floor((random.next() / 4294967296) * limit);
  const some = () => Array.from({ length: 1 + below(5) }, () => below(channels));
  const term = (): Term => {
    const kind = below(12);
    if (kind === 0) return { kind: "zero" };
    if (kind === 1) return { kind: "average", members: some() };
    if (kind === 2) return { kind: "neighbours", members: some() };
    if (kind === 3) return { kind: "missing" };
    return { kind: "channel", index: below(channels) };
  };
  return Array.from({ length: rows }, () => ({ first: term(), second: term() }));
}

/** Cuts [0, count) at random places. */
const cutsOf = (places: readonly number[], count: number): number[] => [
  ...new Set([0, ...places.map((place) => place % (count + 1)), count].sort((a, b) => a - b)),
];

const streamOf = ({ source, derivations }: Made, setting: Filters, width: number): RecipeStream =>
  new RecipeStream(core, {
    recipe: recipeOf(derivations, setting),
    samplingHz: source.samplingHz,
    gains: source.gains,
    offsets: source.offsets,
    sampleType: source.data instanceof Int16Array ? "int16" : "float32",
    missingCode: source.missingCode,
    samplesPerColumn: width,
  });

function streamColumns(item: Made, setting: Filters, width: number, cuts: number[]): GridColumns {
  const { source } = item;
  const stream = streamOf(item, setting, width);
  const parts = cuts.slice(1).map((to, i) => stream.push(cutSource(source, cuts[i], to)));
  return joined([...parts, stream.finish()]);
}

/** The same of samples that lie in the core's memory, their channels apart, so many slices at once. */
function streamInPlace(item: Made, setting: Filters, width: number, cuts: number[], atOnce: number): GridColumns {
  const { data, count, gains } = item.source;
  const stride = count + 5;
  const place = [core.memory.buffer, memoryMap.tiles[0] + 4, gains.length * stride] as const;
  const here = data instanceof Int16Array ? new Int16Array(...place) : new Float32Array(...place);
  for (let channel = 0; channel < gains.length; channel++)
    here.set(data.subarray(channel * count, (channel + 1) * count), channel * stride);
  const slices = cuts.slice(1).map((to, i) => {
    const { first, count: length, runs } = cutSource(item.source, cuts[i], to);
    return { first, count: length, runs, stride, data: here.subarray(first) };
  });
  const stream = streamOf(item, setting, width);
  const parts: GridColumns[] = [];
  for (let k = 0; k < slices.length; k += atOnce) parts.push(stream.push(...slices.slice(k, k + atOnce)));
  return joined([...parts, stream.finish()]);
}

function joined(parts: GridColumns[]): GridColumns {
  const [{ rows, firstColumn }] = parts;
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const data = new Float32Array(rows * columns * 2);
  const breaks = new Uint8Array(columns);
  let at = 0;
  for (const part of parts) {
    expect(part.firstColumn).toBe(firstColumn + at);
    for (let row = 0; row < rows; row++)
      data.set(part.data.subarray(row * part.columns * 2, (row + 1) * part.columns * 2), (row * columns + at) * 2);
    breaks.set(part.breaks, at);
    at += part.columns;
  }
  return { rows, firstColumn, columns, data, breaks };
}

describe("cutting", () => {
  it("gives the same bytes for any cutting of the recording, with missing samples and gaps", () => {
    fc.assert(
      fc.property(
        made,
        filters,
        fc.integer({ min: 1, max: 700 }),
        fc.array(fc.nat(6000), { maxLength: 8 }),
        (item, setting, width, places) => {
          const { count } = item.source;
          const once = streamColumns(item, setting, width, [0, count]);
          const cuts = cutsOf(places, count);
          const often = streamColumns(item, setting, width, cuts);
          const inPlace = streamInPlace(item, setting, width, cuts, 1 + (places.length % 3));
          for (const { data, breaks } of [often, inPlace]) {
            expect(isSameBytes(data, once.data)).toBe(true);
            expect(isSameBytes(breaks, once.breaks)).toBe(true);
          }
          const grid = { firstColumn: 0, columns: once.columns, samplesPerColumn: width };
          const page = engine.columns(item.source, recipeOf(item.derivations, setting), grid);
          expect(isSameBytes(page.data, once.data)).toBe(true);
          expect(isSameBytes(page.breaks, once.breaks)).toBe(true);
        },
      ),
      { numRuns: 120, seed },
    );
  });

  it("does not depend on how much more than the warm-up the source holds", () => {
    fc.assert(
      fc.property(made, filters, fc.nat(5000), fc.nat(900), (item, setting, from, more) => {
        const { source } = item;
        const first = Math.min(from, source.count - 1);
        const count = Math.min(512, source.count - first);
        const recipe = recipeOf(item.derivations, setting);
        const { warmup } = planFilters(setting, source.samplingHz);
        const whole = engine.samples(source, recipe, first, count);
        const short = cutSource(source, Math.max(0, first - warmup), Math.min(source.count, first + count + more));
        expect(isSameBytes(engine.samples(short, recipe, first, count).data, whole.data)).toBe(true);
      }),
      { numRuns: 60, seed },
    );
  });

  it("builds coarser levels that equal columns of that width", () => {
    fc.assert(
      fc.property(made, filters, fc.constantFrom(2, 3, 8), (item, setting, factor) => {
        const { count } = item.source;
        const finer = streamColumns(item, setting, 64, [0, count]);
        const wide = streamColumns(item, setting, 64 * factor, [0, count]);
        const merged = mergeColumns(core, finer, factor);
        expect(isSameBytes(merged.data, wide.data)).toBe(true);
        expect(isSameBytes(merged.breaks, wide.breaks)).toBe(true);
      }),
      { numRuns: 40, seed },
    );
  });
});

describe("the engine and its plain twin", () => {
  it("agree on samples within the accepted error, and exactly on columns", () => {
    fc.assert(
      fc.property(made, filters, fc.nat(3000), fc.integer({ min: 1, max: 90 }), (item, setting, place, width) => {
        const { source, derivations } = item;
        const recipe = recipeOf(derivations, setting);
        const firstColumn = Math.floor(Math.min(place, source.count - 1) / width);
        const columns = Math.min(200, Math.ceil(source.count / width) - firstColumn + 2);
        const [first, count] = [firstColumn * width, columns * width];
        const seen = engine.samples(source, recipe, first, count);
        const wanted = referenceSamples(source, recipe, first, count);
        const begin = Math.max(0, first - planFilters(setting, source.samplingHz).warmup);
        const length = first + count - begin;
        const inputs = referenceSamples(source, recipeOf(derivations), begin, length);
        for (let row = 0; row < derivations.length; row++) {
          const input = inputs.subarray(row * length, (row + 1) * length);
          const largest = input.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
          // One unit in the last place of float32 on top: without an LFF the output stands on the electrode's offset.
          const tolerance = 1e-4 * peakToPeak(input) + 0.001 + 2 ** -23 * largest;
          const [from, to] = [row * count, (row + 1) * count];
          expect(largestDifference(seen.data.subarray(from, to), wanted.subarray(from, to))).toBeLessThanOrEqual(
            tolerance,
          );
        }
        const grid = { firstColumn, columns, samplesPerColumn: width };
        const exact = referenceColumns(seen.data, derivations.length, first, grid);
        expect(largestDifference(engine.columns(source, recipe, grid).data, exact)).toBe(0);
      }),
      { numRuns: 60, seed },
    );
  });
});

describe("seeking", () => {
  it.each([...filterOptions.lff, 0.005])("LFF %s: the page after a seek is the page of playback", (lff) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.constantFrom(64, 256, 512),
        fc.constantFrom(...filterOptions.hff),
        fc.constantFrom(...filterOptions.notch),
        (seed, samplingHz, hff, notch) => {
          const setting = { lff, hff, notch };
          const { warmup } = planFilters(setting, samplingHz);
          const before = Math.min(warmup + 5 * samplingHz, 40_000);
          const count = 4 * samplingHz;
          const random = new Lcg(seed);
          let level = 5000;
          const signal = Float32Array.from({ length: before + count }, (_, i) => {
            if (i % 997 === 0) level += random.fixed(14);
            return level + random.fixed(17) + 40 * Math.sin((2 * Math.PI * 10 * i) / samplingHz);
          });
          const whole = floatSource([signal], samplingHz);
          const recipe = recipeOf([asRecorded(0)], setting);
          const played = engine.samples(whole, recipe, 0, signal.length).data.subarray(before);
          const page = engine.samples(
            cutSource(whole, Math.max(0, before - warmup), signal.length),
            recipe,
            before,
            count,
          );
          const input = signal.subarray(Math.max(0, before - warmup));
          expect(largestDifference(page.data, played)).toBeLessThanOrEqual(1e-5 * peakToPeak(input) + 0.001);
        },
      ),
      { numRuns: 6, seed },
    );
  });
});

describe("decimation", () => {
  it("equals a naive loop for every number of columns, with NaN runs", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 2, max: 4000 }),
        fc.nat(9000),
        fc.array(fc.record({ at: fc.nat(9000), length: fc.nat(2000) }), { maxLength: 3 }),
        (seed, columns, count, missing) => {
          const random = new Lcg(seed);
          const samples = Float32Array.from({ length: count }, () => random.fixed(15));
          for (const { at, length } of missing) samples.fill(Number.NaN, at, at + length);
          expect(isSameBytes(decimate(core, samples, columns), referenceDecimate(samples, columns))).toBe(true);
        },
      ),
      { numRuns: 150, seed },
    );
  });

  it("equals a naive loop for every w in 2..4000 on one page", () => {
    const random = new Lcg(5);
    const samples = Float32Array.from({ length: 3001 }, () => random.fixed(15));
    samples.fill(Number.NaN, 700, 1400);
    for (let columns = 2; columns <= 4000; columns++)
      if (!isSameBytes(decimate(core, samples, columns), referenceDecimate(samples, columns)))
        expect.fail(`${columns} columns`);
  });
});
