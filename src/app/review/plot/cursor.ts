/** Cursor line, time pill and value chip. The line and the pill stand in every window of a link group. */
import type { Clock } from "../../../domain/time/clock.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { PlotSize } from "../../../picture/grid-view.ts";
import { cursorMs } from "../time/link-group.ts";
import type { Timeline } from "../time/timeline.ts";
import { setHidden, setText } from "./axis-strip.ts";
import { nearestTrace, type Reading } from "./nearest-trace.ts";
import type { ReadTrace, TracePart } from "./plot-content.ts";
import { drawRowValues } from "./row-values.ts";

export interface CursorElements {
  readonly line: HTMLElement;
  readonly pill: HTMLElement;
  readonly chip: HTMLElement;
  readonly values: HTMLElement;
}

/** Where the pointer is, in CSS px of the plot. */
export interface PointerPlace {
  readonly x: number;
  readonly y: number;
}

export interface CursorScene {
  /** Over this plot, where the cursor of the group is its (`cursorPointer`). */
  readonly pointer: PointerPlace | null;
  readonly timeline: Timeline;
  readonly span: Span;
  readonly size: PlotSize;
  readonly clock: Clock;
  /** Traces that the chip may speak of. */
  readonly parts: readonly TracePart[];
  /** What the chip says of a trace. */
  readonly read: ReadTrace;
  /** Its rows say their values where no pointer is over it. */
  readonly saysRows: boolean;
}

/** How far from a trace the chip still names it, CSS px. */
const reachPx = 40;

/** Shows the cursor of the group, or hides it. Returns where it stands in device pixels; null where it is not in the view. */
export function drawCursor(elements: CursorElements, scene: CursorScene): number | null {
  const { line, pill, chip, values } = elements;
  const { pointer, span, size, clock, parts, read } = scene;
  const width = size.width / size.ratio;
  const x = cursorX(scene, width);
  setHidden(line, x === null);
  setHidden(pill, x === null);
  if (x === null) {
    setHidden(chip, true);
    drawRowValues(values, null);
    return null;
  }
  const isRead = pointer === null && scene.saysRows;
  drawRowValues(
    values,
    isRead ? { parts, read, x, widthPx: width, heightPx: size.height / size.ratio, ratio: size.ratio } : null,
  );
  const msPerPx = lengthOf(span) / width;
  const at = span.startMs + x * msPerPx;
  setText(pill, `${clock.time(at, msPerPx < 100 ? 2 : 0)} ${clock.zoneOfRepeat(at)}`.trimEnd());
  line.style.transform = `translateX(${Math.round(x)}px)`;
  pill.style.transform = `translateX(calc(${Math.round(x)}px - 50%))`;
  const nearest = pointer === null ? null : nearestOf(scene, x * size.ratio, pointer.y * size.ratio);
  const said = nearest === null ? null : scene.read(nearest.reading, nearest.part);
  setHidden(chip, said === null);
  if (nearest === null || said === null) return x * size.ratio;
  const [name, value] = chip.children as unknown as [HTMLElement, HTMLElement];
  setText(name, said.name);
  setText(value, said.value);
  // Right of the line while there is room, else left of it.
  const side = x > width - 150 ? "calc(-100% - 8px)" : "8px";
  chip.style.transform = `translate(calc(${Math.round(x)}px + ${side}), ${Math.round(nearest.y / size.ratio) - 12}px)`;
  return x * size.ratio;
}

/** The trace that passes nearest to a place, in device pixels, of those whose part of the plot it lies in; null without one. */
export function nearestOf({ parts, size }: Pick<CursorScene, "parts" | "size">, x: number, y: number) {
  let nearest: { reading: Reading; part: TracePart; y: number } | null = null;
  let reachLeft = reachPx * size.ratio;
  for (const part of parts) {
    const { clip, picture, rows, held } = part;
    if (y < clip.y || y >= clip.y + clip.height) continue;
    const { view, tiles } = picture;
    const sample = view.startSample + x * view.samplesPerPixel;
    const reading = nearestTrace(tiles, rows, { sample, y: y - clip.y, reachPx: reachLeft, held });
    if (reading === null) continue;
    nearest = { reading, part, y: reading.y + clip.y };
    reachLeft = Math.abs(nearest.y - y);
  }
  return nearest;
}

/** CSS px: a pointer is on the cursor that it has set itself. */
const onPx = 1;

/** The pointer over a plot while it has the cursor of the group; null where a key has moved that since, in this window or another one. */
export function cursorPointer(timeline: Timeline, pointer: PointerPlace | null, widthPx: number): PointerPlace | null {
  const { cursor } = timeline.link.state;
  if (pointer === null || cursor === null || cursor.by !== timeline) return null;
  return Math.abs(cursor.fraction * widthPx - pointer.x) <= onPx ? pointer : null;
}

/** Where the line stands, in CSS px: at the pointer, or at the time of the group's cursor. */
function cursorX({ pointer, timeline, span }: CursorScene, width: number): number | null {
  if (pointer !== null) return pointer.x;
  const timeMs = cursorMs(timeline.link);
  if (timeMs === null) return null;
  const x = ((timeMs - span.startMs) / lengthOf(span)) * width;
  return x >= 0 && x <= width ? x : null;
}
