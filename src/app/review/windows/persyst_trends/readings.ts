/** What is said of a row at a time: the values themselves, with their units. Pure. */

import { fixedText } from "../../../../domain/fixed-text.ts";
import { columnAt } from "../../../../picture/trends/columns.ts";
import type { CellsLook, LinesLook, PanelRow } from "../../../../picture/trends/panel.ts";
import { hzAt } from "../../../../picture/trends/row-pictures.ts";
import { type TrendBaseline, trendRows } from "../../../../protocol/trends.ts";
import type { SeriesState } from "./trend-data.ts";
import { words } from "./words.ts";

const { absent, floor, at, hz: hzText } = words.readout;

/** "12.4 dB", "−3 %", "0.083": as many digits as say something. */
export function valueText(value: number, unit: string): string {
  if (value === Number.NEGATIVE_INFINITY) return floor(unit);
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return `\u221e ${unit}`.trim();
  const digits = size >= 100 ? 0 : size >= 10 || size === 0 ? 1 : size >= 1 ? 2 : 3;
  return `${fixedText(value, digits)} ${unit}`.trim();
}

/** What a series is compared with; null: nothing, or it is not here yet. */
export const baselineOf = ({ pages }: SeriesState): TrendBaseline | null =>
  pages.flatMap(({ block }) => block.baseline ?? [])[0] ?? null;

/** Values of all channels of a series at a time; null: not here. */
function valuesAt({ pages, epochMs }: SeriesState, timeMs: number): readonly number[] | null {
  const found = columnAt(pages, timeMs, epochMs);
  if (found === null) return null;
  const { channels, columns, values } = found.page;
  return Array.from({ length: channels }, (_, k) => values[k * columns + found.column]);
}

/** Lines of text of a row at a time, a few of them; none where nothing is here. */
export function readRow({ look, series }: PanelRow, states: readonly SeriesState[], timeMs: number): readonly string[] {
  const all = states.map((state) => valuesAt(state, timeMs));
  if (all.every((values) => values === null)) return [];
  if (look.kind !== "cells") return lineTexts(look, all);
  const [values] = all;
  if (values === null || values === undefined) return [];
  if (look.frequencies === null)
    return values.map((value, k) => `${look.names[k]} ${Number.isNaN(value) ? absent : Math.round(value)}`);
  const strongest = strongestOf(values, look);
  if (strongest === null) return [absent];
  return [valueText(values[strongest], look.unit), at("", hzText(hzOf(series[0].trend, strongest))).trim()];
}

const hzOf = (trend: PanelRow["series"][number]["trend"], bin: number): number => trendRows[trend][bin].hz ?? 0;

/** The bin with most, or of a scale to both sides with the largest difference. */
function strongestOf(values: readonly number[], { isReversed }: CellsLook): number | null {
  let best: number | null = null;
  const sizeOf = (value: number) => (isReversed ? Math.abs(value) : value);
  values.forEach((value, k) => {
    if (!Number.isNaN(value) && (best === null || sizeOf(value) > sizeOf(values[best]))) best = k;
  });
  return best;
}

function lineTexts({ kind, lines, unit }: LinesLook, all: readonly (readonly number[] | null)[]): string[] {
  const values = all.flatMap((each, k) => each ?? (k < lines.length ? [Number.NaN] : []));
  const text = (value: number) => (Number.isNaN(value) ? absent : valueText(value, unit));
  if (kind === "band") {
    const [low, middle, high] = values;
    if (Number.isNaN(middle)) return [absent];
    return [text(middle), `${valueText(low, "")}\u2013${valueText(high, "")}`];
  }
  return values.map((value, k) => [lines[k]?.name ?? "", text(value)].filter((part) => part !== "").join(" "));
}

/** What is under the pointer in a row: of a spectrum the bin at that height (0 at the foot to 1), else the values of the row. */
export function readPlace(
  row: PanelRow,
  states: readonly SeriesState[],
  { timeMs, share }: { readonly timeMs: number; readonly share: number },
): string {
  const { look, series } = row;
  const values = states.map((state) => valuesAt(state, timeMs))[0];
  if (values === null || values === undefined) return readRow(row, states, timeMs).join(", ");
  if (look.kind !== "cells") return readRow(row, states, timeMs).join(", ");
  const text = (value: number) => (Number.isNaN(value) ? absent : valueText(value, look.unit));
  if (look.frequencies === null) {
    const k = Math.min(values.length - 1, Math.max(0, Math.floor((1 - share) * values.length)));
    return `${look.names[k]} ${text(values[k])}`;
  }
  const wanted = hzAt(look.frequencies, share);
  const rows = trendRows[series[0].trend];
  const bin = rows.reduce(
    (best, { hz = 0 }, k) => (Math.abs(hz - wanted) < Math.abs((rows[best].hz ?? 0) - wanted) ? k : best),
    0,
  );
  return at(text(values[bin]), hzText(hzOf(series[0].trend, bin)));
}
