/** What a task of the page service is: a form of the protocol, its limits, who makes it, and its work on a compute thread. */
import type { Masks } from "../../../domain/annotations/masks.ts";
import type { SamplesBlock, Sent, SentBlock } from "../../../protocol/page-codec.ts";
import type { PageFormOf, PageKind } from "../../../protocol/pages.ts";
import type { Recipe } from "../../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import type { Core } from "../../../signal/core.ts";
import type { SdFeatures } from "../../../signal/sd-features.ts";
import type { ColumnGrid, ColumnResult } from "../../../signal/types.ts";
import type { BlockMeans, GroupReader, StoredReader } from "../../analysis/index.ts";
import type { RemoteEegService } from "../../eeg-service/index.ts";
import type { StoredSamples } from "../../recordings/index.ts";
import type { DerivedPage, DerivedPageOrder } from "../derived-pyramid.ts";
import { segmentsWithin } from "../page-geometry.ts";
import type { SdFeatureOrder } from "../sd-feature-store.ts";
import type { TrendColumnSpan, TrendPage } from "../trend-pages.ts";
import type { Asker, Lane } from "../turns.ts";

/** One group of one recording, and what of it a page spans. */
export interface PageSource {
  recording: RecordingDetail;
  group: SignalGroup;
  /** What the request names in place of a group, of forms that have `groupOf` and of analyses that are asked for by another name. */
  named?: string;
  /** Grid indexes [first, end) of the page; may reach outside the grid. */
  first: number;
  end: number;
  /** What of a recorded group is left out because it is masked; absent: nothing. */
  masks?: Masks;
}

/** One source of a page in the making. */
export interface PageOrder<Kind extends PageKind = PageKind> {
  source: PageSource;
  form: PageFormOf<Kind>;
  /** `pixel_count` of the request. */
  columns: number;
  /** What is asked for, epoch ms: [start, end). */
  span: { start: number; end: number };
  asker: Asker;
}

/** Samples that may be coded by now. */
export type SentSamples = Omit<StoredSamples, "data"> & { data: Sent<SamplesBlock>["data"] };

/** What is being made, and a function that tells how far it is, 0..1. */
export interface Making<Made> {
  result: Promise<Made>;
  progress(): number;
}

/** With what a task makes its block on the server's own thread: nothing there costs more than a copy. */
export interface PageTaskDeps {
  /** Clipped to the grid; coded, if the asker wants that, where it costs no turn of its own. */
  readSamples(source: PageSource, span: { first: number; count: number }, asker: Asker): Making<SentSamples>;
  /** The derived pyramid: columns of a recipe that are made of its levels. */
  pyramid(order: DerivedPageOrder, asker: Asker): DerivedPage;
  /** Means of a recipe's columns, kept in memory between pages. */
  means(source: PageSource, of: { recipe: Recipe; grid: ColumnGrid }, asker: Asker): Making<ColumnResult>;
  /** Features of SD detection, kept in memory between pages. */
  sdFeatures(order: SdFeatureOrder, asker: Asker): Making<SdFeatures>;
  /** Draws EEG images elsewhere; null: they are drawn on compute threads. */
  readonly eegService: RemoteEegService | null;
  /** Columns of EEG trends, of features that are kept. */
  trend(source: PageSource, span: TrendColumnSpan, asker: Asker): Making<TrendPage>;
  /** Work for a compute thread. Fails as ComputePool.run does. */
  compute<Input, Output>(
    source: PageSource,
    work: { task: ThreadTask<Input, Output>; input: Input },
    asker: Asker,
  ): Making<Output>;
}

/** One form of a page: a row of the table in index.ts. */
export interface PageTask<Kind extends PageKind = PageKind> {
  readonly kind: Kind;
  /** The group that a source names, where its modality is the key of none. Null: there is none. @throws PageRefused */
  groupOf?(recording: RecordingDetail, modality: string): SignalGroup | null;
  /** Whether the form fits the group. @throws PageRefused */
  check?(form: PageFormOf<Kind>, columns: number, group: SignalGroup, recording: RecordingDetail): void;
  /** Bytes of the answer for one source, and the most that a page may have of them. */
  bytes(form: PageFormOf<Kind>, columns: number, source: PageSource): number;
  readonly mostBytes: number;
  /** The sentence for a page of more. */
  readonly tooLarge: string;
  /** The block of one source, or several where the form asks for them. */
  make(order: PageOrder<Kind>, tools: PageTaskDeps): Making<SentBlock | readonly SentBlock[]>;
  /** What it lets compute threads do. */
  readonly threadTasks: readonly ThreadTask[];
}

/** A compute thread and the recording that its work is about. */
export interface ThreadSource {
  core: Core;
  /** Of stored samples, or of those of a derived group, whichever the recording is. */
  reader: GroupReader;
  recording: RecordingDetail;
  group: SignalGroup;
}

/** What a thread reads stored samples with, whatever the recording of its work is, and what it keeps of them. */
export interface StoredSources {
  reader: StoredReader;
  means: BlockMeans;
}

/** Work that costs more than a copy. Its input and result are cloned between the threads. */
export interface ThreadTask<Input = unknown, Output = unknown> {
  /** Its key in the table: no two have the same. */
  readonly name: string;
  /** Its cost class: "quick" work is one page, "slow" work a part of something longer (turns.ts). */
  readonly lane: Lane;
  /** Memory of the input that is handed over instead. */
  handsOver?(input: Input): ArrayBuffer[];
  /** On the thread. `onSlice` is told the fraction done, as often as may be: it throws when the work is cancelled. */
  run(
    source: ThreadSource,
    input: Input,
    onSlice: (fraction: number) => void,
    stored: StoredSources,
  ): Output | Promise<Output>;
  /** Memory of the result that is handed over. */
  handsBack(output: Output): ArrayBuffer[];
}

/** What every block says of its source, for the grid samples [from, to). Gaps of fewer than `resolution` are left out. */
export function headOf(
  { recording, group, named }: Pick<PageSource, "recording" | "group" | "named">,
  from: number,
  to: number,
  resolution = 0,
) {
  return {
    modality: named ?? group.modality,
    data_object_id: recording.data_object_id,
    sampling_hz: group.sampling_hz,
    segments: segmentsWithin(group, from, to, resolution),
  };
}

/** Answers of columns above this are refused. */
export const mostColumnBytes = 16 * 1024 * 1024;
