/** A stretch of the plot that is measured, with Shift and a drag or by a key and the cursor: its length, and how the trace under its beginning changes over it. */
import { exactSampleAt } from "../../../domain/time/sample-time.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { setHidden, setText } from "./axis-strip.ts";
import { type CursorScene, nearestOf, type PointerPlace } from "./cursor.ts";
import { valueAt } from "./nearest-trace.ts";
import type { TracePart } from "./plot-content.ts";

const words = text.measure;
/** A drag shorter than this measures nothing, CSS px. */
const leastPx = 2;
/** Room that a label may need, CSS px. */
const labelPx = 230;

type Scene = Pick<CursorScene, "span" | "size" | "parts" | "read">;

export interface Measure {
  /** A drag begins, or goes on, at a place of the plot. */
  begin(place: PointerPlace): void;
  drag(place: PointerPlace): void;
  /** It ends: what was measured is added to the total. One that is too short takes all of them away. */
  end(): void;
  /** The key: a stretch begins at the cursor, and goes with it until the next press. `place`: of the pointer, where that is over the plot. */
  press(cursorMs: number, place: PointerPlace | null): void;
  /** Returns whether there was one. */
  clear(): boolean;
  draw(scene: Scene, cursorMs: number | null): void;
}

interface Stretch {
  fromMs: number;
  toMs: number;
  /** The trace under its beginning, or the only one there is: its row in a part of the plot, found when it is drawn first. */
  trace: { part: number; row: number } | null;
  /** "by key": at the cursor, which is over no trace. Null: its trace was looked for. */
  beganAt: PointerPlace | "by key" | null;
  /** It ends where the cursor is. */
  isCursors: boolean;
}

/** `element`: a band with a label in it. `timeAt`: the time at a place of the plot. */
export function createMeasure(
  element: HTMLElement,
  { timeAt, invalidate }: { timeAt: (x: number) => number; invalidate: () => void },
): Measure {
  let stretch: Stretch | null = null;
  let total: number[] = [];
  /** What was measured last has been told to those who do not see it. */
  let isSaid = true;
  const [label, status] = element.children as unknown as [HTMLElement, HTMLElement];

  const clear = () => {
    const had = stretch !== null;
    stretch = null;
    total = [];
    invalidate();
    return had;
  };
  const begin = (fromMs: number, beganAt: Stretch["beganAt"], isCursors: boolean) => {
    stretch = { fromMs, toMs: fromMs, trace: null, beganAt, isCursors };
    invalidate();
  };
  const end = () => {
    if (stretch === null) return;
    stretch.isCursors = false;
    const ms = Math.abs(stretch.toMs - stretch.fromMs);
    if (ms < leastPx * (timeAt(1) - timeAt(0))) clear();
    else total.push(ms);
    isSaid = false;
    invalidate();
  };
  return {
    clear,
    begin: (place) => begin(timeAt(place.x), place, false),
    press(cursorMs, place) {
      if (stretch?.isCursors !== true) return begin(cursorMs, place ?? "by key", true);
      stretch.toMs = cursorMs;
      end();
    },
    drag(place) {
      if (stretch === null) return;
      stretch.toMs = timeAt(place.x);
      invalidate();
    },
    end,
    draw(scene, cursorMs) {
      setHidden(element, stretch === null);
      if (stretch === null) return;
      if (stretch.beganAt !== null) {
        stretch.trace = stretch.beganAt === "by key" ? onlyTrace(scene) : traceAt(scene, stretch.beganAt);
        stretch.beganAt = null;
      }
      if (stretch.isCursors && cursorMs !== null) stretch.toMs = cursorMs;
      const { fromMs, toMs } = stretch;
      const pxPerMs = scene.size.width / scene.size.ratio / lengthOf(scene.span);
      const [left, right] = [Math.min(fromMs, toMs), Math.max(fromMs, toMs)];
      const widthPx = (right - left) * pxPerMs;
      element.style.transform = `translateX(${(left - scene.span.startMs) * pxPerMs}px)`;
      element.style.width = `${widthPx}px`;
      // Its label stands where there is room.
      const isNearEnd = (right - scene.span.startMs) * pxPerMs > scene.size.width / scene.size.ratio - labelPx;
      element.dataset.side = isNearEnd ? "left" : "right";
      const ms = right - left;
      const change = stretch.trace === null ? null : changeOf(scene, stretch.trace, { startMs: fromMs, endMs: toMs });
      const sum = total.reduce((all, each) => all + each, 0);
      const said = [words.length(ms), change, total.length > 1 ? words.total(total.length, sum) : null];
      setText(label, said.filter((part) => part !== null).join("\n"));
      if (!isSaid) setText(status, label.textContent);
      isSaid = true;
    },
  };
}

function traceAt(scene: Scene, { x, y }: PointerPlace): Stretch["trace"] {
  const { ratio } = scene.size;
  const nearest = nearestOf(scene, x * ratio, y * ratio);
  return nearest === null ? null : { part: scene.parts.indexOf(nearest.part), row: nearest.reading.row };
}

function onlyTrace({ parts }: Scene): Stretch["trace"] {
  const traces = parts.flatMap(({ rows }, part) => rows.map(({ row }) => ({ part, row })));
  return traces.length === 1 ? traces[0] : null;
}

/** How much a trace changes over a stretch, and how fast; what is not known where a pixel stands for many samples is not said. */
function changeOf({ parts, read }: Scene, { part: k, row }: { part: number; row: number }, span: Span): string | null {
  const part = parts.at(k);
  if (part === undefined) return null;
  const { startMs, endMs } = span;
  if (startMs === endMs) return null;
  const [before, after] = [valueIn(part, row, startMs), valueIn(part, row, endMs)];
  if (before === undefined || after === undefined) return words.notHere;
  if (before === null || after === null) return words.noValue;
  if (before.min !== before.max || after.min !== after.max) return words.manySamples;
  const value = after.min - before.min;
  const said = (each: number) => read({ row, min: each, max: each, y: 0 }, part);
  const change = said(value);
  const scale = said(probe);
  if (change === null || scale === null) return null;
  // A rate has digits of its own: those of the axis say nothing of it.
  const [written, ...unit] = scale.value.split(" ");
  const { count, name } = rateUnit(span);
  const rate = (value / count) * (Number(written) / probe);
  return words.change(change.name, change.value, `${rateText(rate)} ${unit.join(" ")}`, name);
}

/** Large enough that a reading of it tells its unit's scale, whatever digits it is written with. */
const probe = 1e6;

function rateText(rate: number): string {
  const rounded = Number(rate.toPrecision(3));
  return `${rounded < 0 ? "\u2212" : ""}${Math.abs(rounded)}`;
}

/** How many of the unit a rate is told in lie in a stretch. */
function rateUnit({ startMs, endMs }: Span): { count: number; name: string } {
  const ms = endMs - startMs;
  if (Math.abs(ms) < 60_000) return { count: ms / 1000, name: "s" };
  return Math.abs(ms) < 3_600_000 ? { count: ms / 60_000, name: "min" } : { count: ms / 3_600_000, name: "h" };
}

/** Undefined: no tile on the screen reaches there. Null: there is none in the recording. */
function valueIn({ picture: { source, tiles }, held }: TracePart, row: number, timeMs: number) {
  const sample = exactSampleAt(source.recording.start_ms, source.group.sampling_hz, timeMs);
  const isHere = tiles.some(
    ({ firstSample, samplesPerColumn, count }) =>
      sample >= firstSample && sample < firstSample + count * samplesPerColumn,
  );
  return isHere ? valueAt(tiles, row, sample, held?.has(row)) : undefined;
}
