/** What a chart whose axes are not time is made of: a scene that its content brings, drawn over grid lines. Types and scales. */
import { movedRange, type ValueRange, type ValueTick, zoomedRange } from "../../../domain/montage/value-axis.ts";
import type { Layer } from "../../../render/index.ts";
import type { Rect } from "../../../render/types.ts";

export interface ChartAxis {
  readonly range: ValueRange;
  /** Ascending; labels are thinned to those that have room. */
  readonly ticks: readonly ValueTick[];
  /** Beside the axis: what it shows, with its unit. */
  readonly title: string;
}

/** The plot in device pixels, and where values stand in it. */
export interface ChartBox {
  readonly clip: Rect;
  readonly ratio: number;
  xOf(value: number): number;
  yOf(value: number): number;
}

export interface ChartScene {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** Over the grid lines. `surface`: tokens of colours are read of it. */
  layers(box: ChartBox, surface: Element): readonly Layer[];
}

/** What a kind of window brings to its chart. */
export interface ChartContent extends Disposable {
  /** Called in frames: the same object for as long as it shows the same. Null: nothing is drawn yet. */
  scene(): ChartScene | null;
  /** Told when the plot has another size. `isCramped`: it has no room for a pixel. */
  sized?(isCramped: boolean): void;
}

/** What a pointer and keys do to an axis. */
export interface AxisControl {
  /**
   * "top": its lower end stays, the upper one is dragged. "both": a drag moves it, the wheel and a drag with Shift zoom. "scale": a drag and the
   * wheel zoom, a drag with Shift moves it.
   */
  readonly kind: "top" | "both" | "scale";
  /** The double click goes back to a range of its own; absent: to what the values need. */
  readonly hasUsualRange?: boolean;
  /** Its name, for those who cannot see it. */
  readonly label: string;
  range(): ValueRange;
  show(range: ValueRange): void;
  /** The double click. */
  reset(): void;
}

/** CSS px around the plot (spec 001 section 9, Layout). */
export const chartMargins = { top: 30, left: 75, bottom: 60, right: 50 } as const;

export function boxOf(
  { x, y }: Pick<ChartScene, "x" | "y">,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): ChartBox {
  const perX = width / (x.range.max - x.range.min);
  const perY = height / (y.range.max - y.range.min);
  return {
    clip: { x: 0, y: 0, width, height },
    ratio,
    xOf: (value) => (value - x.range.min) * perX,
    yOf: (value) => height - (value - y.range.min) * perY,
  };
}

/** Every n-th tick, so that each has so much room (spec 001 section 9: 50 px on an x axis). */
export function thinnedTicks(ticks: readonly ValueTick[], lengthPx: number, roomPx: number): readonly ValueTick[] {
  const most = Math.max(1, Math.floor(lengthPx / roomPx));
  const step = Math.max(1, Math.ceil(ticks.length / most));
  return step === 1 ? ticks : ticks.filter((_, k) => k % step === 0);
}

/** What became of a range whose upper end is dragged so that the value at one share of its length (0 to 1) stands at another. */
export function stretchedTop({ min, max }: ValueRange, from: number, to: number): ValueRange {
  const reach = (max - min) * Math.max(from, 0.02);
  const top = min + reach / Math.max(to, 0.02);
  return Number.isFinite(top) && top > min ? { min, max: top } : { min, max };
}

/** A drag over a quarter of the axis makes what is shown half as long, or twice. */
const halvesPerAxis = 4;

/** What becomes of a range that is dragged from one share of its length (0 to 1) to another. */
export function draggedRange(
  range: ValueRange,
  [from, to]: readonly [number, number],
  { kind, hasShift }: { kind: AxisControl["kind"]; hasShift: boolean },
): ValueRange {
  if (kind === "top") return stretchedTop(range, from, to);
  const isZoomed = (kind === "scale") !== hasShift;
  return isZoomed ? zoomedRange(range, 2 ** (halvesPerAxis * (from - to)), 0.5) : movedRange(range, from - to);
}
