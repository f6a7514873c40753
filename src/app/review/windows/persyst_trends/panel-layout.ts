/** How the rows of the panel share the height of their window, and which of them are in sight where they do not fit. Pure; CSS px. */
import { proxy } from "valtio";
import type { PanelRow } from "./panel.ts";

/** Of a row, from the upper edge of the first one. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
}

export interface PanelLayout {
  readonly places: readonly RowPlace[];
  /** Of all rows, and of the window. */
  readonly length: number;
  readonly inView: number;
}

/** Between rows. */
const gapPx = 4;

/** Rows are as high as they must be; what is left over is theirs by their shares. */
export function layPanel(rows: readonly Pick<PanelRow, "leastPx" | "share">[], heightPx: number): PanelLayout {
  const least = rows.reduce((sum, { leastPx }) => sum + leastPx, 0) + gapPx * Math.max(0, rows.length - 1);
  const shares = rows.reduce((sum, { share }) => sum + share, 0);
  const each = shares === 0 ? 0 : Math.max(0, heightPx - least) / shares;
  let top = 0;
  const places = rows.map(({ leastPx, share }) => {
    // Whole pixels, counted from the top, so that no row is a pixel off.
    const from = Math.round(top);
    top += leastPx + share * each;
    const place = { top: from, height: Math.round(top) - from };
    top += gapPx;
    return place;
  });
  return { places, length: Math.max(heightPx, Math.round(top - gapPx)), inView: heightPx };
}

/** What is above the upper edge of the window. A proxy; not kept with the window. */
export interface PanelScroll {
  top: number;
  /** Of the layout that was drawn last: what the scrollbar shows. */
  length: number;
  inView: number;
}

export const createPanelScroll = (): PanelScroll => proxy({ top: 0, length: 1, inView: 1 });

/** May be beyond the end after the window has grown: this is what is drawn. */
export const topOf = ({ top, length, inView }: Readonly<PanelScroll>): number =>
  Math.min(Math.max(0, top), Math.max(0, length - inView));

export function scrollPanelTo(scroll: PanelScroll, top: number): void {
  scroll.top = topOf({ ...scroll, top });
}

export const scrollPanelBy = (scroll: PanelScroll, px: number): void => scrollPanelTo(scroll, topOf(scroll) + px);

export const isScrollable = ({ length, inView }: Readonly<PanelScroll>): boolean => length > inView + 0.5;

/** Notes what is drawn; only what changed is written. */
export function noteLayout(scroll: PanelScroll, { length, inView }: PanelLayout): void {
  if (scroll.length !== length) scroll.length = length;
  if (scroll.inView !== inView) scroll.inView = inView;
}

/** Wheel travel of a line, in px. */
const linePx = 40;

export function scrollPanelByWheel(event: WheelEvent, scroll: PanelScroll): void {
  event.preventDefault();
  const isLines = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL;
  if (isScrollable(scroll)) scrollPanelBy(scroll, event.deltaY * (isLines ? linePx : 1));
}
