/** The axes of a chart on canvases beside it: ticks, labels and titles. */
import { type ChartAxis, thinnedTicks } from "./chart-content.ts";

/** CSS px. */
const tickLength = 4;
const room = { x: 50, y: 16 } as const;

export interface AxisStrips {
  /** `plot`: CSS px. */
  draw(axes: { x: ChartAxis; y: ChartAxis }, plot: { width: number; height: number; ratio: number }): void;
  /** Colours or fonts changed: the next call draws anew. */
  refresh(): void;
}

export interface AxisCanvases {
  readonly x: HTMLCanvasElement;
  readonly y: HTMLCanvasElement;
}

/** CSS px by which the canvas of the x axis reaches beyond the plot on either side, so that labels at its ends have room. */
export const overhangPx = 40;

export function createAxisStrips(canvases: AxisCanvases, onFont: () => void): AxisStrips {
  let drawn = "";
  let look = lookOf(canvases.y);
  const refresh = () => {
    drawn = "";
    look = lookOf(canvases.y);
  };
  void document.fonts.load(look.font).then(() => {
    refresh();
    onFont();
  });
  function begin(canvas: HTMLCanvasElement, width: number, height: number, ratio: number) {
    const context = canvas.getContext("2d");
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (context === null) return null;
    context.fillStyle = look.colour;
    context.font = look.font;
    return context;
  }
  return {
    refresh,
    draw({ x, y }, { width, height, ratio }) {
      const sizes = [canvases.x, canvases.y].map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
      const key = JSON.stringify([x, y, width, height, ratio, sizes]);
      if (key === drawn) return;
      drawn = key;
      const [[bottomWidth, bottomHeight], [leftWidth, leftHeight]] = sizes;
      const bottom = begin(canvases.x, bottomWidth, bottomHeight, ratio);
      if (bottom !== null) drawX(bottom, x, width, ratio);
      const left = begin(canvases.y, leftWidth, leftHeight, ratio);
      if (left !== null) drawY(left, y, { width: leftWidth, height }, ratio);
    },
  };
}

const share = ({ range: { min, max } }: ChartAxis, value: number) => (value - min) / (max - min);
const isInside = (at: number) => at >= -1e-9 && at <= 1 + 1e-9;

function drawX(context: CanvasRenderingContext2D, axis: ChartAxis, width: number, ratio: number): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  const ticks = axis.ticks.filter(({ value }) => isInside(share(axis, value)));
  const labelled = new Set(thinnedTicks(ticks, width, room.x));
  for (const tick of ticks) {
    const at = overhangPx + share(axis, tick.value) * width;
    context.fillRect(Math.round(at * ratio - ratio / 2) / ratio, 0, 1, tickLength);
    if (labelled.has(tick)) context.fillText(tick.label, at, tickLength + 9);
  }
  context.fillText(axis.title, overhangPx + width / 2, 34, width);
}

function drawY(
  context: CanvasRenderingContext2D,
  axis: ChartAxis,
  { width, height }: { width: number; height: number },
  ratio: number,
): void {
  context.textAlign = "right";
  context.textBaseline = "middle";
  const ticks = axis.ticks.filter(({ value }) => isInside(share(axis, value)));
  for (const tick of thinnedTicks(ticks, height, room.y)) {
    const at = (1 - share(axis, tick.value)) * height;
    context.fillRect(width - tickLength, Math.round(at * ratio - ratio / 2) / ratio, tickLength, 1);
    context.fillText(tick.label, width - tickLength - 5, Math.min(height - 4, Math.max(5, at)), width - 28);
  }
  context.save();
  context.translate(13, height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(axis.title, 0, 0, height);
  context.restore();
}

/** Read once: asking for it in a frame makes the browser lay out the page. */
function lookOf(canvas: HTMLElement) {
  const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(canvas);
  return { colour: color, font: `${fontWeight} ${fontSize} ${fontFamily}` };
}
