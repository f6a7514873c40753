/** Columns of EEG trends out of kept features: which epochs a page needs, what it is compared with, and the work on a compute thread. */
import { analysisKey } from "../../protocol/analysis.ts";
import { type TrendBaseline, type TrendOf, trendBaselineMs, trendEpochMs, trendRows } from "../../protocol/trends.ts";
import { featureRows } from "../../signal/trend-features.ts";
import { epochValues, lookBackEpochs, medianOf, rowsFor } from "../../signal/trend-values.ts";
import { isDerived, sideOfTrend } from "../analysis/index.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { ComputePool } from "./compute-pool.ts";
import { cancelled } from "./page-refused.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import { trendColumnWork } from "./tasks/trend-work.ts";
import { type TrendOrder, type TrendStore, trendChunkSeconds } from "./trend-store.ts";
import type { Asker } from "./turns.ts";

export interface TrendPage {
  /** [row][column]; NaN where there is none. */
  data: Float64Array;
  columns: number;
  /** Epochs with a value, in each block of columns. */
  present: readonly number[];
  baseline: TrendBaseline | null;
}

/** Columns [first, end) of `width` epochs each, counted from 1970. */
export interface TrendColumnSpan {
  first: number;
  end: number;
  width: number;
  /** Columns of a block; absent: they are one. */
  blockColumns?: number;
}

interface Baseline {
  facts: TrendBaseline;
  values: Float64Array | null;
}

/** Of the blocks of a side's channels in an epoch that is free of artifacts all the same: an electrode that is lost is in two of the eight pairs. */
const mostFlagged = 0.25;
const keptBaselines = 256 * 1024;

/** What a source says of a trend, where it is one. */
export function trendOf({ recording }: Pick<PageSource, "recording">): TrendOf | null {
  return isDerived(recording) && recording.analysis.analytic === "eeg_trend" ? recording.analysis : null;
}

export class TrendPages {
  private readonly baselines = new KeptResults<Baseline>(
    ({ values }) => 256 + (values?.byteLength ?? 0),
    keptBaselines,
  );

  constructor(
    private readonly store: TrendStore,
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
  ) {}

  /** Fails as ComputePool.run does. */
  read(source: PageSource, span: TrendColumnSpan, asker: Asker): Making<TrendPage> {
    const analysis = trendOf(source);
    if (analysis === null) throw new Error("This recording is no trend.");
    let progress = () => 0;
    const told = (making: Making<unknown>) => {
      progress = making.progress;
    };
    return { result: this.make(source, analysis, { span, asker, told }), progress: () => progress() };
  }

  private async make(
    source: PageSource,
    analysis: TrendOf,
    { span, asker, told }: { span: TrendColumnSpan; asker: Asker; told: (making: Making<unknown>) => void },
  ): Promise<TrendPage> {
    const { trend } = analysis;
    const order = orderOf(source, analysis);
    const rows = trendRows[trend].length;
    const columns = span.end - span.first;
    const data = new Float64Array(rows * columns).fill(Number.NaN);
    const isCompared = trend === "fft_vs_baseline" || trend === "adr_vs_baseline";
    const baseline = isCompared ? await this.baseline(source, analysis, { order, asker }) : null;
    const { width } = span;
    const own = epochsOf(source, trendEpochMs(trend));
    const first = Math.max(span.first, Math.floor(own.from / width));
    const to = Math.min(span.end * width, own.to);
    const blockColumns = span.blockColumns ?? Math.max(1, columns);
    const blocks = Math.max(1, Math.ceil(columns / blockColumns));
    const present: readonly number[] = Array.from({ length: blocks }, () => 0);
    const page = { data, columns, present, baseline: baseline?.facts ?? null };
    if (to <= first * width || (isCompared && baseline?.values === null)) return page;
    const skip = lookBackOf(analysis);
    const side = sideOfTrend(analysis);
    const range = { rows: rowsFor(trend, side), isSegments: trend === "aeeg", from: first * width - skip, to };
    const reading = this.store.read(order, range, asker);
    told(reading);
    const features = await reading.result;
    const samplingHz = order.source.group.sampling_hz;
    const edges = Array.from({ length: blocks + 1 }, (_, k) => {
      const column = Math.min(span.end, span.first + k * blockColumns) - first;
      return Math.min(to - first * width, Math.max(0, column * width));
    });
    const input = { trend, side, features, skip, edges, width, samplingHz, baseline: baseline?.values ?? null };
    const { recording, group } = order.source;
    const work = { recording, modality: group.modality, task: trendColumnWork, input, key: null };
    const made = await this.pool.run(work, asker).result;
    const count = made.data.length / rows;
    for (let row = 0; row < rows; row++)
      data.set(made.data.subarray(row * count, (row + 1) * count), row * columns + first - span.first);
    return { ...page, present: made.present };
  }

  /** Of the first hour that is valid and free of artifacts, from the beginning of the recording or of the chosen span. */
  private async baseline(
    source: PageSource,
    analysis: TrendOf,
    { order, asker }: { order: TrendOrder; asker: Asker },
  ): Promise<Baseline> {
    const { recording } = source;
    const name = [this.coreHash, analysisKey(analysis), recording.data_version, recording.tail?.revision ?? null];
    const key = JSON.stringify(name);
    const known = this.baselines.get(key);
    if (known !== undefined) return known;
    const epochMs = trendEpochMs(analysis.trend);
    const side = sideOfTrend(analysis) ?? "left";
    const chosen = "baseline" in analysis ? analysis.baseline : undefined;
    const own = epochsOf(source, epochMs);
    const from = chosen === undefined ? own.from : Math.max(own.from, Math.ceil(chosen.start_ms / epochMs));
    const last = chosen === undefined ? Number.POSITIVE_INFINITY : Math.floor(chosen.end_ms / epochMs);
    const end = Math.min(own.to, last);
    const most = trendBaselineMs.most / epochMs;
    const skip = lookBackOf(analysis);
    const rows = [...rowsFor(analysis.trend, side), featureRows.flagged[side]];
    const length = trendChunkSeconds(order.source.group.sampling_hz) / (epochMs / 1000);
    const taken: number[] = [];
    const values: number[][] = trendRows[analysis.trend].map(() => []);
    for (let at = from; at < end && taken.length < most; ) {
      if (asker.signal.aborted) throw cancelled();
      const to = Math.min(end, (Math.floor(at / length) + 1) * length);
      const range = { rows, isSegments: false, from: at - skip, to };
      const features = await this.store.read(order, range, asker).result;
      const flagged = features.values.subarray((features.rows - 1) * features.epochs);
      const made = epochValues(analysis.trend, features, skip, order.source.group.sampling_hz);
      const count = to - at;
      for (let k = 0; k < count && taken.length < most; k++) {
        if (Number.isNaN(made[k]) || !(flagged[skip + k] <= mostFlagged)) continue;
        taken.push(at + k);
        for (const [row, list] of values.entries()) list.push(made[row * count + k]);
      }
      at = to;
    }
    // Until what it is made of is there it would be another one with each epoch.
    const isWaiting = recording.tail !== undefined && own.to < last && taken.length < most;
    const isEnough = !isWaiting && taken.length * epochMs >= trendBaselineMs.least;
    return this.baselines.keep(key, {
      facts: {
        state: isWaiting ? "waiting" : isEnough ? "used" : "none",
        start_ms: isEnough ? taken[0] * epochMs : null,
        end_ms: isEnough ? (taken[taken.length - 1] + 1) * epochMs : null,
        valid_ms: taken.length * epochMs,
      },
      values: isEnough ? Float64Array.from(values, medianOf) : null,
    });
  }
}

/** The stored recording and group, and how features of it are made. */
export function orderOf(source: Pick<PageSource, "recording" | "masks">, analysis: TrendOf): TrendOrder {
  const { recording, masks } = source;
  if (!isDerived(recording)) throw new Error("This recording is no derived one.");
  const [stored] = recording.sources;
  const group = stored.groups.find(({ modality }) => modality === analysis.source.modality);
  if (group === undefined) throw new Error("The recording has no such group.");
  const { notch, isArtifactReduced } = analysis;
  return {
    source: { recording: stored, group, ...(masks === undefined ? {} : { masks }) },
    settings: { notch, isArtifactReduced },
  };
}

/** Epochs of the epoch grid that the group has, from the first to behind the last. */
export function epochsOf({ recording, group }: PageSource, epochMs: number): { from: number; to: number } {
  const from = Math.round(recording.start_ms / epochMs);
  return { from, to: from + group.sample_count };
}

const lookBackOf = ({ trend }: TrendOf): number =>
  trend === "suppression_ratio" || trend === "alpha_delta_ratio" || trend === "adr_vs_baseline" ? lookBackEpochs : 0;
