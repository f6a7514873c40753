/** Draws a chart in the frame loop: grid lines, the layers of its content, axes. Nothing is drawn anew that is as before. Not React. */
import { frameLoop, hatchPeriod, type Layer, type RectShape, tokenColour } from "../../../render/index.ts";
import type { Frame, Rgba, TraceRenderer } from "../../../render/types.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import { isCrampedIn, observePixels, plotSize } from "../plot/plot-size.ts";
import { describeAxis, followChartAxis } from "./axis-input.ts";
import { createAxisStrips } from "./axis-strips.ts";
import { type AxisControl, boxOf, type ChartBox, type ChartContent, type ChartScene } from "./chart-content.ts";

export interface ChartElements {
  /** Holds the canvas. */
  readonly surface: HTMLElement;
  readonly xAxis: HTMLCanvasElement;
  readonly yAxis: HTMLCanvasElement;
  /** Over the axes, as long as the plot: what is dragged and has the keys. */
  readonly xHandle: HTMLElement;
  readonly yHandle: HTMLElement;
}

export interface ChartOptions {
  /** `invalidate`: its scene is another one. */
  readonly createContent: (invalidate: () => void) => ChartContent;
  /** Null: the axis cannot be changed. */
  readonly xControl: AxisControl | null;
  readonly yControl: AxisControl | null;
}

export interface RunningChart {
  /** Draws now, out of the turn of frames: the canvas is another one. */
  redraw(): void;
  stop(): void;
}

export function startChart(
  { surface, xAxis, yAxis, xHandle, yHandle }: ChartElements,
  { createContent, xControl, yControl }: ChartOptions,
  renderer: TraceRenderer,
): RunningChart {
  let size = { width: 0, height: 0, ratio: devicePixelRatio };
  let drawn: { scene: ChartScene | null; width: number; height: number } | null = null;
  const readColours = () => ({
    background: tokenColour(surface, "--plot-bg"),
    line: tokenColour(surface, "--eeg-sec"),
    axis: tokenColour(surface, "--eeg-5s"),
  });
  let colours = readColours();
  const slot = frameLoop.register(() => {
    draw(false);
    return false;
  });
  const content = createContent(() => slot.invalidate());
  const strips = createAxisStrips({ x: xAxis, y: yAxis }, () => anew());
  const anew = () => {
    drawn = null;
    slot.invalidate();
  };

  function draw(isForced: boolean): void {
    const { width, height, ratio } = size;
    if (width === 0 || height === 0) return;
    const scene = content.scene();
    if (!isForced && drawn?.scene === scene && drawn.width === width && drawn.height === height) return;
    drawn = { scene, width, height };
    const ground = {
      ...{ width, height, background: colours.background, bands: [] },
      ...{ hatchPeriod: hatchPeriod(ratio), firstPixel: 0 },
    };
    if (scene === null) {
      renderer.draw({ ...ground, layers: [] });
      return;
    }
    const box = boxOf(scene, size);
    const grid: Layer = { ...gridLayer(scene, box, colours), hatchPeriod: ground.hatchPeriod, firstPixel: 0 };
    renderer.draw({ ...ground, layers: [grid, ...scene.layers(box, surface)] } satisfies Frame);
    strips.draw(scene, { width: width / ratio, height: height / ratio, ratio });
    if (xControl !== null) describeAxis(xHandle, xControl);
    if (yControl !== null) describeAxis(yHandle, yControl);
  }

  const resized = new ResizeObserver(([entry]) => {
    size = plotSize(entry);
    content.sized?.(isCrampedIn(size, surface));
    // Before this frame is shown: it would stretch the picture of the old size.
    draw(false);
  });
  observePixels(resized, surface);
  const unties = [
    onThemeChange(() => {
      colours = readColours();
      strips.refresh();
      anew();
    }),
    ...(xControl === null ? [] : [followChartAxis(xHandle, xControl, "x")]),
    ...(yControl === null ? [] : [followChartAxis(yHandle, yControl, "y")]),
  ];
  return {
    redraw: () => draw(true),
    stop() {
      resized.disconnect();
      for (const untie of unties) untie();
      slot[Symbol.dispose]();
      content[Symbol.dispose]();
    },
  };
}

/** Lines at the ticks of the y axis, and the two axes. */
function gridLayer(
  { y }: Pick<ChartScene, "y">,
  { clip: { width, height }, ratio, yOf }: ChartBox,
  { line, axis }: { line: Rgba; axis: Rgba },
) {
  const thick = Math.max(1, Math.round(ratio));
  const rects: RectShape[] = [];
  const across = (at: number, colour: Rgba) => {
    const top = Math.round(at - thick / 2);
    rects.push({ x0: 0, x1: width, y0: top, y1: top + thick, colour, style: "fill" });
  };
  for (const { value } of y.ticks) if (value >= y.range.min && value <= y.range.max) across(yOf(value), line);
  across(height - thick / 2, axis);
  rects.push({ x0: 0, x1: thick, y0: 0, y1: height, colour: axis, style: "fill" });
  return { kind: "rects" as const, clip: { x: 0, y: 0, width, height }, rects };
}
