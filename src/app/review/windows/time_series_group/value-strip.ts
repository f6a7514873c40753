/** The y axes of a window's graphs, on a canvas: while a recording plays their labels change in every frame. */
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import type { AxisNumber } from "./axis-numbers.ts";
import { yOf } from "./line-graph.ts";

/** Axis of one graph. CSS px from the top of the strip. */
export interface StripAxis {
  readonly top: number;
  readonly height: number;
  /** Null for a heatmap, and where no value is known. */
  readonly range: ValueRange | null;
  readonly ticks: readonly AxisNumber[];
  /** What its values are measured in; "" where they differ or are not known. */
  readonly unit: string;
  /** Names of a heatmap's rows, with their middles as shares of the height. */
  readonly rows: readonly { readonly label: string; readonly middle: number }[];
}

export interface ValueStrip {
  draw(axes: readonly StripAxis[], size: { width: number; height: number; ratio: number }): void;
  /** Colours or fonts changed: the next call draws anew. */
  refresh(): void;
}

/** CSS px: room right of a label, length of a tick, middle of the unit. */
const labelEnd = 9;
const tickLength = 4;
const unitMiddle = 13;

export function createValueStrip(canvas: HTMLCanvasElement, onFont: () => void): ValueStrip {
  const context = canvas.getContext("2d");
  let drawn = "";
  let look = lookOf(canvas);
  const refresh = () => {
    drawn = "";
    look = lookOf(canvas);
  };
  void document.fonts.load(`${look.weight} ${look.size}px ${look.family}`).then(() => {
    refresh();
    onFont();
  });
  return {
    refresh,
    draw(axes, { width, height, ratio }) {
      const key = JSON.stringify([axes, width, height, ratio]);
      if (context === null || key === drawn) return;
      drawn = key;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = look.colour;
      context.font = `${look.weight} ${look.size}px ${look.family}`;
      context.textBaseline = "middle";
      for (const axis of axes) drawAxis(context, axis, width, ratio);
    },
  };
}

function drawAxis(context: CanvasRenderingContext2D, axis: StripAxis, width: number, ratio: number): void {
  const { top, height, range, ticks, unit, rows } = axis;
  context.textAlign = "right";
  for (const { label, middle } of rows)
    if (height / rows.length >= 9) context.fillText(label, width - labelEnd + 3, top + middle * height, width - 8);
  if (range === null) return;
  for (const { value, label, middle } of ticks) {
    const y = top + yOf(value, range, height * ratio, ratio) / ratio;
    context.fillRect(width - tickLength, Math.round(y * ratio - ratio / 2) / ratio, tickLength, 1);
    context.fillText(label, width - labelEnd, top + middle, width - 28);
  }
  if (unit === "" || height < 34) return;
  context.save();
  context.translate(unitMiddle, top + height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(unit, 0, 0, height);
  context.restore();
}

/** Read once: asking for it in a frame makes the browser lay out the page. */
function lookOf(canvas: HTMLElement) {
  const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(canvas);
  return { colour: color, weight: fontWeight, size: Number.parseFloat(fontSize), family: fontFamily };
}
