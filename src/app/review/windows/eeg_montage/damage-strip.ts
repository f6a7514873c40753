/** Damaged stretches of the signals on the screen: hatched unlike a gap, with a word, over the traces. Moved by the frame loop. */
import { damageText } from "../../../../protocol/damage-text.ts";
import type { DamagedSpan } from "../../../../protocol/recordings.ts";
import { setText } from "./axis-strip.ts";
import type { GridView } from "./trace-view.ts";

export interface PlacedDamage {
  readonly x: number;
  readonly width: number;
}

/** Smallest width, CSS px: a damaged block of 4 s is seen in a view of days. */
const leastPx = 5;
/** A word fits into this. */
const wordPx = 130;

/** Places of the spans that touch the view; those that touch on the screen become one. Lengths in CSS px. */
export function placeDamage(damage: readonly DamagedSpan[], view: GridView, ratio: number): PlacedDamage[] {
  const placed: { x: number; width: number }[] = [];
  const at = (sample: number) => (sample - view.startSample) / view.samplesPerPixel / ratio;
  for (const { first, count } of damage) {
    if (first + count <= view.startSample || first >= view.endSample) continue;
    const from = Math.max(0, at(first));
    const to = Math.max(Math.min(at(view.endSample), at(first + count)), from + leastPx);
    const last = placed.at(-1);
    if (last !== undefined && from <= last.x + last.width) last.width = Math.max(last.width, to - last.x);
    else placed.push({ x: from, width: to - from });
  }
  return placed;
}

/** Draws into `layer`, which lies over the plot. `damage`: of the group on the screen, ascending. */
export function drawDamage(layer: HTMLElement, damage: readonly DamagedSpan[], view: GridView, ratio: number): void {
  const placed = damage.length === 0 ? [] : placeDamage(damage, view, ratio);
  while (layer.childElementCount > placed.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < placed.length) {
    const element = document.createElement("div");
    element.append(document.createElement("span"));
    layer.append(element);
  }
  placed.forEach(({ x, width }, k) => {
    const element = layer.children[k] as HTMLElement;
    element.style.transform = `translateX(${x.toFixed(1)}px)`;
    element.style.width = `${width.toFixed(1)}px`;
    const word = element.firstElementChild as HTMLElement;
    setText(word, width >= wordPx ? damageText.hole : "");
    word.hidden = width < wordPx;
  });
}
