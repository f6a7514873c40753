/** Pages of a series: their keys, how those that follow each other are asked for, how the answer is read. */
import { isTouched } from "../../domain/time/runs.ts";
import type { Unpack } from "../../protocol/page-codec.ts";
import type { PageAnswer, PageForm, RenderModalities } from "../../protocol/pages.ts";
import { pageLimits } from "../../protocol/pages.ts";
import { elementsOf, leafBytes, leafSamples, type TileGrid, tileElements, tileSamples, timeOf } from "../tile-grid.ts";
import { cutColumns, emptyPage, type PageContent, readColumnPage, readRawPage } from "./page-contents.ts";
import type { Series } from "./series.ts";

export interface PageOrder extends TileGrid {
  series: Series;
  /** On the group's grid of leaves ("raw") or on the tile grid of the column width ("columns", "coarse"). */
  index: number;
  /** Where the group ended when it was ordered. */
  sampleCount: number;
}

/** A page or tile of a series as it is now. */
export const orderOf = (series: Series, { regime, columnSamples }: TileGrid, index: number): PageOrder => ({
  series,
  regime,
  columnSamples,
  index,
  sampleCount: series.group.sample_count,
});

const lengthOf = ({ series, regime, columnSamples }: Omit<PageOrder, "index" | "sampleCount">): number =>
  regime === "raw" ? leafSamples(series.group) : tileSamples(columnSamples, regime);

/** The group ends in it: it is another page once the recording has grown. */
export const isTail = (order: PageOrder): boolean => (order.index + 1) * lengthOf(order) > order.sampleCount;

/** What never changes has no end in its name; what the group ends in has it, which is its revision. */
const withEnd = (name: string, endSample: number, sampleCount: number): string =>
  endSample > sampleCount ? `${name}@${sampleCount}` : name;

/** Raw pages serve every recipe of the recording; columns only their own. */
export function keyOf(order: PageOrder): string {
  const { series, regime, index, sampleCount } = order;
  if (regime !== "raw") return placeKey(series, order, index, sampleCount);
  return withEnd(
    `${series.recordingKey}/${series.group.modality}/${index}`,
    (index + 1) * lengthOf(order),
    sampleCount,
  );
}

/** Names a tile of a series, and the page of the server it is made of. */
export const placeKey = (
  series: Pick<Series, "id">,
  { regime, columnSamples }: TileGrid,
  index: number,
  sampleCount: number,
): string =>
  withEnd(
    `${series.id}|${regime === "coarse" ? "c" : ""}${columnSamples}|${index}`,
    (index + 1) * tileSamples(columnSamples, regime),
    sampleCount,
  );

/** Column widths that the server answers from a pyramid it may first have to build. */
export const isSlow = ({ regime }: PageOrder): boolean => regime !== "raw";

/** About so many bytes, before any code. */
export const bytesOf = (order: PageOrder): number =>
  order.regime === "raw"
    ? leafBytes(order.series.group)
    : tileElements(order.columnSamples, order.regime) * order.series.recipe.derivations.length * 8;

/** Pages of one line that follow each other may be asked for in one request: not those that may have to be built one by one. */
export function lineOf({ series, regime, columnSamples, index }: PageOrder): { name: string; at: number } | undefined {
  if (regime === "columns") return undefined;
  const name = regime === "raw" ? `${series.recordingKey}/${series.group.modality}` : `${series.id}|c${columnSamples}`;
  return { name, at: index };
}

function rawSpan({ series, index, sampleCount }: PageOrder, leaves: number) {
  const length = leafSamples(series.group);
  const first = index * length;
  return { first, count: Math.min(leaves * length, sampleCount - first) };
}

function columnSpan({ regime, columnSamples, index, sampleCount }: PageOrder, pages: number) {
  const firstColumn = index * tileElements(columnSamples, regime);
  const last = index + pages - 1;
  const end = last * tileElements(columnSamples, regime) + elementsOf(last, sampleCount, columnSamples, regime);
  return { firstColumn, columns: end - firstColumn };
}

/** The content when it is known without asking: a raw page that lies in a gap. */
export function knownContent(order: PageOrder): PageContent | null {
  if (order.regime !== "raw") return null;
  const { first, count } = rawSpan(order, 1);
  const { group } = order.series;
  return !isTouched(group.segments, first, first + count) ? emptyPage(group, first, count) : null;
}

/**
 * Asks for so many pages from this one on. Borders of raw pages are set a quarter of a sample early: epoch milliseconds cannot tell the very time of a sample at
 * every rate, and a border between two samples can only be understood one way.
 */
export function requestOf(order: PageOrder, pages: number, pageId: number): RenderModalities {
  const { recording, group, recipe } = order.series;
  const { patient_id, data_object_id, data_version } = recording;
  const common = {
    ...{ patient_id, data_object_id, page_id: pageId },
    modality_sources: [{ modality: group.modality, data_object_id, data_version }],
  };
  if (order.regime === "raw") {
    const { first, count } = rawSpan(order, pages);
    const form: PageForm = { kind: "samples" };
    const start = first === 0 ? recording.start_ms : timeOf(recording, group, first - 0.25);
    const end = timeOf(recording, group, first + count - 0.25);
    return { ...common, start, end, pixel_count: pageLimits.minPixelCount, form };
  }
  const { firstColumn, columns } = columnSpan(order, pages);
  const { columnSamples } = order;
  const end = Math.min(order.sampleCount, (firstColumn + columns) * columnSamples);
  return {
    ...common,
    start: timeOf(recording, group, firstColumn * columnSamples),
    end: timeOf(recording, group, end),
    pixel_count: Math.max(pageLimits.minPixelCount, columns),
    ...(order.regime === "coarse" ? { is_urgent: true } : {}),
    form: { kind: "recipe_columns", recipe, first_column: firstColumn, samples_per_column: columnSamples },
  };
}

/**
 * The contents of so many pages from this one on, in their order; raw ones share one memory. `unpack` makes coded values.
 * @throws Error with the user's sentence when the answer is not what was asked for.
 */
export function readAnswer(order: PageOrder, pages: number, answer: PageAnswer, unpack: Unpack): PageContent[] {
  const { group, recipe } = order.series;
  if (order.regime === "raw") {
    const { first, count } = rawSpan(order, pages);
    return new Array<PageContent>(pages).fill(readRawPage(answer, unpack, { group, first, count }));
  }
  const page = readColumnPage(answer, unpack, {
    modality: group.modality,
    rows: recipe.derivations.length,
    columnSamples: order.columnSamples,
    ...columnSpan(order, pages),
  });
  if (pages === 1) return [page];
  const most = tileElements(order.columnSamples, order.regime);
  return Array.from({ length: pages }, (_, k) => cutColumns(page, k * most, Math.min(most, page.columns - k * most)));
}
