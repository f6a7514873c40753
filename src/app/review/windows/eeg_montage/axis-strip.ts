/** The time axis under the traces: a pool of labels moved by the frame loop, never by React. */
import type { Clock } from "../../../../domain/clock.ts";
import { axisTicks } from "../../../../domain/time-axis.ts";
import { lengthOf, type Span } from "../../../../domain/view-span.ts";

export interface AxisStrip {
  /** Shows the ticks of a span over `widthPx` CSS px. */
  draw(span: Span, widthPx: number): void;
}

/** Writes only what changed: text that stays costs no layout. */
export function setText(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** `date` stands in the left margin and carries the date of the view's start. */
export function createAxisStrip(strip: HTMLElement, date: HTMLElement, clock: Clock): AxisStrip {
  const pool: HTMLElement[] = [];
  return {
    draw(span, widthPx) {
      const ticks = axisTicks(span, clock, widthPx);
      setText(date, clock.date(span.startMs));
      ticks.forEach(({ timeMs, label }, k) => {
        let element = pool[k];
        if (element === undefined) {
          element = document.createElement("span");
          strip.append(element);
          pool.push(element);
        }
        element.hidden = false;
        setText(element, label);
        const x = ((timeMs - span.startMs) / lengthOf(span)) * widthPx;
        element.style.transform = `translateX(calc(${x.toFixed(1)}px - 50%))`;
      });
      for (const spare of pool.slice(ticks.length)) spare.hidden = true;
    },
  };
}
