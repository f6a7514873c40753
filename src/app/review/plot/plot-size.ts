/** How large a plot is, in device pixels. */
import type { PlotSize } from "../../../picture/grid-view.ts";

/**
 * Device pixels exactly where the browser tells them, else rounded from CSS px; also where what it tells is of another
 * screen than `devicePixelRatio` (emulated screens).
 */
export function plotSize({ contentBoxSize: [css], devicePixelContentBoxSize }: ResizeObserverEntry): PlotSize {
  const ratio = devicePixelRatio;
  const exact = devicePixelContentBoxSize?.[0];
  const side = (length: number, told: number | undefined) =>
    told !== undefined && Math.abs(told - length * ratio) < 1 ? told : Math.round(length * ratio);
  return {
    width: side(css.inlineSize, exact?.inlineSize),
    height: side(css.blockSize, exact?.blockSize),
    ratio,
  };
}

/** Whether a plot has no room for a pixel. What is not shown at all, as while a part of the page is fetched, is not cramped. */
export const isCrampedIn = ({ width, height }: PlotSize, element: Element): boolean =>
  (width === 0 || height === 0) && element.getClientRects().length > 0;

/** Observes an element in device pixels where the browser can. */
export function observePixels(observer: ResizeObserver, element: Element): void {
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(element);
  }
}
