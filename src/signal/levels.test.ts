import fc from "fast-check";
import { expect, it } from "vitest";
import { columnsOfFloat32, columnsOfInt16, mergeFloat32, mergeInt16 } from "./levels.ts";
import { openCore } from "./node.ts";

const core = openCore();
const settings = { numRuns: 100, seed: 7 };

const stored = fc.array(fc.constantFrom(-32768, -32767, -5, 0, 3, 9, 32767), { maxLength: 900 });
const widths = fc.integer({ min: 1, max: 300 });

function naive(values: readonly number[], width: number, missing: number | null): number[] {
  const pairs: number[] = [];
  for (let from = 0; from < values.length; from += width) {
    const part = values.slice(from, from + width).filter((value) => value !== missing);
    pairs.push(Math.min(32767, ...part), Math.max(-32768, ...part));
  }
  return pairs;
}

it("finds the extremes of int16 columns, skipping the missing code", () => {
  fc.assert(
    fc.property(stored, widths, fc.constantFrom(null, -32768, 3), (values, width, missing) => {
      const seen = columnsOfInt16(core, Int16Array.from(values), width, missing);
      expect([...seen]).toEqual(naive(values, width, missing));
    }),
    settings,
  );
});

it("merges int16 columns as if they had been made that wide", () => {
  fc.assert(
    fc.property(stored, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (values, width, factor) => {
      const finer = columnsOfInt16(core, Int16Array.from(values), width, -32768);
      expect([...mergeInt16(core, finer, factor)]).toEqual(naive(values, width * factor, -32768));
    }),
    settings,
  );
});

it("does the same for float32, empty columns being NaN", () => {
  fc.assert(
    fc.property(stored, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), (values, width, factor) => {
      const samples = Float32Array.from(values, (value) => (value === -32768 ? Number.NaN : value / 3));
      const wide = columnsOfFloat32(core, samples, width * factor);
      expect([...mergeFloat32(core, columnsOfFloat32(core, samples, width), factor)]).toEqual([...wide]);
      for (let column = 0; column < wide.length / 2; column++) {
        const part = samples
          .slice(column * width * factor, (column + 1) * width * factor)
          .filter((v) => !Number.isNaN(v));
        const wanted = part.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...part), Math.max(...part)];
        expect([wide[2 * column], wide[2 * column + 1]]).toEqual(wanted);
      }
    }),
    settings,
  );
});

it("begins a merged level inside a column when the finer one does", () => {
  const pairs = Float32Array.of(1, 2, 3, 4, Number.NaN, Number.NaN, 5, 6, 7, 8);
  expect([...mergeFloat32(core, pairs, 4, 3)]).toEqual([1, 2, 3, 8]);
  expect([...mergeInt16(core, Int16Array.of(1, 2, 3, 4, 32767, -32768), 2, 1)]).toEqual([1, 2, 3, 4]);
  expect(() => mergeFloat32(core, pairs, 4, 4)).toThrow(RangeError);
});

it("handles more samples than one block", () => {
  const many = new Int16Array(2_500_001).map((_, i) => i % 30_011);
  const seen = columnsOfInt16(core, many, 1000, null);
  expect(seen.length).toBe(2 * 2501);
  for (const column of [0, 1048, 1049, 2500]) {
    const part = many.subarray(column * 1000, (column + 1) * 1000);
    expect([seen[2 * column], seen[2 * column + 1]]).toEqual([Math.min(...part), Math.max(...part)]);
  }
});
