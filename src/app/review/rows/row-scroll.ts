/** Which of more rows than fit are in the plot: one number, and the functions here as its only writers. */
import { proxy } from "valtio";
import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import { clampTop } from "../../../domain/montage/row-layout.ts";

export interface RowScroll {
  /** Height at the top of the plot, in rows. May be beyond the end of a montage with fewer rows: `topOf` is what is drawn. */
  top: number;
}

export const createRowScroll = (): RowScroll => proxy({ top: 0 });

export const topOf = ({ top }: Readonly<RowScroll>, { layout }: Drawn): number => clampTop(layout, top);

export function scrollRowsTo(scroll: RowScroll, { layout }: Drawn, top: number): void {
  scroll.top = clampTop(layout, top);
}

export const scrollRowsBy = (scroll: RowScroll, drawn: Drawn, rows: number): void =>
  scrollRowsTo(scroll, drawn, topOf(scroll, drawn) + rows);

export const isScrollable = ({ layout }: Drawn): boolean => layout.length > layout.inView;

/** Wheel travel of one row; one notch of a mouse wheel is 100 or 120. */
const travelPerRow = 40;
const travelPerLine = 40;

/** Scrolls the rows by the wheel over `element`. Returns the untying. */
export function followRowWheel(element: HTMLElement, scroll: RowScroll, drawn: Drawn): () => void {
  const abort = new AbortController();
  element.addEventListener("wheel", (event) => scrollRowsByWheel(event, scroll, drawn), {
    passive: false,
    signal: abort.signal,
  });
  return () => abort.abort();
}

export function scrollRowsByWheel(event: WheelEvent, scroll: RowScroll, drawn: Drawn): void {
  event.preventDefault();
  if (!isScrollable(drawn)) return;
  const isLines = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL;
  scrollRowsBy(scroll, drawn, (event.deltaY * (isLines ? travelPerLine : 1)) / travelPerRow);
}
