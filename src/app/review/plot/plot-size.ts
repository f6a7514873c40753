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

/** Observes an element in device pixels where the browser can. */
export function observePixels(observer: ResizeObserver, element: Element): void {
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(element);
  }
}
