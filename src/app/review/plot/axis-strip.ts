/**
 * The time axis under the traces, drawn on a canvas by the frame loop: while a recording plays every label changes in
 * every frame, and as elements they cost 3 ms of style, layout and paint each time.
 */
import type { Clock } from "../../../domain/time/clock.ts";
import { axisTicks } from "../../../domain/time/time-axis.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";

export interface AxisStrip {
  /** Shows the ticks of a span over `widthPx` CSS px; `ratio` device pixels per CSS px. */
  draw(span: Span, widthPx: number, ratio: number): void;
  /** Colours or fonts changed: the next call draws anew. */
  refresh(): void;
}

/** Writes only what changed: text that stays costs no layout. */
export function setText(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** Hides an element or shows it again. Writing the attribute anew costs a recalculation of its style, though nothing changes. */
export function setHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** CSS px: room for half a label at either end, tick length, height of the strip, baseline of the text. */
const overhang = 48;
const tickLength = 4;
const stripHeight = 28;
const baseline = 18;

/** A date over two lines, the year on the second: for a margin that is narrower than all of it. What is no date ("Day 2") stays. */
export const dateInTwoLines = (date: string): string => date.replace(/\/(?=[^/]*$)/, "/\n");

/**
 * `date` stands in the left margin and carries the date of the view's start; in two lines where it is marked narrow. `onFont`: the font has arrived, a frame is
 * needed.
 */
export function createAxisStrip(
  strip: HTMLElement,
  date: HTMLElement,
  { clock, onFont }: { clock: Clock; onFont: () => void },
): AxisStrip {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  strip.replaceChildren(canvas);
  const shown = canvas.getContext("2d");
  // Text is written on a canvas outside of the page: on one in it the browser finds out first every style that changed in the frame so far.
  const writing = document.createElement("canvas");
  const context = writing.getContext("2d");
  let drawn = "";
  let look = styleOf(strip);
  const refresh = () => {
    drawn = "";
    look = styleOf(strip);
  };
  void document.fonts.load(look.font(1)).then(() => {
    refresh();
    onFont();
  });
  return {
    refresh,
    draw(span, widthPx, ratio) {
      const day = clock.date(span.startMs);
      setText(date, date.dataset.narrow === undefined ? day : dateInTwoLines(day));
      const key = `${span.startMs} ${span.endMs} ${widthPx} ${ratio}`;
      if (context === null || shown === null || key === drawn) return;
      drawn = key;
      sizeCanvas(canvas, Math.round((widthPx + 2 * overhang) * ratio), Math.round(stripHeight * ratio), ratio);
      const { width, height } = canvas;
      if (writing.width === width && writing.height === height) context.clearRect(0, 0, width, height);
      else Object.assign(writing, { width, height });
      context.font = look.font(ratio);
      context.fillStyle = look.colour;
      context.textAlign = "center";
      for (const { timeMs, label } of axisTicks(span, clock, widthPx)) {
        const x = (overhang + ((timeMs - span.startMs) / lengthOf(span)) * widthPx) * ratio;
        context.fillRect(Math.round(x - ratio / 2), 0, Math.max(1, Math.round(ratio)), tickLength * ratio);
        context.fillText(label, x, baseline * ratio);
      }
      shown.clearRect(0, 0, width, height);
      shown.drawImage(writing, 0, 0);
    },
  };
}

/** Gives the canvas a size in device pixels and lays it over the strip and its overhang. */
function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  Object.assign(canvas.style, {
    position: "absolute",
    top: "0",
    left: `${-overhang}px`,
    width: `${width / ratio}px`,
    height: `${height / ratio}px`,
  });
}

/** Colour and font of the strip's own style. Read once: asking for it in a frame makes the browser lay out the page. */
function styleOf(strip: HTMLElement): { colour: string; font(ratio: number): string } {
  const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(strip);
  return { colour: color, font: (ratio) => `${fontWeight} ${Number.parseFloat(fontSize) * ratio}px ${fontFamily}` };
}
