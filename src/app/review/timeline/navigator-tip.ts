/** What the tooltip of the track says of a moment besides its time: what is marked there, as the marks are drawn. */
import type { Span } from "../../../domain/time/view-span.ts";
import { timelineLegendText as words } from "../../../protocol/text/timeline-legend-text.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { gapSpans, minMarkPx, type TrackContents } from "./navigator-marks.ts";

/** Titles that the tooltip has room for. */
const mostTitles = 2;

export interface TipScene {
  readonly contents: TrackContents;
  /** What playback left out, and what a window has marked in all of its group. */
  readonly skipped: readonly Span[];
  readonly marked: readonly Span[];
  readonly atMs: number;
  /** Of the track. */
  readonly msPerPx: number;
}

/** "": nothing is marked there. */
export function marksTip({ contents, skipped, marked, atMs, msPerPx }: TipScene): string {
  const lies = ({ startMs, endMs }: Span, leastPx: number) =>
    atMs >= startMs && atMs <= Math.max(endMs, startMs + leastPx * msPerPx);
  const { annotations } = contents;
  const { span = null } = annotations?.event.state ?? {};
  const isGap = [...gapSpans(contents)].some(([from, to]) => lies({ startMs: from, endMs: to }, 1));
  return [
    annotations === null || annotations.state.isHidden ? "" : titlesAt(annotations, atMs, minMarkPx * msPerPx),
    span !== null && lies(span, minMarkPx) ? words.event : "",
    isGap ? words.gap : "",
    skipped.some((each) => lies(each, 1)) ? words.skipped : "",
    marked.some((each) => lies(each, 2)) ? words.marked : "",
  ].join("");
}

/** Titles of those whose marks reach over a moment; a mark is `leastMs` long at least. */
function titlesAt({ table }: DrawnAnnotations, atMs: number, leastMs: number): string {
  const titles: string[] = [];
  let found = 0;
  table.intervals().overlapping(atMs - leastMs, atMs, (row) => {
    found++;
    if (titles.length < mostTitles) titles.push(table.titles.list[table.title[row]]);
  });
  return found === 0 ? "" : words.at(titles, found - titles.length);
}
