/** The core against the golden vectors (numpy and scipy), which lie beside the checkout. */
import { beforeAll, describe, expect, it } from "vitest";
import { resolveMontage } from "../../src/domain/montage/montage.ts";
import type { Filters } from "../../src/protocol/recipe.ts";
import type { SignalGroup } from "../../src/protocol/recordings.ts";
import { planFilters, sectionSize } from "../../src/signal/coefficients.ts";
import type { Core } from "../../src/signal/core.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { decimate, decimateTimed, findGaps } from "../../src/signal/pages.ts";
import { fitParabola, histogram } from "../../src/signal/statistics.ts";
import type { Engine } from "../../src/signal/types.ts";
import { asRecorded, cutSource, floatSource, recipeOf } from "../fixtures/sources.ts";
import { buildSignal, fixedSeries, hasVectors, Lcg, readVectors, type SignalInput } from "../fixtures/vector-inputs.ts";

type Numbers = (number | null)[];
const orNaN = (values: Numbers) => values.map((value) => value ?? Number.NaN);
const filtersOf = ({ lff, hff, notch }: Filters): Filters => ({ lff, hff, notch });

describe.skipIf(!hasVectors)("golden vectors of the core (needs ../shared/vectors beside the checkout)", () => {
  let core: Core;
  let engine: Engine;
  beforeAll(() => {
    core = openCore();
    engine = openEngine();
  });

  it("rebuilds the inputs (selfcheck)", () => {
    const file = readVectors<{
      lcg: { seed: number; first: number[] }[];
      fixedSeed1Shift15: number[];
      build: { input: SignalInput; first: number[]; sum: number };
    }>("selfcheck");
    for (const { seed, first } of file.lcg) {
      const generator = new Lcg(seed);
      expect(first.map(() => generator.next())).toEqual(first);
    }
    expect([...fixedSeries(1, 5, 15)]).toEqual(file.fixedSeed1Shift15);
    const signal = buildSignal(file.build.input);
    file.build.first.forEach((value, i) => {
      expect(signal[i]).toBeCloseTo(value, 4);
    });
    expect(signal.reduce((sum, value) => sum + value, 0)).toBeCloseTo(file.build.sum, 3);
  });

  it("designs the sections (filter_coefficients)", () => {
    const file = readVectors<{ tolRel: number; rows: (Filters & { fs: number; sos: number[][] })[] }>(
      "filter_coefficients",
    );
    for (const row of file.rows) {
      const expected = row.sos.flatMap(([b0, b1, b2, , a1, a2]) => [b0, b1, b2, a1, a2]);
      const { sections } = planFilters(filtersOf(row), row.fs);
      expect(sections.length).toBe(expected.length);
      expected.forEach((value, i) => {
        expect(Math.abs(sections[i] - value)).toBeLessThanOrEqual(file.tolRel * Math.max(1e-3, Math.abs(value)));
      });
    }
  });

  it("responds as designed, with the warm-up of the definition (filter_response)", () => {
    const file = readVectors<{
      relFreq: number[];
      tolAbs: number;
      cases: (Filters & { fs: number; sections: number; warmup: number; re: number[]; im: number[] })[];
    }>("filter_response");
    for (const item of file.cases) {
      const plan = planFilters(filtersOf(item), item.fs);
      expect(plan.sections.length / sectionSize).toBe(item.sections);
      expect(plan.warmup).toBe(item.warmup);
      file.relFreq.forEach((relative, k) => {
        const [re, im] = responseAt(plan.sections, relative);
        expect(Math.abs(re - item.re[k])).toBeLessThanOrEqual(file.tolAbs);
        expect(Math.abs(im - item.im[k])).toBeLessThanOrEqual(file.tolAbs);
      });
    }
  });

  it("has -3.01 dB at the corner, or is bypassed (filter_minus3db)", () => {
    const file = readVectors<{
      tolAbs: number;
      rows: { fs: number; kind: "lff" | "hff"; f: number; gainDb: number | null }[];
    }>("filter_minus3db");
    for (const { fs, kind, f, gainDb } of file.rows) {
      const plan = planFilters({ lff: null, hff: null, notch: null, [kind]: f }, fs);
      if (gainDb === null) expect(plan.inactive[kind]).toBe(true);
      else {
        const [re, im] = responseAt(plan.sections, f / fs);
        expect(Math.abs(20 * Math.log10(Math.hypot(re, im)) - gainDb)).toBeLessThanOrEqual(file.tolAbs);
      }
    }
  });

  it("filters signals with offsets, gaps, steps and the SD overlay (filter_signal)", () => {
    const file = readVectors<{
      tolRelPtp: number;
      tolAbs: number;
      cases: (Filters & { id: string; input: SignalInput; index: number[]; y: Numbers; ptp: number })[];
    }>("filter_signal");
    for (const item of file.cases) {
      const source = floatSource([buildSignal(item.input)], item.input.fs);
      const { data } = engine.samples(source, recipeOf([asRecorded(0)], filtersOf(item)), 0, item.input.n);
      expectClose(
        item.index.map((i) => data[i]),
        orNaN(item.y),
        file.tolRelPtp * item.ptp + file.tolAbs,
        item.id,
      );
    }
  });

  it("gives the page after a seek that playback gives (filter_seek)", () => {
    const file = readVectors<{
      cases: (Filters & {
        id: string;
        input: SignalInput;
        pageFrom: number;
        pageTo: number;
        warmup: number;
        index: number[];
        y: number[];
        inputPtp: number;
      })[];
    }>("filter_seek");
    for (const item of file.cases) {
      const whole = floatSource([buildSignal(item.input)], item.input.fs);
      expect(planFilters(filtersOf(item), item.input.fs).warmup).toBe(item.warmup);
      const source = cutSource(whole, item.pageFrom - item.warmup, item.pageTo);
      const recipe = recipeOf([asRecorded(0)], filtersOf(item));
      const { data } = engine.samples(source, recipe, item.pageFrom, item.pageTo - item.pageFrom);
      const seen = item.index.map((i) => data[i - item.pageFrom]);
      expectClose(seen, item.y, 1e-5 * item.inputPtp + 0.001, item.id);
    }
  });

  it("derives montage channels (montage)", () => {
    const file = readVectors<{
      names: string[];
      seed0: number;
      n: number;
      nan: [name: string, from: number, to: number][];
      tolAbs: number;
      rows: { first: string; second: string; y: Numbers }[];
    }>("montage");
    const rows = file.names.map((_, k) => fixedSeries(file.seed0 + k, file.n, 15));
    for (const [name, from, to] of file.nan) rows[file.names.indexOf(name)].fill(Number.NaN, from, to);
    const channels = file.names.map((label) => ({ label, unit: "uV", is_uncalibrated: false }));
    const { derivations } = resolveMontage({ channels } as unknown as SignalGroup, {
      id: 1,
      name: "vectors",
      type: "Standard",
      chains: [file.rows.map(({ first, second }) => ({ first, second }))],
    });
    const { data } = engine.samples(floatSource(rows, 256), recipeOf(derivations), 0, file.n);
    file.rows.forEach(({ first, second, y }, row) => {
      const seen = data.subarray(row * file.n, (row + 1) * file.n);
      expectClose(seen, orNaN(y), file.tolAbs, `${first} - ${second}`);
    });
  });

  it("decimates pages exactly (decimation)", () => {
    interface Case {
      id: string;
      seed: number;
      n: number;
      shift: number;
      width: number;
      nan: [from: number, to: number][];
      min: Numbers;
      max: Numbers;
    }
    const file = readVectors<{
      cases: Case[];
      timed: Omit<Case, "nan"> & {
        start: number;
        stepMs: number;
        largerSteps: Record<string, number>;
        t0: number;
        t1: number;
        gapIndex: number[];
      };
      gapRule: { t: number[]; gaps: number[] }[];
    }>("decimation");
    for (const item of file.cases) {
      const samples = fixedSeries(item.seed, item.n, item.shift);
      for (const [from, to] of item.nan) samples.fill(Number.NaN, from, to);
      expect([...decimate(core, samples, item.width)]).toEqual(pairsOf(item));
    }
    const { timed } = file;
    const times = new Float64Array(timed.n);
    for (let i = 0; i < timed.n; i++) times[i] = (times[i - 1] ?? timed.start) + (timed.largerSteps[i] ?? timed.stepMs);
    const samples = fixedSeries(timed.seed, timed.n, timed.shift);
    const seen = decimateTimed(core, { times, samples }, [timed.t0, timed.t1], timed.width);
    expect([...seen]).toEqual(pairsOf(timed));
    expect(findGaps(times).gaps).toEqual(timed.gapIndex);
    for (const { t, gaps } of file.gapRule) expect(findGaps(t).gaps).toEqual(gaps);
  });

  it("counts histograms (histogram)", () => {
    interface Row {
      id: string;
      seed: number;
      n: number;
      shift: number;
      abs: boolean;
      append: number[];
      appendNaN: number;
      values?: number[];
      pages?: number[][];
      lo: number;
      hi: number;
      size: number;
      counts: number[];
    }
    const pagesOf = (row: Row): Float32Array[] => {
      if (row.pages) return row.pages.map((page) => Float32Array.from(page));
      if (row.values) return [Float32Array.from(row.values)];
      const made = [...fixedSeries(row.seed, row.n, row.shift)].map((value) => (row.abs ? Math.abs(value) : value));
      const missing = new Array<number>(row.appendNaN).fill(Number.NaN);
      return [Float32Array.from([...made, ...row.append, ...missing])];
    };
    for (const row of readVectors<{ rows: Row[] }>("histogram").rows) {
      const counts = histogram(core, pagesOf(row), { min: row.lo, max: row.hi, size: row.size });
      expect([...counts], row.id).toEqual(row.counts);
    }
  });

  it("fits parabolas (parabola)", () => {
    const file = readVectors<{
      tolRel: number;
      rows: { x: number[]; z: number[]; w: number[]; coefficients: number[]; vertex: number }[];
      exact: { coefficients: number[] };
      curve: { coefficients: number[]; x: number[]; y: number[]; tolAbs: number };
    }>("parabola");
    const near = (seen: number, wanted: number, tolerance: number) =>
      expect(Math.abs(seen - wanted)).toBeLessThanOrEqual(tolerance);
    for (const { x, z, w, coefficients, vertex } of file.rows) {
      const fit = fitParabola(core, x, z, w);
      if (fit === null) throw new Error("no fit");
      coefficients.forEach((value, i) => {
        near(fit[i], value, file.tolRel * Math.abs(value));
      });
      near(-fit[1] / (2 * fit[0]), vertex, file.tolRel * Math.abs(vertex));
    }
    const centres = Array.from({ length: 16 }, (_, k) => 42.5 + 5 * k);
    const fit = fitParabola(
      core,
      centres,
      centres.map((x) => 0.001 * (x - 75) ** 2 - 0.4),
      centres.map(() => 1),
    );
    file.exact.coefficients.forEach((value, i) => {
      near(fit?.[i] ?? Number.NaN, value, file.tolRel * Math.abs(value));
    });
    const [a, b, c] = fit ?? [Number.NaN, Number.NaN, Number.NaN];
    file.curve.x.forEach((x, i) => {
      near(Math.tanh(a * x * x + b * x + c), file.curve.y[i], file.curve.tolAbs);
    });
  });
});

/** H(f) at f = relative * fs of sections b0, b1, b2, a1, a2. */
function responseAt(sections: ArrayLike<number>, relative: number): [re: number, im: number] {
  const angle = -2 * Math.PI * relative;
  const [c1, s1, c2, s2] = [Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)];
  let [re, im] = [1, 0];
  for (let at = 0; at < sections.length; at += sectionSize) {
    const [b0, b1, b2, a1, a2] = Array.from({ length: sectionSize }, (_, k) => sections[at + k]);
    const [nr, ni] = [b0 + b1 * c1 + b2 * c2, b1 * s1 + b2 * s2];
    const [dr, di] = [1 + a1 * c1 + a2 * c2, a1 * s1 + a2 * s2];
    const size = dr * dr + di * di;
    const [hr, hi] = [(nr * dr + ni * di) / size, (ni * dr - nr * di) / size];
    [re, im] = [re * hr - im * hi, re * hi + im * hr];
  }
  return [re, im];
}

/** [column][min, max] as float32 numbers. */
const pairsOf = ({ min, max }: { min: Numbers; max: Numbers }): number[] =>
  min.flatMap((low, i) => [Math.fround(low ?? Number.NaN), Math.fround(max[i] ?? Number.NaN)]);

function expectClose(seen: ArrayLike<number>, wanted: ArrayLike<number>, tolerance: number, what: string): void {
  expect(seen.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    expect(Number.isNaN(seen[i]), `${what} [${i}]`).toBe(Number.isNaN(wanted[i]));
    if (!Number.isNaN(wanted[i]))
      expect(Math.abs(seen[i] - wanted[i]), `${what} [${i}]`).toBeLessThanOrEqual(tolerance);
  }
}
