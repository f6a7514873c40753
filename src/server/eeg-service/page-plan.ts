/** What an EEG image needs of a recording: its rows, the grid of samples or columns, and where they stand. */
import { arrange, type Drawn, resolved } from "../../domain/montage/drawn-rows.ts";
import { defaultAuxFilters } from "../../domain/montage/filter-options.ts";
import { groupFor } from "../../domain/montage/montage.ts";
import { asInMontage } from "../../domain/montage/row-arrangement.ts";
import { recipeOf } from "../../domain/montage/row-recipe.ts";
import type { Montage } from "../../domain/montage/standard-montages.ts";
import { clockSampleAt } from "../../domain/time/clock-sample.ts";
import { samplesPerColumn } from "../../domain/time/grid.ts";
import { type GridView, gridView, type PlotSize } from "../../picture/grid-view.ts";
import type { Derivation, Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { flagBlockMs, flagWarmupSeconds } from "../../signal/artifact-flags.ts";
import type { ColumnGrid } from "../../signal/types.ts";
import { embeddedMontages, type ImageOrder } from "./service.ts";

export interface PagePlan {
  readonly drawn: Drawn;
  readonly size: PlotSize;
  readonly view: GridView;
  /** What is drawn: samples, or columns of the ladder of the windows. */
  readonly recipe: Recipe;
  readonly grid: ColumnGrid;
  /** Blocks that may be flagged; null: artifact reduction is off. */
  readonly flags: FlagPlan | null;
}

export interface FlagPlan {
  /** The rows unfiltered. */
  readonly recipe: Recipe;
  /** The channels that are terms of rows, each by itself; null where samples have no rail. */
  readonly inputs: Recipe | null;
  /** Grid samples [edges[k], edges[k + 1]) of the blocks of 2 s of the epoch grid that the page touches, by the clocks of segments: the blocks that trends judge. */
  readonly edges: readonly number[];
  /** Samples before the first block that settle its filter. */
  readonly warmup: number;
}

/** Elements beside the page, so that no line ends at its border. */
const margin = 64;

/** The montage of that name and the group that it reads; null: there is none. */
export function montageNamed(
  recording: RecordingDetail,
  name: string,
): { montage: Montage; group: SignalGroup } | null {
  const montage = embeddedMontages(recording).find((each) => each.name === name);
  const group = montage === undefined ? null : groupFor(recording, montage);
  return montage === undefined || group === null ? null : { montage, group };
}

/** Every row of the montage, however many: an image does not scroll. */
export function rowsOf(group: SignalGroup, montage: Montage): Drawn {
  const drawn = arrange(resolved(group, montage), asInMontage);
  return { ...drawn, layout: { ...drawn.layout, inView: drawn.layout.length } };
}

export function planPage(recording: RecordingDetail, order: ImageOrder): PagePlan | null {
  const found = montageNamed(recording, order.montage);
  if (found === null) return null;
  const { group, montage } = found;
  const { sampling_hz: samplingHz, sample_count: count } = group;
  const drawn = rowsOf(group, montage);
  const size = { width: order.width, height: order.height, ratio: order.ratio ?? 1 };
  const view = gridView({ startMs: order.start, endMs: order.end }, recording.start_ms, samplingHz, size.width);
  const filters = { eeg: { lff: order.LFF, hff: order.HFF, notch: order.notch }, aux: defaultAuxFilters };
  const wide = samplesPerColumn(Math.round(view.samplesPerPixel * 1e4) / 1e4);
  const firstColumn = Math.max(0, Math.floor(view.startSample / wide) - margin);
  const end = Math.min(Math.ceil(count / wide), Math.ceil(view.endSample / wide) + margin);
  return {
    ...{ drawn, size, view },
    recipe: recipeOf(drawn.resolved, drawn.computed, { filters, samplingHz }),
    grid: { firstColumn, columns: Math.max(0, end - firstColumn), samplesPerColumn: wide },
    flags: order.isArtifactReductionEnabled ? planFlags(recording, group, drawn, order) : null,
  };
}

function planFlags(
  { start_ms: startMs }: RecordingDetail,
  group: SignalGroup,
  drawn: Drawn,
  { start, end }: Pick<ImageOrder, "start" | "end">,
): FlagPlan {
  const { sampling_hz: samplingHz, sample_count: count, sample_type: type } = group;
  const sampleOf = (block: number) => Math.min(count, Math.max(0, clockSampleAt(group, startMs, block * flagBlockMs)));
  const edges: number[] = [];
  for (let block = Math.floor(start / flagBlockMs); block <= Math.ceil(end / flagBlockMs); block++) {
    const sample = sampleOf(block);
    if (sample > (edges.at(-1) ?? -1)) edges.push(sample);
  }
  const off = { lff: null, hff: null, notch: null };
  const recipe = recipeOf(drawn.resolved, drawn.computed, { filters: { eeg: off, aux: off }, samplingHz });
  const terms = recipe.derivations.flatMap(({ first, second }) => [first, second]);
  const indexes = new Set(terms.flatMap((term) => (term.kind === "channel" ? [term.index] : [])));
  const inputs = [...indexes].map(
    (index): Derivation => ({ first: { kind: "channel", index }, second: { kind: "zero" } }),
  );
  return {
    recipe,
    inputs: type === "int16" && inputs.length > 0 ? { derivations: inputs, filters: off } : null,
    edges,
    warmup: Math.ceil(flagWarmupSeconds * samplingHz),
  };
}
