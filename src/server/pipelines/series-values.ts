/** Values of planned series, in pieces: on the thread of a run. A table lies row by row, a row of all columns at a time. */
import { firstEndingAfter } from "../../domain/time/runs.ts";
import { timeInSegment } from "../../domain/time/sample-time.ts";
import type { Core } from "../../signal/core.ts";
import {
  type BlockMeans,
  type BlockSums,
  ChannelReader,
  channelsOf,
  derivedReader,
  firstSampleFrom,
  optimumWindow,
  type StoredReader,
} from "../analysis/index.ts";
import type { SampleReader } from "../recordings/index.ts";
import { BinCounts } from "./bins.ts";
import { FilteredChannels } from "./filtered-channels.ts";
import { optimumRow } from "./optimum-row.ts";
import { Summary } from "./summary.ts";
import type { PairHow, PlannedChannel, PlannedSeries, SeriesGrid, SeriesWork } from "./types.ts";

/** Rows that are made at once. */
export const pieceRows = 1 << 16;

export interface SeriesDeps {
  core: Core;
  reader: StoredReader & Parameters<typeof derivedReader>[0]["reader"] & Pick<SampleReader, "readSamples">;
  sums: BlockSums;
  means: BlockMeans;
  /** Called often. */
  onStep(): void;
}

/** Of the index by the clock of its segment; where there is none, as the nearest one says. */
export function timeAt({ segments, sampling_hz }: SeriesGrid, index: number): number {
  const held = segments[Math.min(firstEndingAfter(segments, index), segments.length - 1)];
  return timeInSegment(held, sampling_hz, index);
}

const pairs: Readonly<Record<PairHow, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
};
const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

export class SeriesValues {
  /** The last piece of each: nodes that share an input do not make it twice. */
  private readonly kept = new Map<number, { first: number; count: number; values: Float64Array }>();
  private readonly filtered: FilteredChannels;
  constructor(
    private readonly series: readonly PlannedSeries[],
    private readonly deps: SeriesDeps,
  ) {
    this.filtered = new FilteredChannels(deps);
  }

  /** Rows [first, first + count); NaN where there is no value. count: `pieceRows` at most. @throws what reading does */
  async read(k: number, first: number, count: number): Promise<Float64Array> {
    const kept = this.kept.get(k);
    if (kept?.first === first && kept.count === count) return kept.values;
    this.deps.onStep();
    const values = await this.make(this.series[k].work, first, count);
    this.kept.set(k, { first, count, values });
    return values;
  }

  private async make(work: SeriesWork, first: number, count: number): Promise<Float64Array> {
    const { deps } = this;
    switch (work.kind) {
      case "channel":
        return this.channel(work.channel, first, count);
      case "filtered":
        return this.filtered.read(work, first, count);
      case "derived": {
        const made = await derivedReader(deps).readSamples(work.recording, work.recording.groups[0], first, count);
        const values = new Float64Array(count).fill(Number.NaN);
        values.set(made.data as Float32Array, made.first - first);
        return values;
      }
      case "pair": {
        const [a, b] = [
          await this.read(work.first, first, count),
          await this.read(work.second, first + work.shift, count),
        ];
        return a.map((value, i) => finite(pairs[work.how](value, b[i])));
      }
      case "scale":
        return (await this.read(work.of, first, count)).map((value) => finite(value * work.factor + work.offset));
      case "range":
        return (await this.read(work.of, first, count)).map((value) =>
          value >= work.low && value <= work.high ? value : Number.NaN,
        );
      case "column": {
        const width = this.series[work.of].columns.length;
        const table = await this.read(work.of, first, count);
        return Float64Array.from({ length: count }, (_, i) => table[i * width + work.column]);
      }
      case "means":
        return this.meansOf(work, first, count);
      case "optimum":
        return this.optima(work, first, count);
      case "summary":
        return this.summaries(work, first, count);
    }
  }

  private async channel(planned: PlannedChannel, first: number, count: number): Promise<Float64Array> {
    const { recording, modality, channel, masked } = planned;
    const group = recording.groups.find((each) => each.modality === modality);
    if (group === undefined) throw new Error("The group of a planned channel is gone.");
    const reader = new ChannelReader(this.deps);
    const at = reader.takeSamples(count);
    await reader.read({ recording, group, channel, masked }, first, count, at);
    return Float64Array.from(this.deps.core.f32.subarray(at / 4, at / 4 + count));
  }

  /** Of periods on the epoch grid, in the order of time: the same however a run is cut. */
  private async meansOf({ of, periodMs }: SeriesWork & { kind: "means" }, first: number, count: number) {
    const { grid } = this.series[of];
    const startMs = this.gridOf(of, periodMs);
    const [sums, counts] = [new Float64Array(count), new Uint32Array(count)];
    const fromMs = startMs + first * periodMs;
    await this.eachValue(of, fromMs, fromMs + count * periodMs, (value, index) => {
      const at = Math.floor((timeAt(grid, index) - fromMs) / periodMs + 1e-9);
      if (at < 0 || at >= count || Number.isNaN(value)) return;
      sums[at] += value;
      counts[at]++;
    });
    return sums.map((sum, k) => (counts[k] === 0 ? Number.NaN : sum / counts[k]));
  }

  private gridOf = (of: number, periodMs: number): number =>
    Math.floor(this.series[of].span.startMs / periodMs) * periodMs;

  /** Of the first column, of all indexes with a time in [fromMs, toMs) that segments hold. */
  private async eachValue(of: number, fromMs: number, toMs: number, use: (value: number, index: number) => void) {
    const { grid } = this.series[of];
    const end = firstSampleFrom(grid, toMs);
    for (let at = firstSampleFrom(grid, fromMs); at < end; ) {
      const count = Math.min(pieceRows, end - at);
      const values = await this.read(of, at, count);
      for (const [i, value] of values.entries()) use(value, at + i);
      at += count;
    }
  }

  private async optima(
    { analytic, recording, windows }: SeriesWork & { kind: "optimum" },
    first: number,
    count: number,
  ) {
    const { core, reader, means, onStep } = this.deps;
    const sources = channelsOf(recording.analysis, recording.sources, recording.masked);
    const rows: number[][] = [];
    for (let k = first; k < first + count; k++) {
      onStep();
      const endMs = windows.firstMs + k * windows.deltaMs;
      const span = { startMs: endMs - windows.windowMs, endMs };
      const { optimum } = await optimumWindow(analytic, sources, span, { core, reader, means, onStep });
      rows.push(optimumRow(optimum));
    }
    return Float64Array.from(rows.flat());
  }

  /** What lies in a window by its time: of whole tables, row by row. */
  private async summaries(
    { of, columns, windows, bins }: SeriesWork & { kind: "summary" },
    first: number,
    count: number,
  ) {
    const { grid, columns: all, first: start, end: stop } = this.series[of];
    const rows: number[][] = [];
    for (let k = first; k < first + count; k++) {
      const endMs = windows === null ? 0 : windows.firstMs + k * windows.deltaMs;
      const from = windows === null ? start : firstSampleFrom(grid, endMs - windows.windowMs);
      const to = windows === null ? stop : firstSampleFrom(grid, endMs);
      const each = columns.map(() => (bins === undefined ? new Summary() : new BinCounts(bins)));
      for (let at = from; at < to; ) {
        const held = Math.min(Math.max(1, Math.floor(pieceRows / all.length)), to - at);
        const values = await this.read(of, at, held);
        for (let i = 0; i < held; i++)
          for (const [c, column] of columns.entries()) each[c].add(values[i * all.length + column]);
        at += held;
      }
      const expected = windows === null ? to - from : Math.round((windows.windowMs * grid.sampling_hz) / 1000);
      rows.push(each.flatMap((summary) => summary.row(expected)));
    }
    return Float64Array.from(rows.flat());
  }
}
