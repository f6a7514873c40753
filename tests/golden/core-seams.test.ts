/** Seams: runs that touch on the grid but do not continue each other; filters start again there (algorithms.md 1.4, 5). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Filters } from "../../src/protocol/recipe.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { RecipeStream } from "../../src/signal/recipe-stream.ts";
import { referenceColumns, referenceSamples } from "../../src/signal/reference.ts";
import type { Run, SampleSource } from "../../src/signal/types.ts";
import {
  allOff,
  asRecorded,
  cutSource,
  floatSource,
  isSameBytes,
  largestDifference,
  pair,
  peakToPeak,
  recipeOf,
} from "../fixtures/sources.ts";
import { fixedSeries } from "../fixtures/vector-inputs.ts";

const core = openCore();
const engine = openEngine();
const count = 6000;
const hz = 256;
const filters: Filters = { lff: 1, hff: 30, notch: 60 };
const derivations = [asRecorded(0), pair(0, 1)];

/** Two channels whose level jumps at every border, as where one recording is laid over another. */
function sourceOf(borders: readonly number[]): SampleSource {
  const rows = [1, 2].map((seed) => {
    const row = fixedSeries(seed, count, 50);
    return row.map((value, i) => value + 3000 * seed * borders.filter((border) => border <= i).length);
  });
  const edges = [0, ...borders, count];
  const runs = borders.map((first, k): Run => ({ first, count: edges[k + 2] - first, isSeam: true }));
  return floatSource(rows, hz, [{ first: 0, count: edges[1] }, ...runs]);
}

/** Samples of each run filtered on its own, from the start state, laid side by side. */
function oneByOne(source: SampleSource, recipe: ReturnType<typeof recipeOf>): Float32Array {
  const rows = recipe.derivations.length;
  const whole = new Float32Array(rows * count);
  for (const { first, count: length } of source.runs) {
    const alone = { ...cutSource(source, first, first + length), first: 0, runs: [{ first: 0, count: length }] };
    const { data } = engine.samples(alone, recipe, 0, length);
    for (let row = 0; row < rows; row++)
      whole.set(data.subarray(row * length, (row + 1) * length), row * count + first);
  }
  return whole;
}

describe("at a seam", () => {
  const borders = [1024, 1500, 1501, 3333];
  const source = sourceOf(borders);

  it.each([
    ["float32 state", filters],
    ["float64 state", { ...filters, lff: 0.005 }],
    ["without an LFF", { ...filters, lff: null }],
    ["no filters", allOff],
  ])("filters start again: equal to each segment filtered alone, %s", (_, chosen) => {
    const recipe = recipeOf(derivations, chosen);
    const { data, breaks } = engine.samples(source, recipe, 0, count);
    // Slices end at other places when a segment is taken for itself: equal but for what rounding makes of states at rest.
    expect(largestDifference(data, oneByOne(source, recipe))).toBeLessThan(1e-3);
    expect(largestDifference(data, referenceSamples(source, recipe, 0, count))).toBeLessThan(0.05);
    expect([...breaks.keys()].filter((i) => breaks[i] === 1)).toEqual(borders);
    for (const border of borders) expect(data[border]).toBe(chosen.lff === null ? source.data[border] : 0);
  });

  it("would ring for seconds without the restart", () => {
    const joined = { ...source, runs: [{ first: 0, count }] };
    const recipe = recipeOf(derivations, filters);
    const [apart, through] = [source, joined].map((one) => engine.samples(one, recipe, 3333, 256).data);
    expect(peakToPeak(apart.subarray(0, 256))).toBeLessThan(500);
    expect(peakToPeak(through.subarray(0, 256))).toBeGreaterThan(2000);
  });

  it("a page that begins there equals the same samples of a longer one, and breaks the line", () => {
    const recipe = recipeOf(derivations, filters);
    const { warmup } = engine.plan(filters, hz);
    const whole = engine.samples(source, recipe, 0, count);
    for (const from of [3333, 3333 - warmup, 1501]) {
      const page = engine.samples(cutSource(source, from, count), recipe, 3333, 400);
      expect(isSameBytes(page.data.subarray(0, 400), whole.data.subarray(3333, 3733))).toBe(true);
      expect(page.breaks[0]).toBe(1);
    }
  });

  it("a run that is cut goes on", () => {
    const recipe = recipeOf(derivations);
    expect(engine.samples(cutSource(source, 3400, count), recipe, 3400, 10).breaks[0]).toBe(0);
  });
});

const borderLists = fc
  .uniqueArray(fc.integer({ min: 1, max: count - 1 }), { maxLength: 8 })
  .map((list) => list.sort((a, b) => a - b));

it("a stream gives the engine's bytes however it is cut, also at a seam", () => {
  fc.assert(
    fc.property(
      borderLists,
      fc.array(fc.integer({ min: 1, max: count - 1 }), { maxLength: 6 }),
      fc.constantFrom(1, 7, 64, 512),
      fc.boolean(),
      (borders, cuts, width, cutsAtSeams) => {
        const source = sourceOf(borders);
        const recipe = recipeOf(derivations, filters);
        const stream = new RecipeStream(core, { ...source, recipe, sampleType: "float32", samplesPerColumn: width });
        const edges = [...new Set([0, ...cuts, ...(cutsAtSeams ? borders : []), count])].sort((a, b) => a - b);
        const parts = edges.slice(1).map((to, k) => stream.push(cutSource(source, edges[k], to)));
        parts.push(stream.finish());
        const columns = Math.ceil(count / width);
        const whole = engine.columns(source, recipe, { firstColumn: 0, columns, samplesPerColumn: width });
        for (const { data, breaks, firstColumn, columns: own } of parts) {
          for (let row = 0; row < derivations.length; row++) {
            const from = 2 * (row * columns + firstColumn);
            const expected = whole.data.subarray(from, from + 2 * own);
            expect(isSameBytes(data.subarray(2 * row * own, 2 * (row + 1) * own), expected)).toBe(true);
          }
          expect(isSameBytes(breaks, whole.breaks.subarray(firstColumn, firstColumn + own))).toBe(true);
        }
        const grid = { firstColumn: 0, columns, samplesPerColumn: width };
        const naive = referenceColumns(referenceSamples(source, recipe, 0, count), derivations.length, 0, grid);
        expect(largestDifference(whole.data, naive)).toBeLessThan(0.05);
        const breaksExpected = new Set(borders.map((border) => Math.floor(border / width)));
        expect(new Set([...whole.breaks.keys()].filter((k) => whole.breaks[k] === 1))).toEqual(breaksExpected);
      },
    ),
    { numRuns: 40 },
  );
});
