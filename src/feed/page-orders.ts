/** One page of a series: its key, how it is asked for, how its answer is read. */
import type { PageAnswer, PageForm, RenderModalities } from "../protocol/pages.ts";
import { pageLimits } from "../protocol/pages.ts";
import { clipRuns, emptyPage, type PageContent, readColumnPage, readRawPage } from "./page-contents.ts";
import type { ViewPlan } from "./planner.ts";
import type { Series } from "./series.ts";
import { elementsOf, rawPageSamples, tileElements, timeOf } from "./tile-grid.ts";

export interface PageOrder {
  series: Series;
  regime: ViewPlan["regime"];
  columnSamples: number;
  /** On the group's page grid ("raw") or on the tile grid of the column width ("columns"). */
  index: number;
}

/** Raw pages serve every recipe of the recording; columns only their own. */
export const keyOf = ({ series, regime, columnSamples, index }: PageOrder): string =>
  regime === "raw"
    ? `${series.recordingKey}/${series.group.modality}/${index}`
    : `${series.id}|${columnSamples}|${index}`;

/** Column widths that the server answers from a pyramid it may first have to build. */
export const isSlow = ({ regime }: PageOrder): boolean => regime === "columns";

function rawSpan({ series, index }: PageOrder) {
  const length = rawPageSamples(series.group);
  const first = index * length;
  return { first, count: Math.min(length, series.group.sample_count - first) };
}

function columnSpan({ series, columnSamples, index }: PageOrder) {
  const firstColumn = index * tileElements(columnSamples);
  return { firstColumn, columns: elementsOf(index, series.group.sample_count, columnSamples) };
}

/** The content when it is known without asking: a raw page that lies in a gap. */
export function knownContent(order: PageOrder): PageContent | null {
  if (order.regime !== "raw") return null;
  const { first, count } = rawSpan(order);
  const { group } = order.series;
  return clipRuns(group.segments, first, first + count).length === 0 ? emptyPage(group, first, count) : null;
}

/**
 * Borders of raw pages are set a quarter of a sample early: epoch milliseconds cannot tell the very time of a sample at
 * every rate, and a border between two samples can only be understood one way.
 */
export function requestOf(order: PageOrder, pageId: number): RenderModalities {
  const { recording, group, recipe } = order.series;
  const common = {
    patient_id: recording.patient_id,
    data_object_id: recording.data_object_id,
    page_id: pageId,
    modality_sources: [{ modality: group.modality, data_object_id: recording.data_object_id }],
    patient_is_admitted: false,
  };
  if (order.regime === "raw") {
    const { first, count } = rawSpan(order);
    const form: PageForm = { kind: "samples" };
    const start = first === 0 ? recording.start_ms : timeOf(recording, group, first - 0.25);
    const end = timeOf(recording, group, first + count - 0.25);
    return { ...common, start, end, pixel_count: pageLimits.minPixelCount, form };
  }
  const { firstColumn, columns } = columnSpan(order);
  const { columnSamples } = order;
  const end = Math.min(group.sample_count, (firstColumn + columns) * columnSamples);
  return {
    ...common,
    start: timeOf(recording, group, firstColumn * columnSamples),
    end: timeOf(recording, group, end),
    pixel_count: Math.max(pageLimits.minPixelCount, columns),
    form: { kind: "recipe_columns", recipe, first_column: firstColumn, samples_per_column: columnSamples },
  };
}

/** @throws Error with the user's sentence when the answer is not the page that was asked for. */
export function readAnswer(order: PageOrder, answer: PageAnswer): PageContent {
  const { group, recipe } = order.series;
  if (order.regime === "raw") {
    const { first, count } = rawSpan(order);
    return readRawPage(answer, group, first, count);
  }
  return readColumnPage(answer, {
    modality: group.modality,
    rows: recipe.derivations.length,
    columnSamples: order.columnSamples,
    ...columnSpan(order),
  });
}
