import fc from "fast-check";
import { expect, it } from "vitest";

import type { OptimumFit } from "../protocol/page-codec.ts";
import { openCore } from "./node.ts";
import { optimumOf, optimumSeriesOf } from "./optimum.ts";
import { plainComposite, plainOptimum } from "./reference-optimum.ts";

const core = openCore();

/** Five samples in each of the bins [from, to), with these Fisher transforms. */
function samplesOf(z: (centre: number) => number, [from, to] = [0, 16]) {
  const centres = Array.from({ length: to - from }, (_, k) => 42.5 + 5 * (from + k)).flatMap((x) => Array(5).fill(x));
  return { index: Float64Array.from(centres, (x) => Math.tanh(z(x))), pressure: Float64Array.from(centres) };
}
const fitOf = (...made: Parameters<typeof samplesOf>) => {
  const samples = samplesOf(...made);
  return optimumOf(core, "cppopt", samples, samples.index.length);
};

it("finds the parabola of algorithms.md 16", () => {
  const made = fitOf((x) => 0.001 * (x - 75) ** 2 - 0.4);
  const { coefficients, fitType, failed, optimum, fitSpan, r2, weight, lla, ula, samples } = made;
  expect([fitType, failed, samples]).toEqual([1, null, 80]);
  for (const [k, value] of [0.001, -0.15, 5.225].entries()) expect(coefficients?.[k]).toBeCloseTo(value, 10);
  expect(optimum).toBeCloseTo(75, 8);
  expect(fitSpan).toBeCloseTo(1.80625, 8);
  expect([r2, weight].map((value) => value?.toFixed(8))).toEqual(["1.00000000", "1.00000000"]);
  expect([lla?.toFixed(3), ula?.toFixed(3)]).toEqual(["48.363", "101.637"]);
  expect(made.includedDataPercentage).toBeCloseTo(100, 10);
  expect(made.errors.every((error) => error !== null && error < 1e-7)).toBe(true);
});

it("names the rule that failed, and gives what is known until then", () => {
  const failure = ({ failed, fitType, optimum, lla, ula, weight }: OptimumFit) => {
    expect([fitType, optimum, lla, ula, weight]).toEqual([0, null, null, null, 0]);
    return failed;
  };
  const short = samplesOf((x) => 0.001 * (x - 75) ** 2 - 0.4);
  const little = optimumOf(core, "cppopt", short, 161);
  expect([failure(little), little.coefficients, little.fitSpan, little.r2]).toEqual([
    "too_little_data",
    null,
    null,
    null,
  ]);
  const few = fitOf((x) => 0.01 * (x - 60) ** 2, [3, 6]);
  expect([failure(few), few.coefficients, few.includedDataPercentage]).toEqual(["too_few_bins", null, 100]);
  const down = fitOf((x) => 0.5 - 0.001 * (x - 75) ** 2);
  expect([failure(down), down.coefficients?.[0], down.fitSpan]).toEqual([
    "opens_downwards",
    expect.closeTo(-0.001, 8),
    null,
  ]);
  const flat = fitOf((x) => 0.0001 * (x - 80) ** 2);
  expect([failure(flat), flat.fitSpan]).toEqual(["too_flat", expect.closeTo(0.0001 * 37.5 ** 2, 8)]);
  const odd = fitOf((x) => 0.0002 * (x - 80) ** 2 + (x % 10 === 2.5 ? 1.5 : -1.5));
  expect([failure(odd), (odd.fitSpan ?? 0) >= 0.2, (odd.r2 ?? 1) < 0.2]).toEqual(["fits_badly", true, true]);
  const equal = fitOf(() => 20);
  expect([failure(equal), equal.fitSpan, equal.r2]).toEqual(["too_flat", null, null]);
  const none = optimumOf(core, "cppopt", { index: new Float64Array(0), pressure: new Float64Array(0) }, 240);
  expect([failure(none), none.samples, none.yValues.every((y) => y === null)]).toEqual(["too_little_data", 0, true]);
});

/** Members that are compared within rounding; the others are the same. */
const rounded = new Set<string>([
  ...["yValues", "errors", "dataPercentages", "includedDataPercentage", "optimum", "lla", "ula", "fitSpan"],
  ...["coefficients", "weight", "r2"],
]);

it("is that of plain loops, whatever the samples", () => {
  const hundredths = (min: number, max: number) => fc.integer({ min: 100 * min, max: 100 * max }).map((k) => k / 100);
  const value = hundredths(-1, 1);
  const sample = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(value, hundredths(15, 125)) },
    {
      weight: 2,
      arbitrary: fc.tuple(
        value,
        fc.integer({ min: 8, max: 25 }).map((k) => 5 * k),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<[number, number]>([Number.NaN, 70], [0.5, Number.NaN]) },
  );
  const analytics = fc.constantFrom("cppopt" as const, "mapopt" as const);
  const curves = fc.tuple(hundredths(-1, 2), hundredths(50, 100));
  const sampleLists = fc.array(sample, { minLength: 60, maxLength: 300, size: "max" });
  let fitted = 0;
  fc.assert(
    fc.property(
      analytics,
      sampleLists,
      curves,
      fc.integer({ min: 0, max: 120 }),
      (analytic, samples, curve, expected) => {
        const [steepness, middle] = curve;
        const index = Float64Array.from(samples, ([r, x]) =>
          Math.tanh(steepness * ((x - middle) / 30) ** 2 - 0.5 + 0.3 * r),
        );
        const pressure = Float64Array.from(samples, ([, x]) => x);
        const made = optimumOf(core, analytic, { index, pressure }, expected);
        const plain = plainOptimum(analytic, index, pressure, expected);
        fitted += Number(made.fitType > 0);
        for (const [name, value] of Object.entries(made)) {
          const wanted = [plain[name as keyof OptimumFit]].flat();
          for (const [k, one] of [value].flat().entries()) {
            const other = wanted[k];
            if (!rounded.has(name) || typeof one !== "number" || typeof other !== "number")
              expect([name, k, one]).toEqual([name, k, other]);
            else expect(Math.abs(one - other), `${name} ${k}`).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(other)));
          }
        }
      },
    ),
    { numRuns: 400, seed: 9, endOnFailure: true },
  );
  expect(fitted).toBeGreaterThan(100);
});

it("of a series are those of plain loops over 37 windows, and the longest is that of one window", () => {
  let [found, lost] = [0, 0];
  const noisy = fc.record({
    analytic: fc.constantFrom("cppopt" as const, "mapopt" as const),
    seed: fc.integer(),
    steepness: fc.constantFrom(0.2, 0.8, 2),
    minutes: fc.integer({ min: 1, max: 4 }),
    gaps: fc.array(fc.tuple(fc.integer({ min: 0, max: 480 }), fc.integer({ min: 1, max: 300 })), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(noisy, ({ analytic, seed, steepness, minutes, gaps }) => {
      let state = seed >>> 0 || 1;
      const draw = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      const length = 479 + minutes;
      const pressure = Float64Array.from({ length }, (_, k) => 74 + 25 * Math.sin(k / 45 + seed) + 4 * draw());
      const index = pressure.map((x) => Math.tanh(steepness * ((x - 74) / 25) ** 2 - 0.5 + draw() - 0.5));
      for (const [from, count] of gaps) index.fill(Number.NaN, from, from + count);
      const made = optimumSeriesOf(core, analytic, { index, pressure });
      const parts = made.length / minutes;
      for (let minute = 0; minute < minutes; minute++) {
        const [r, x] = [index, pressure].map((values) => values.subarray(minute, minute + 480));
        const plain = plainComposite(analytic, r, x);
        expect(plain.length).toBe(parts);
        plain.forEach((expected, part) => {
          const value = made[part * minutes + minute];
          if (Number.isNaN(expected)) expect(value, `part ${part}`).toBeNaN();
          else expect(Math.abs(value - expected), `part ${part}`).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)));
        });
        if (Number.isNaN(plain[0])) lost++;
        else found++;
        const one = optimumOf(core, analytic, { index: r, pressure: x }, 240);
        expect(one.yValues.map((y) => y ?? Number.NaN)).toEqual(
          one.yValues.map((_, k) => made[(9 + k) * minutes + minute]),
        );
      }
    }),
    { numRuns: 60, seed: 4, endOnFailure: true },
  );
  expect([found > 30, lost > 5]).toEqual([true, true]);
});
