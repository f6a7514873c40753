/** The kernels of build/core.wasm, typed, with the memory they work on. All `number`s are byte offsets or counts. */
import { Arena } from "./arena.ts";
import { memoryMap } from "./memory.ts";

export interface CoreExports {
  scaleInt16(src: number, count: number, dst: number, gain: number, offset: number, missing: number): void;
  scaleInt24(src: number, count: number, dst: number, gain: number, offset: number, missing: number): void;
  scaleFloat32(src: number, count: number, dst: number, gain: number, offset: number, missing: number): void;
  scaleChannels(table: number, channels: number, count: number, kind: number, missing: number): void;
  averageOf(members: number, n: number, count: number, dst: number): void;
  neighboursOf(members: number, n: number, count: number, dst: number): void;
  deriveGroups(table: number, groups: number, count: number): void;
  splitGroups(table: number, groups: number, count: number, dst: number, rowBytes: number): void;
  cascade32(
    table: number,
    groups: number,
    count: number,
    coefficients: number,
    sections: number,
    keepsConstant: number,
    starts: number,
    whole: number,
  ): void;
  cascade64(
    table: number,
    groups: number,
    count: number,
    coefficients: number,
    sections: number,
    keepsConstant: number,
    starts: number,
    wide: number,
  ): void;
  minMaxGroups(
    table: number,
    groups: number,
    count: number,
    phase: number,
    width: number,
    dst: number,
    rowBytes: number,
  ): void;
  closeColumn(table: number, groups: number, dst: number, rowBytes: number): void;
  openColumn(table: number, groups: number): void;
  endRuns(table: number, groups: number, sectionBytes: number): void;
  flushDenormals(table: number, groups: number, sectionBytes: number, wide: number): void;
  columnsFloat32(src: number, count: number, width: number, dst: number): void;
  columnsInt16(src: number, count: number, width: number, missing: number, dst: number): void;
  mergeFloat32(src: number, count: number, phase: number, factor: number, dst: number): void;
  mergeInt16(src: number, count: number, phase: number, factor: number, dst: number): void;
  decimate(src: number, count: number, dst: number, columns: number): number;
  decimateTimed(
    times: number,
    src: number,
    count: number,
    t0: number,
    t1: number,
    dst: number,
    columns: number,
  ): number;
  histogram(src: number, count: number, low: number, high: number, size: number, counts: number, bins: number): number;
  countCodes(src: number, count: number, counts: number): void;
  xxHash64(src: number, count: number, dst: number): void;
  codecWork(rows: number): number;
  encodeBlock(src: number, rows: number, count: number, kind: number, dst: number, room: number, work: number): number;
  decodeBlock(src: number, bytes: number, rows: number, count: number, kind: number, dst: number, work: number): number;
  fitParabola(x: number, z: number, w: number, n: number, dst: number): number;
  keepBetween(src: number, count: number, low: number, high: number): void;
  addSpans(src: number, edges: number, n: number, sums: number, counts: number): void;
  spanEdges(dst: number, count: number, from: number, offset: number, ratio: number, low: number, base: number): void;
  meansOf(sums: number, counts: number, n: number, least: number): void;
  differences(src: number, means: number, n: number, sign: number, dst: number): void;
  correlation(a: number, b: number, n: number, least: number): number;
  addBlocks(src: number, n: number, bits: number, sums: number, counts: number): void;
  rollingMeans(
    head: number,
    from: number,
    count: number,
    tail: number,
    low: number,
    shift: number,
    apart: number,
    bits: number,
    sums: number,
    counts: number,
    work: number,
    dst: number,
  ): void;
  runningMedians(src: number, n: number, from: number, to: number, least: number, dst: number, work: number): void;
  indexSamples(
    a: number,
    b: number,
    n: number,
    step: number,
    blocks: number,
    least: number,
    isDifference: number,
    r: number,
    x: number,
    work: number,
  ): void;
  binFisher(
    r: number,
    x: number,
    from: number,
    to: number,
    low: number,
    size: number,
    bins: number,
    table: number,
  ): number;
  fitOptimum(
    table: number,
    bins: number,
    held: number,
    expected: number,
    first: number,
    size: number,
    least: number,
    dst: number,
    work: number,
  ): void;
  optimumSeries(
    r: number,
    x: number,
    count: number,
    shortest: number,
    step: number,
    windows: number,
    most: number,
    low: number,
    size: number,
    bins: number,
    least: number,
    dst: number,
    work: number,
  ): void;
  quantile(src: number, n: number, share: number, least: number, work: number): number;
  sdAdd(
    table: number,
    groups: number,
    from: number,
    count: number,
    k: number,
    states: number,
    second: number,
    block: number,
  ): void;
  sdRest(states: number, groups: number): void;
  sdRow(src: number, n: number, groups: number, row: number, least: number, isLevel: number, dst: number): void;
  sdExcursions(values: number, baseline: number, n: number): void;
  sdCandidates(
    e: number,
    n: number,
    threshold: number,
    reach: number,
    narrow: number,
    wide: number,
    dst: number,
  ): number;
  trendFilter(
    src: number,
    n: number,
    k: number,
    sections: number,
    rectified: number,
    isBare: number,
    state: number,
    work: number,
    dst: number,
  ): void;
  trendSquares(src: number, edges: number, blocks: number, dst: number): void;
  trendExtremes(src: number, edges: number, blocks: number, dst: number): void;
  trendBlank(src: number, from: number, to: number, lanes: number): void;
  welchAdd(
    src: number,
    n: number,
    weights: number,
    radices: number,
    stages: number,
    turns: number,
    bins: number,
    work: number,
    sums: number,
    counts: number,
  ): void;
  suppressedIn(
    src: number,
    n: number,
    limit: number,
    least: number,
    edges: number,
    spans: number,
    begins: number,
    dst: number,
  ): void;
  percentilesBytes(n: number): number;
  trendPercentiles(src: number, from: number, to: number, lane: number, least: number, work: number, dst: number): void;
}

/** One instance of the core: kernels, views on the whole memory, and the engine's scratch. Never used by two threads. */
export class Core {
  readonly arena: Arena;
  readonly u8: Uint8Array;
  readonly i16: Int16Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;

  constructor(
    readonly kernels: CoreExports,
    readonly memory: WebAssembly.Memory,
    range: readonly [from: number, to: number] = memoryMap.engine,
  ) {
    const { buffer } = memory;
    this.arena = new Arena(range[0], range[1]);
    this.u8 = new Uint8Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }
}
