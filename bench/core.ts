/** The kernels of the core against plain JavaScript and native code, all in one run on one thread. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Recipe } from "../src/protocol/recipe.ts";
import { butterworth, notch, planFilters } from "../src/signal/coefficients.ts";
import type { Core } from "../src/signal/core.ts";
import { openCore, openEngine } from "../src/signal/node.ts";
import type { SampleSource } from "../src/signal/types.ts";
import { cascade3, cascade5, derivePair, minMax, section3 } from "./core-js.ts";
import { lcg, median } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const rows = 22;
const groups = 6;
const samplingHz = 256;
/** Samples of a slice, as in the pipeline. */
const slice = 512;
const rounds = 5;
const batches = 61;
/** Short, so that most batches are done before the system gives the processor to somebody else. */
const batchMs = 1;
const warmUpMs = 250;

/** Five sections: a second-order high-pass, a fourth-order low-pass, and both notches. */
const sections = Float64Array.from(
  [
    ...butterworth("highpass", 2, 1, samplingHz),
    ...butterworth("lowpass", 4, 70, samplingHz),
    notch(50, samplingHz),
    notch(60, samplingHz),
  ].flat(),
);

export const coreBenches: BenchGroup = {
  ids: [
    "core.cascade5.f32",
    "core.cascade5.f32.js",
    "core.cascade5.f32.vsjs",
    "core.cascade5.f32.native",
    "core.cascade5.f32.vsnative",
    "core.cascade5.f64",
    "core.cascade5.f64.js",
    "core.minmax256",
    "core.minmax256.js",
    "core.minmax256.vsjs",
    "core.montage22",
    "core.montage22.js",
    "core.page30s",
    "core.page30s.js",
  ],
  async run(context: BenchContext): Promise<BenchResult[]> {
    const core = openCore();
    return core.arena.scope(() => [...cascades(core, context), ...minMaxima(core), ...pages()]);
  },
};

/** Median milliseconds of one call of each contender; batches alternate, so that both see the same machine. */
function race(contenders: Record<string, () => void>): Record<string, number> {
  const entries = Object.entries(contenders).map(([name, work]) => {
    const until = performance.now() + warmUpMs;
    let calls = 0;
    while (performance.now() < until) {
      work();
      calls++;
    }
    return { name, work, repeats: Math.max(1, Math.round((calls / warmUpMs) * batchMs)), times: [] as number[] };
  });
  for (let batch = 0; batch < batches; batch++)
    for (const { work, repeats, times } of entries) {
      const from = performance.now();
      for (let i = 0; i < repeats; i++) work();
      times.push((performance.now() - from) / repeats);
    }
  return Object.fromEntries(entries.map(({ name, times }) => [name, median(times)]));
}

const rate = (id: string, samples: number, ms: number, note: string): BenchResult => ({
  id,
  value: samples / ms / 1000,
  unit: "Msamples/s",
  better: "higher",
  note,
});
const ratio = (id: string, value: number, note: string): BenchResult => ({
  id,
  value,
  unit: "x",
  better: "higher",
  note,
});
const duration = (id: string, value: number, note: string): BenchResult => ({
  id,
  value,
  unit: "ms",
  better: "lower",
  note,
});

function cascades(core: Core, context: BenchContext): BenchResult[] {
  const input = noise(groups * 4 * slice);
  const [run32, run64] = [cascadeOf(core, input, false), cascadeOf(core, input, true)];
  const rowsIn = Array.from({ length: rows }, (_, row) => input.subarray(row * slice, (row + 1) * slice));
  const output = new Float32Array(slice);
  const states = rowsIn.map(() => new Float64Array(10));
  const bySample = () => {
    for (let row = 0; row < rows; row++) cascade5(rowsIn[row], output, sections, states[row]);
  };
  const wideIn = rowsIn.map((row) => Float64Array.from(row));
  const wideOut = rowsIn.map(() => new Float64Array(slice));
  const bySection = () => {
    for (let row = 0; row + 3 <= rows; row += 3) {
      const [fresh, done, own] = [wideIn, wideOut, states].map((arrays) => arrays.slice(row, row + 3));
      for (let c = 0; c < 5; c++) section3(c === 0 ? fresh : done, done, sections, c, own);
    }
    for (let row = rows - (rows % 3); row < rows; row++) cascade5(rowsIn[row], output, sections, states[row]);
  };
  const native = compileNative(context);
  const seen = { f32: [] as number[], f64: [] as number[], js: [] as number[], native: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const times = race({ f32: run32, bySample, bySection, f64: run64 });
    seen.f32.push(times.f32);
    seen.f64.push(times.f64);
    seen.js.push(Math.min(times.bySample, times.bySection));
    if (native !== null) seen.native.push(native());
  }
  const done = rows * slice;
  const [wasm, wide, js] = [median(seen.f32), median(seen.f64), median(seen.js)];
  const note = `${rows} rows x ${slice} samples, 5 sections, median of ${rounds * batches} batches`;
  const results = [
    rate("core.cascade5.f32", done, wasm, `WASM, 4 lanes; ${note}`),
    rate("core.cascade5.f32.js", done, js, `plain JS, float64, faster of two loop orders; ${note}`),
    ratio("core.cascade5.f32.vsjs", js / wasm, "same run, batches alternating"),
    rate("core.cascade5.f64", done, wide, `WASM, float64 state, 2 lanes; ${note}`),
    rate("core.cascade5.f64.js", done, js, "the same loops as core.cascade5.f32.js"),
  ];
  if (native !== null) {
    const best = median(seen.native);
    results.push(
      {
        ...rate("core.cascade5.f32.native", 0, 1, "C, -O3 -msse4.1, same lanes, faster of two loop orders"),
        value: best,
      },
      ratio("core.cascade5.f32.vsnative", done / wasm / 1000 / best, "same run"),
    );
  }
  return results;
}

/** One call filters a fresh copy of the input; the copy is part of the time, as it is in the C program. */
function cascadeOf(core: Core, input: Float32Array, isWide: boolean): () => void {
  const { arena, kernels, u32, f32, f64 } = core;
  const stride = slice * 16 + 64;
  const stateBytes = 48 + 5 * 64;
  const table = arena.take(groups * 48);
  const fresh = arena.take(groups * stride);
  const data = arena.take(groups * stride);
  const states = arena.take(groups * stateBytes);
  for (let group = 0; group < groups; group++) {
    f32.set(input.subarray(group * slice * 4, (group + 1) * slice * 4), (fresh + group * stride) / 4);
    u32.set([data + group * stride, states + group * stateBytes, 0], (table + group * 48 + 32) / 4);
  }
  const coefficients = arena.take(sections.length * 8);
  if (isWide) f64.set(sections, coefficients / 8);
  else f32.set(sections, coefficients / 4);
  const starts = arena.take(slice * 16);
  const spare = arena.take(slice * 64);
  kernels.endRuns(table, groups, 5 * 64);
  const filter = isWide ? kernels.cascade64 : kernels.cascade32;
  return () => {
    f32.copyWithin(data / 4, fresh / 4, (fresh + groups * stride) / 4);
    filter(table, groups, slice, coefficients, 5, 0, starts, spare);
  };
}

/** A function that runs the C program and gives its Msamples/s, or null where there is no C compiler. */
function compileNative({ root, cacheDir, log }: BenchContext): (() => number) | null {
  const binary = join(cacheDir, "core-native");
  const source = join(root, "bench", "core-native.c");
  const compiled = spawnSync("cc", ["-O3", "-msse4.1", "-o", binary, source], { encoding: "utf8" });
  if (compiled.status !== 0) {
    log(`core: no native yardstick, ${compiled.error === undefined ? compiled.stderr.trim() : "cc was not found"}`);
    return null;
  }
  return () => {
    const { status, stdout } = spawnSync(binary, Array.from(sections, String), { encoding: "utf8" });
    if (status !== 0) throw new Error(`${binary} ended with ${status}`);
    return Math.max(...[...stdout.matchAll(/[\d.]+$/gm)].map(([figure]) => Number(figure)));
  };
}

function minMaxima(core: Core): BenchResult[] {
  const count = 65_536;
  const input = noise(count);
  const [src, dst] = [core.arena.take(count * 4), core.arena.take((count / 256) * 8)];
  core.f32.set(input, src / 4);
  const pairs = new Float32Array((count / 256) * 2);
  const times = race({
    wasm: () => core.kernels.columnsFloat32(src, count, 256, dst),
    js: () => minMax(input, 256, pairs),
  });
  if (!pairs.every((value, i) => value === core.f32[dst / 4 + i])) throw new Error("min/max twins differ");
  const note = `${count} float32 samples, 256 a column, median of ${batches} batches`;
  return [
    rate("core.minmax256", count, times.wasm, `WASM; ${note}`),
    rate("core.minmax256.js", count, times.js, `plain JS; ${note}`),
    ratio("core.minmax256.vsjs", times.js / times.wasm, "same run, batches alternating"),
  ];
}

/** A 30 s page of 22 int16 channels: derived alone, and all the way to 1920 columns. */
function pages(): BenchResult[] {
  const engine = openEngine();
  const filters = { lff: 1, hff: 30, notch: 60 };
  const plan = planFilters(filters, samplingHz);
  const count = 30 * samplingHz;
  const source = pageSource(plan.warmup + count);
  const derivations = Array.from({ length: rows }, (_, row) => ({
    first: { kind: "channel" as const, index: row },
    second: { kind: "channel" as const, index: (row + 1) % rows },
  }));
  const derived: Recipe = { derivations, filters: { lff: null, hff: null, notch: null } };
  const whole = { data: new Float32Array(rows * source.count), breaks: new Uint8Array(source.count) };
  const samplesPerColumn = 4;
  const firstColumn = Math.ceil(plan.warmup / samplesPerColumn);
  const columns = Math.floor((source.count - firstColumn * samplesPerColumn) / samplesPerColumn);
  const grid = { firstColumn, columns, samplesPerColumn };
  const into = { data: new Float32Array(rows * columns * 2), breaks: new Uint8Array(columns) };
  const row = new Float32Array(source.count);
  const times = race({
    montage: () => engine.samples(source, derived, 0, source.count, whole),
    montageJs: () => {
      for (let r = 0; r < rows; r++) {
        derivePair(source, r, (r + 1) % rows, row);
        whole.data.set(row, r * source.count);
      }
    },
    page: () => engine.columns(source, { derivations, filters }, grid, into),
    pageJs: () => {
      for (let r = 0; r < rows; r++) {
        derivePair(source, r, (r + 1) % rows, row);
        cascade3(row, plan.sections);
        const pairs = into.data.subarray(r * columns * 2, (r + 1) * columns * 2);
        minMax(row.subarray(firstColumn * samplesPerColumn), samplesPerColumn, pairs);
      }
    },
  });
  const note = `${rows} int16 channels, ${samplingHz} Hz, 30 s and ${plan.warmup} samples of warm-up, median of ${batches} batches`;
  return [
    duration("core.montage22", times.montage, `scaled and derived to float32 rows; ${note}`),
    duration("core.montage22.js", times.montageJs, "the same in plain JS"),
    duration("core.page30s", times.page, `derived, LFF 1, HFF 30, notch 60, ${columns} columns; ${note}`),
    duration("core.page30s.js", times.pageJs, "the same in plain JS"),
  ];
}

function noise(count: number): Float32Array {
  const random = lcg(1);
  return Float32Array.from({ length: count }, () => (random() - 0.5) * 200);
}

function pageSource(count: number): SampleSource {
  const random = lcg(2);
  return {
    samplingHz,
    first: 0,
    count,
    data: Int16Array.from({ length: rows * count }, () => Math.floor((random() - 0.5) * 4000)),
    gains: new Float64Array(rows).fill(0.1),
    offsets: new Float64Array(rows),
    missingCode: -32768,
    runs: [{ first: 0, count }],
  };
}
