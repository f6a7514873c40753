/** Which rows of the panel are in sight where they do not fit. CSS px. */
import { proxy } from "valtio";
import type { PanelLayout } from "../../../../picture/trends/lay-panel.ts";

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
