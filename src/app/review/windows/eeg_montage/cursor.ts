/** Cursor line, time pill and value chip. */
import type { Clock } from "../../../../domain/clock.ts";
import { lengthOf, type Span } from "../../../../domain/view-span.ts";
import type { TraceRow, TraceTile } from "../../../../render/types.ts";
import { setText } from "./axis-strip.ts";
import type { Drawn } from "./drawn.ts";
import { nearestTrace, readingText } from "./nearest-trace.ts";
import type { GridView, PlotSize } from "./trace-view.ts";

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
  readonly span: Span;
  readonly view: GridView;
  readonly size: PlotSize;
  readonly clock: Clock;
  readonly drawn: Drawn;
  readonly rows: readonly TraceRow[];
  readonly tiles: readonly TraceTile[];
}

/** How far from a trace the chip still names it, CSS px. */
const reachPx = 40;

/** Shows the cursor at the pointer, or hides it. */
export function drawCursor(elements: CursorElements, pointer: PointerPlace | null, scene: CursorScene): void {
  const { line, pill, chip } = elements;
  line.hidden = pill.hidden = pointer === null;
  if (pointer === null) {
    chip.hidden = true;
    return;
  }
  const { span, view, size, clock } = scene;
  const width = size.width / size.ratio;
  const msPerPx = lengthOf(span) / width;
  setText(pill, clock.time(span.startMs + pointer.x * msPerPx, msPerPx < 100 ? 2 : 0));
  line.style.transform = `translateX(${Math.round(pointer.x)}px)`;
  pill.style.transform = `translateX(calc(${Math.round(pointer.x)}px - 50%))`;
  const sample = view.startSample + pointer.x * size.ratio * view.samplesPerPixel;
  const reading = nearestTrace(scene.tiles, scene.rows, {
    sample,
    y: pointer.y * size.ratio,
    reachPx: reachPx * size.ratio,
  });
  chip.hidden = reading === null;
  if (reading === null) return;
  const channel = scene.drawn.channels.find(({ row }) => row === reading.row);
  if (channel === undefined) return;
  const [name, value] = chip.children as unknown as [HTMLElement, HTMLElement];
  setText(name, channel.name);
  setText(value, readingText(reading, channel));
  // Right of the line while there is room, else left of it.
  const side = pointer.x > width - 150 ? "calc(-100% - 8px)" : "8px";
  chip.style.transform = `translate(calc(${Math.round(pointer.x)}px + ${side}), ${Math.round(reading.y / size.ratio) - 12}px)`;
}
