/** What EEG trends are made of, of each derived channel of a chunk of time: spectra, flags, suppressed samples, percentiles (algorithms.md 12 and 13; assembly/trends.ts). */
import type { Derivation } from "../protocol/recipe.ts";
import { compileRecipe, lanes, type RowChunk } from "./compile.ts";
import type { Core } from "./core.ts";
import { type Carried, freshState, Pipeline, type Sink, type StridedSource } from "./pipeline.ts";
import { flagsOf, TrendRails } from "./trend-flags.ts";
import {
  aeegSeconds,
  densityOf,
  hann,
  leastFinite,
  leastSuppressed,
  radicesOf,
  spectrumBins,
  suppressionUv,
  type TrendChain,
  trendBlockSeconds,
  trendChains,
  trendEpochSeconds,
  welchStarts,
} from "./trend-plan.ts";

export interface TrendSource {
  derivations: readonly Derivation[];
  samplingHz: number;
  gains: readonly number[];
  offsets: readonly number[];
  missingCode: number | null;
  /** Hz */
  notch: number | null;
  isArtifactReduced: boolean;
}

/**
 * What of the grid is read, and the first sample of each second of the chunk, one more than there are seconds. The chunk begins with an epoch and a segment. The
 * block before it begins at the sample `before`, the one behind it ends at `after`: their flags say where runs end that reach across its borders. `epochs`: the grid
 * samples [from, to) that each has, be they there or not: windows of spectra lie at the same places of an epoch whatever of it is missing.
 */
export interface TrendSpan {
  first: number;
  end: number;
  edges: Float64Array;
  epochs: readonly (readonly [from: number, to: number])[];
  before: number;
  after: number;
}

/** Of one channel; none of a channel that is not there. Epochs of 10 s, blocks of 2 s, segments of 15 s. */
export interface ChannelTrends {
  /** uV^2/Hz: [epoch][bin], means of the windows; `windows` says of how many. */
  power: Float64Array;
  windows: Float64Array;
  /** Flags (trend-flags.ts) and finite samples of blocks. */
  flags: Uint8Array;
  present: Float64Array;
  /** [epoch][2]: suppressed samples, finite ones; of what is left in. */
  suppressed: Float64Array;
  /** [segment][3]: 10th, 50th, 90th percentile, uV; NaN where half is missing. */
  aeeg: Float64Array;
  /** Mean squares of epochs, uV^2. */
  muscle: Float64Array;
  movement: Float64Array;
}

const groupBytes = 48;
const vectorBytes = 16;
const sectionBytes = 64;
const startBytes = 32;
const blockSamples = 256;

/**
 * Takes samples of a chunk, slice by slice, and works on them at the end. Lives in the core's arena: nothing else may take of it meanwhile (`Arena.hold`).
 * Errors: ParameterError when a derivation does not fit the source, or the span does not fit the arena.
 */
export class TrendSums {
  readonly #chunk: RowChunk | null;
  readonly #carried: Carried | null;
  readonly #rows: number;
  readonly #count: number;
  readonly #rails: TrendRails;
  /** Grid samples at which runs end though none is missing. */
  readonly #seams = new Set<number>();
  /** Samples of the groups. */
  readonly #raw: number[];

  constructor(
    private readonly core: Core,
    private readonly source: TrendSource,
    private readonly span: TrendSpan,
  ) {
    const recipe = { derivations: [...source.derivations], filters: { lff: null, hff: null, notch: null } };
    const compiled = compileRecipe(recipe, source.samplingHz, source.gains.length);
    this.#rows = compiled.rows;
    this.#chunk = compiled.chunks[0] ?? null;
    this.#carried = this.#chunk === null ? null : freshState(this.#chunk);
    this.#count = span.end - span.first;
    this.#rails = new TrendRails(blockEdges(span), source.gains.length);
    this.#raw = Array.from({ length: this.#chunk?.groups ?? 0 }, () => {
      const at = core.arena.take(vectorBytes * this.#count);
      core.f32.fill(Number.NaN, at / 4, at / 4 + lanes * this.#count);
      return at;
    });
  }

  /** Slices in ascending order; what lies between them is missing. */
  push(slices: readonly StridedSource[]): void {
    const [chunk, carried, { core, source, span }] = [this.#chunk, this.#carried, this];
    if (chunk === null || carried === null) return;
    for (const slice of slices) {
      for (const run of slice.runs) if (run.isSeam) this.#seams.add(run.first - span.first);
      this.#rails.look(slice, chunk.channels);
    }
    core.arena.scope(() => {
      const pipeline = new Pipeline(core, chunk, source, carried);
      const sink: Sink = {
        from: span.first,
        take: (at, count) => {
          for (const [group, raw] of this.#raw.entries()) {
            const from = core.u32[(pipeline.groupTable + group * groupBytes) / 4 + 8] / 4;
            core.f32.copyWithin(raw / 4 + lanes * (at - span.first), from, from + lanes * count);
          }
        },
      };
      for (const slice of slices)
        pipeline.run(slice, Math.max(slice.first, span.first), Math.min(slice.first + slice.count, span.end), sink);
      pipeline.save();
    });
  }

  /** Of every derivation, in their order. `onStep` is called often; it throws when the work is cancelled. */
  finish(onStep: (fraction: number) => void): (ChannelTrends | null)[] {
    const made: (ChannelTrends | null)[] = Array.from({ length: this.#rows }, () => null);
    const chunk = this.#chunk;
    if (chunk === null) return made;
    const work = new GroupWork(this.core, this.source, this.span, this.#stretches());
    for (const [group, raw] of this.#raw.entries()) {
      onStep(group / this.#raw.length);
      const rows = chunk.rows.slice(group * lanes, (group + 1) * lanes);
      const railed = rows.map(({ first, second }) =>
        this.#rails.of(
          [first, second].flatMap((term) => (term.kind === "channel" ? [chunk.channels[term.index]] : [])),
        ),
      );
      for (const [lane, channel] of work.run(raw, railed).entries()) made[rows[lane].row] = channel;
    }
    return made;
  }

  /** The stretches between seams, as samples of the buffers. */
  #stretches(): [from: number, to: number][] {
    const borders = [
      0,
      ...[...this.#seams].filter((at) => at > 0 && at < this.#count).sort((a, b) => a - b),
      this.#count,
    ];
    return borders.slice(1).map((to, k) => [borders[k], to]);
  }
}

/** The kernels over groups of four rows, with tables and scratch that all of them use. */
class GroupWork {
  readonly #tmp: number;
  readonly #work: number;
  readonly #chains: ReturnType<typeof trendChains>;
  readonly #blocks: { at: number; edges: Int32Array };
  readonly #epochs: { at: number; edges: Int32Array };
  readonly #segments: Int32Array;
  readonly #welch: { length: number; weights: number; radices: number; stages: number; turns: number; work: number };
  readonly #density: Float64Array;

  constructor(
    private readonly core: Core,
    private readonly source: TrendSource,
    private readonly span: TrendSpan,
    private readonly stretches: readonly [from: number, to: number][],
  ) {
    const { arena, f64, u32 } = core;
    const { samplingHz, notch } = source;
    this.#chains = trendChains(samplingHz, notch);
    this.#tmp = arena.take(vectorBytes * (span.end - span.first));
    this.#work = arena.take(blockSamples * 32);
    const edgesOf = (seconds: number) =>
      Int32Array.from(
        { length: Math.floor((span.edges.length - 1) / seconds) + 1 },
        (_, k) => span.edges[k * seconds] - span.first,
      );
    const kept = (edges: Int32Array) => {
      const at = arena.take(edges.byteLength);
      u32.set(edges, at / 4);
      return { at, edges };
    };
    this.#blocks = kept(Int32Array.from(blockEdges(span), (edge) => edge - span.first));
    this.#epochs = kept(edgesOf(trendEpochSeconds));
    this.#segments = edgesOf(aeegSeconds);
    const length = Math.round(2 * samplingHz);
    const window = hann(length);
    const weights = arena.take(8 * length);
    f64.set(window, weights / 8);
    this.#density = densityOf(window, samplingHz);
    const plan = radicesOf(length);
    const radices = arena.take(4 * (plan.length + 1));
    u32.set(plan, radices / 4);
    const turns = arena.take(vectorBytes * length);
    for (let k = 0; k < length; k++) {
      f64[turns / 8 + 2 * k] = Math.cos((2 * Math.PI * k) / length);
      f64[turns / 8 + 2 * k + 1] = -Math.sin((2 * Math.PI * k) / length);
    }
    const work = arena.take(64 * length + 32);
    this.#welch = { length, weights, radices, stages: plan.length, turns, work };
  }

  /** One channel of each lane that `railed` tells of. */
  run(raw: number, railed: readonly Uint8Array[]): ChannelTrends[] {
    return this.core.arena.scope(() => {
      const { samplingHz, isArtifactReduced } = this.source;
      const { power, suppression, aeeg, fast, muscle, movement } = this.#chains;
      const extremes = this.#extremes(raw);
      this.#filter(raw, fast);
      const above = this.#squares(this.#blocks);
      if (muscle !== null) this.#filter(this.#tmp, muscle, true);
      const inBand = muscle === null ? null : this.#squares(this.#epochs);
      this.#filter(raw, movement);
      const slow = this.#squares(this.#epochs);
      const presents = railed.map((_, lane) => column(above, this.#blocks.edges.length - 1, 8, 4 + lane));
      const flags = railed.map((rails, lane) =>
        flagsOf({ extremes, squares: above, lane, present: presents[lane], rails, samplingHz }),
      );
      const channels = railed.map((_, lane): ChannelTrends => {
        const own = { flags: flags[lane].slice(1, -1), present: presents[lane].slice(1, -1) };
        return {
          ...{ power: new Float64Array(0), windows: new Float64Array(0), ...own },
          ...{ suppressed: new Float64Array(0), aeeg: new Float64Array(0) },
          muscle: meanSquares(inBand, this.#epochs.edges.length - 1, lane),
          movement: meanSquares(slow, this.#epochs.edges.length - 1, lane),
        };
      });
      const blank = () => {
        if (isArtifactReduced) this.#blank(flags);
      };
      this.#filter(raw, power);
      blank();
      this.#spectra(channels);
      this.#filter(raw, suppression);
      blank();
      const suppressed = this.#suppressed();
      for (const [lane, channel] of channels.entries()) channel.suppressed = suppressed[lane];
      this.#filter(raw, aeeg);
      blank();
      for (const [lane, channel] of channels.entries()) channel.aeeg = this.#percentiles(lane);
      return channels;
    });
  }

  #filter(src: number, { sections, rectified }: TrendChain, isBare = false): void {
    const { arena, f64, kernels } = this.core;
    arena.scope(() => {
      const k = arena.take(40 * sections.length);
      f64.set(sections.flat(), k / 8);
      const stateBytes = startBytes + sectionBytes * sections.length;
      const state = arena.take(stateBytes);
      for (const [from, to] of this.stretches) {
        f64.fill(0, state / 8, (state + stateBytes) / 8);
        f64.fill(Number.NaN, state / 8, state / 8 + 4);
        const [own, dst] = [src + vectorBytes * from, this.#tmp + vectorBytes * from];
        kernels.trendFilter(own, to - from, k, sections.length, rectified, Number(isBare), state, this.#work, dst);
      }
    });
  }

  /** [block][2][lane]: smallest, largest. */
  #extremes(raw: number): Float32Array {
    const { arena, f32, kernels } = this.core;
    return arena.scope(() => {
      const blocks = this.#blocks.edges.length - 1;
      const dst = arena.take(32 * blocks);
      kernels.trendExtremes(raw, this.#blocks.at, blocks, dst);
      return f32.slice(dst / 4, dst / 4 + 8 * blocks);
    });
  }

  /** Of the filtered samples, [span][2][lane]: sums of squares, counts. */
  #squares({ at, edges }: { at: number; edges: Int32Array }): Float64Array {
    const { arena, f64, kernels } = this.core;
    return arena.scope(() => {
      const dst = arena.take(64 * (edges.length - 1));
      kernels.trendSquares(this.#tmp, at, edges.length - 1, dst);
      return f64.slice(dst / 8, dst / 8 + 8 * (edges.length - 1));
    });
  }

  /** Flagged blocks of the filtered samples become missing. */
  #blank(flags: readonly Uint8Array[]): void {
    const { edges } = this.#blocks;
    for (let block = 0; block + 1 < edges.length; block++) {
      const mask = flags.reduce((sum, own, lane) => sum | (own[block] === 0 ? 0 : 1 << lane), 0);
      if (mask !== 0) this.core.kernels.trendBlank(this.#tmp, edges[block], edges[block + 1], mask);
    }
  }

  #spectra(channels: ChannelTrends[]): void {
    const { arena, f64, kernels } = this.core;
    const epochs = this.#epochs.edges.length - 1;
    const { first, end } = this.span;
    const { length, weights, radices, stages, turns, work } = this.#welch;
    for (const channel of channels) {
      channel.power = new Float64Array(epochs * spectrumBins);
      channel.windows = new Float64Array(epochs);
    }
    arena.scope(() => {
      const sums = arena.take(32 * spectrumBins);
      const counts = arena.take(32);
      for (let epoch = 0; epoch < epochs; epoch++) {
        f64.fill(0, sums / 8, sums / 8 + lanes * spectrumBins);
        f64.fill(0, counts / 8, counts / 8 + lanes);
        const [from, to] = this.span.epochs[epoch];
        for (const start of welchStarts(from, to, this.source.samplingHz)) {
          if (start < first || start + length > end) continue;
          const src = this.#tmp + vectorBytes * (start - first);
          kernels.welchAdd(src, length, weights, radices, stages, turns, spectrumBins, work, sums, counts);
        }
        for (const [lane, { power, windows }] of channels.entries()) {
          windows[epoch] = f64[counts / 8 + lane];
          for (let bin = 0; bin < spectrumBins; bin++)
            power[epoch * spectrumBins + bin] =
              (f64[sums / 8 + lanes * bin + lane] / windows[epoch]) * this.#density[bin];
        }
      }
    });
  }

  /** Of each lane. */
  #suppressed(): Float64Array[] {
    const { arena, f64, kernels } = this.core;
    const { at, edges } = this.#epochs;
    return arena.scope(() => {
      const spans = edges.length - 1;
      const dst = arena.take(16 * lanes * spans);
      f64.fill(0, dst / 8, dst / 8 + 2 * lanes * spans);
      const least = leastSuppressed(this.source.samplingHz);
      const count = this.span.end - this.span.first;
      kernels.suppressedIn(this.#tmp, count, suppressionUv, least, at, spans, arena.take(4 * lanes), dst);
      return Array.from({ length: lanes }, (_, lane) =>
        f64.slice(dst / 8 + 2 * lane * spans, dst / 8 + 2 * (lane + 1) * spans),
      );
    });
  }

  #percentiles(lane: number): Float64Array {
    const { arena, f64, kernels } = this.core;
    const edges = this.#segments;
    const least = leastFinite(aeegSeconds, this.source.samplingHz);
    return arena.scope(() => {
      const longest = edges.reduce((most, edge, k) => (k === 0 ? 0 : Math.max(most, edge - edges[k - 1])), 0);
      const work = arena.take(kernels.percentilesBytes(longest));
      const dst = arena.take(24);
      const made = new Float64Array(3 * (edges.length - 1));
      for (let k = 0; k + 1 < edges.length; k++) {
        kernels.trendPercentiles(this.#tmp, edges[k], edges[k + 1], lane, least, work, dst);
        made.set(f64.subarray(dst / 8, dst / 8 + 3), 3 * k);
      }
      return made;
    });
  }
}

/** Where blocks begin: those of the chunk, between the one before it and the one behind it. */
const blockEdges = ({ edges, before, after }: TrendSpan): Float64Array =>
  Float64Array.from([before, ...edges.filter((_, k) => k % trendBlockSeconds === 0), after]);

/** Every `apart`-th value from `at` on. */
const column = (values: Float64Array, count: number, apart: number, at: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => values[k * apart + at]);

function meanSquares(squares: Float64Array | null, count: number, lane: number): Float64Array {
  if (squares === null) return new Float64Array(count).fill(Number.NaN);
  return Float64Array.from({ length: count }, (_, k) => squares[8 * k + lane] / squares[8 * k + 4 + lane]);
}
