/** The hatch over what artifacts mask: in the rows that they name alone. Elements over the plot, moved by the frame loop. */
import { type MaskedSpan, spansWithin } from "../../../domain/annotations/masks.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { setHidden } from "./axis-strip.ts";
import { joinedLanes, type Lane, type MaskedOfRow } from "./masked-rows.ts";

/** A stretch of the plot, CSS px, and the lanes that are masked in it. */
export interface HatchedPart {
  readonly x: number;
  readonly width: number;
  readonly lanes: readonly Lane[];
}

/** No narrower (spec 001 section 9): a mask of a moment is seen in a view of days. CSS px. */
const leastPx = 3;

/** What is hatched in a view, by its place; what touches on the screen is one. */
export function placeMasks(
  lanes: readonly Lane[],
  maskedOf: MaskedOfRow,
  span: Span,
  widthPx: number,
): readonly HatchedPart[] {
  const perMs = widthPx / lengthOf(span);
  const parts = new Map<string, { x: number; width: number; lanes: Lane[] }>();
  for (const lane of lanes)
    for (const { x, width } of placed(maskedOf(lane.inputs), span, perMs, widthPx)) {
      const key = `${x.toFixed(1)} ${width.toFixed(1)}`;
      const part = parts.get(key) ?? { x, width, lanes: [] };
      parts.set(key, part);
      part.lanes.push(lane);
    }
  return [...parts.values()];
}

function placed(spans: readonly MaskedSpan[], { startMs, endMs }: Span, perMs: number, widthPx: number) {
  const all: { x: number; width: number }[] = [];
  for (const [from, to] of spansWithin(spans, startMs, endMs)) {
    const x = Math.max(0, (from - startMs) * perMs);
    const end = Math.max(x + leastPx, Math.min(widthPx, (to - startMs) * perMs));
    const last = all.at(-1);
    if (last !== undefined && x <= last.x + last.width) last.width = Math.max(last.width, end - last.x);
    else all.push({ x, width: end - x });
  }
  return all;
}

/** Draws into `layer`; null: nothing. */
export function createMaskLayer(layer: HTMLElement): (parts: readonly HatchedPart[] | null) => void {
  const pool: HTMLElement[] = [];
  return (parts) => {
    const shown = parts ?? [];
    while (pool.length < shown.length) pool.push(layer.appendChild(document.createElement("div")));
    shown.forEach(({ x, width, lanes }, k) => {
      const element = pool[k];
      setHidden(element, false);
      element.style.left = `${x.toFixed(1)}px`;
      element.style.width = `${width.toFixed(1)}px`;
      const rows = joinedLanes(lanes);
      const places = rows.map(({ y }) => `0 ${y.toFixed(1)}px`).join();
      const sizes = rows.map(({ height }) => `100% ${height.toFixed(1)}px`).join();
      const said = `${places} / ${sizes}`;
      if (element.dataset.rows !== said) {
        element.dataset.rows = said;
        element.dataset.count = String(lanes.length);
        element.style.backgroundImage = rows.map(() => "var(--hatch)").join();
        element.style.backgroundPosition = places;
        element.style.backgroundSize = sizes;
      }
    });
    for (const spare of pool.slice(shown.length)) setHidden(spare, true);
  };
}
