/** Epochs that are marked over all rows: most of their blocks are flagged as artifact (algorithms.md 13). Pure. */
import type { Span } from "../../domain/time/view-span.ts";
import { trendRows } from "../../protocol/trends.ts";
import type { TrendColumns } from "./columns.ts";
import type { SeriesPicture } from "./trend-scene.ts";

/** Percent of the samples that are flagged. */
const mostPercent = 50;
const electrodeRow = trendRows.artifact_intensity.findIndex(({ unit }) => unit === "%");
const known = new WeakMap<TrendColumns, readonly Span[]>();

/** `states`: of the artifact intensity. */
export const flaggedSpans = (states: readonly SeriesPicture[]): readonly Span[] =>
  states.flatMap(({ pages, epochMs }) => pages.flatMap((page) => flaggedOf(page, epochMs)));

function flaggedOf(page: TrendColumns, epochMs: number): readonly Span[] {
  const found = known.get(page);
  if (found !== undefined) return found;
  const { columns, epochs, firstEpoch, values } = page;
  const spans: Span[] = [];
  for (let k = 0; k < columns; k++) {
    if (!(values[electrodeRow * columns + k] > mostPercent)) continue;
    const startMs = (firstEpoch + k * epochs) * epochMs;
    const last = spans.at(-1);
    // Those that touch are one.
    if (last?.endMs === startMs) spans.pop();
    spans.push({ startMs: last?.endMs === startMs ? last.startMs : startMs, endMs: startMs + epochs * epochMs });
  }
  known.set(page, spans);
  return spans;
}
