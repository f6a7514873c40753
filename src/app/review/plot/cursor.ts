/** Cursor line, time pill and value chip. The line and the pill stand in every window of a link group. */
import type { Clock } from "../../../domain/time/clock.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { TraceRow, TraceTile } from "../../../render/types.ts";
import { cursorMs } from "../time/link-group.ts";
import type { Timeline } from "../time/timeline.ts";
import { setText } from "./axis-strip.ts";
import type { GridView, PlotSize } from "./grid-view.ts";
import { nearestTrace, type Reading } from "./nearest-trace.ts";

export interface CursorElements {
  readonly line: HTMLElement;
  readonly pill: HTMLElement;
  readonly chip: HTMLElement;
}

/** Where the pointer is, in CSS px of the plot. */
export interface PointerPlace {
  readonly x: number;
  readonly y: number;
}

export interface CursorScene {
  /** Over this plot; the cursor of the group may be another window's. */
  readonly pointer: PointerPlace | null;
  readonly timeline: Timeline;
  readonly span: Span;
  readonly view: GridView;
  readonly size: PlotSize;
  readonly clock: Clock;
  readonly rows: readonly TraceRow[];
  readonly tiles: readonly TraceTile[];
  /** What the chip says of a trace. */
  readonly read: (reading: Reading) => { readonly name: string; readonly value: string } | null;
}

/** How far from a trace the chip still names it, CSS px. */
const reachPx = 40;

/** Shows the cursor of the group, or hides it. Returns the grid position under it; null where it is not in the view. */
export function drawCursor(elements: CursorElements, scene: CursorScene): number | null {
  const { line, pill, chip } = elements;
  const { pointer, span, view, size, clock } = scene;
  const width = size.width / size.ratio;
  const x = cursorX(scene, width);
  line.hidden = pill.hidden = x === null;
  if (x === null) {
    chip.hidden = true;
    return null;
  }
  const msPerPx = lengthOf(span) / width;
  setText(pill, clock.time(span.startMs + x * msPerPx, msPerPx < 100 ? 2 : 0));
  line.style.transform = `translateX(${Math.round(x)}px)`;
  pill.style.transform = `translateX(calc(${Math.round(x)}px - 50%))`;
  const sample = view.startSample + x * size.ratio * view.samplesPerPixel;
  const at = { sample, y: (pointer?.y ?? 0) * size.ratio, reachPx: reachPx * size.ratio };
  const reading = pointer === null ? null : nearestTrace(scene.tiles, scene.rows, at);
  const said = reading === null ? null : scene.read(reading);
  chip.hidden = said === null;
  if (reading === null || said === null) return sample;
  const [name, value] = chip.children as unknown as [HTMLElement, HTMLElement];
  setText(name, said.name);
  setText(value, said.value);
  // Right of the line while there is room, else left of it.
  const side = x > width - 150 ? "calc(-100% - 8px)" : "8px";
  chip.style.transform = `translate(calc(${Math.round(x)}px + ${side}), ${Math.round(reading.y / size.ratio) - 12}px)`;
  return sample;
}

/** Where the line stands, in CSS px: at the pointer, or at the time another window's pointer is on. */
function cursorX({ pointer, timeline, span }: CursorScene, width: number): number | null {
  if (pointer !== null) return pointer.x;
  const timeMs = cursorMs(timeline.link);
  if (timeMs === null) return null;
  const x = ((timeMs - span.startMs) / lengthOf(span)) * width;
  return x >= 0 && x <= width ? x : null;
}
