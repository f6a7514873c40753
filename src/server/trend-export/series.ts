/** The trends of one recording as pages of their epochs, by the same way as windows ask for them: equal values, rights, masks and damage. */
import type { TrendBlock } from "../../protocol/page-codec.ts";
import { pageLimits, type RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { ExportedTrend, ExportTrends } from "../../protocol/trend-export.ts";
import { type TrendBaseline, type TrendOf, trendEpochMs } from "../../protocol/trends.ts";
import { type DerivedRecording, lookUpAnalysis, type MasksOf } from "../analysis/index.ts";
import type { PageService } from "../query/page-service.ts";
import type { LookUp } from "../query/recording-lookup.ts";
import type { Asker } from "../query/turns.ts";
import { ExportRefused } from "./export-refused.ts";

/** So long what was looked up is good for the next page. */
const freshMs = 1000;

export interface SeriesDeps {
  readonly pages: Pick<PageService, "page">;
  readonly masksOf: MasksOf;
  readonly asker: Asker;
  /** Asked for each page; null: not the caller's. */
  readonly get: (dataObjectId: number) => Promise<RecordingDetail | null>;
}

/** A trend of the file: what it is, and what is known of it so far. */
export interface Series {
  readonly of: ExportedTrend;
  readonly epochMs: number;
  readonly made: DerivedRecording;
  baseline: TrendBaseline | null;
  core: string;
  pairs: readonly string[];
  /** Epochs: all, those that are masked, those with a value. */
  readonly tally: { expected: number; masked: number; present: number };
}

/** Epochs [first, end), counted from 1970. */
export interface Epochs {
  readonly first: number;
  readonly end: number;
}

/** What is asked for of a trend; members that it does not take are left out. */
export function analysisOf(
  { source, isArtifactReduced, notch, leavesOutArtifacts, baseline }: ExportTrends,
  { trend, side }: ExportedTrend,
): TrendOf {
  const isCompared = trend === "fft_vs_baseline" || trend === "adr_vs_baseline";
  return {
    ...{ analytic: "eeg_trend", trend, source, isArtifactReduced, notch },
    ...(leavesOutArtifacts === true ? { leavesOutArtifacts } : {}),
    ...(side === null ? {} : { side }),
    ...(isCompared && baseline !== undefined ? { baseline } : {}),
  } as TrendOf;
}

export class TrendSeries {
  private readonly known = new Map<number, { at: number; found: Promise<RecordingDetail | null> }>();

  constructor(private readonly deps: SeriesDeps) {}

  /** Null when there is no such recording for the caller. @throws AnalysisRefused, SourceNotReady */
  async describe(wanted: ExportTrends, of: ExportedTrend): Promise<Series | null> {
    const made = await lookUpAnalysis(analysisOf(wanted, of), (id) => this.lookUp(id), this.deps.masksOf);
    if (made === null) return null;
    const epochMs = trendEpochMs(of.trend);
    const tally = { expected: 0, masked: 0, present: 0 };
    return { of, epochMs, made, baseline: null, core: "", pairs: [], tally };
  }

  /** Whether nothing that its values depend on is another since it was described. */
  async isSame({ made }: Series): Promise<boolean> {
    const now = await lookUpAnalysis(made.analysis, (id) => this.lookUp(id, { isFresh: true }), this.deps.masksOf);
    return now !== null && now.data_version === made.data_version;
  }

  /** Values [row][epoch], NaN where there is none. @throws PageRefused, ExportRefused where they are compared with something else than those before */
  async read(series: Series, { first, end }: Epochs): Promise<TrendBlock> {
    const { pages, asker } = this.deps;
    const { made, epochMs, tally } = series;
    const [group] = made.groups;
    const request = {
      ...{ patient_id: made.patient_id, data_object_id: made.data_object_id, page_id: 1 },
      modality_sources: [{ modality: group.modality, data_object_id: made.data_object_id }],
      ...{ start: first * epochMs, end: end * epochMs, pixel_count: pageLimits.minPixelCount },
      form: { kind: "trend", epochs_per_column: 1 },
    } satisfies RenderModalities;
    const lookUp: LookUp = (id, options) => this.lookUp(id, options);
    const { blocks, core } = await pages.page(request, asker, lookUp, () => undefined);
    const block = blocks[0] as TrendBlock;
    for (const name of ["expected", "masked", "present"] as const) tally[name] += block.tally[name];
    if (usedOf(series.baseline ?? block.baseline) !== usedOf(block.baseline)) throw new ExportRefused("changed");
    series.baseline = block.baseline;
    series.pairs = block.pairs;
    series.core = core ?? series.core;
    return block;
  }

  private lookUp(id: number, { isFresh = false } = {}): Promise<RecordingDetail | null> {
    const known = this.known.get(id);
    const now = performance.now();
    if (!isFresh && known !== undefined && now - known.at < freshMs) return known.found;
    const found = this.deps.get(id);
    this.known.set(id, { at: now, found });
    return found;
  }
}

/** What values are compared with; while a recording grows its first valid hour may become whole between two pieces. */
const usedOf = (baseline: TrendBaseline | null): string =>
  JSON.stringify(baseline === null ? null : [baseline.state, baseline.start_ms, baseline.end_ms]);
