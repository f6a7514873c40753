/** The values of all rows where the cursor of a linked window stands, beside its line: no pointer says which of them is meant. */
import { setText } from "./axis-strip.ts";
import { valueAt } from "./nearest-trace.ts";
import type { ReadTrace, TracePart } from "./plot-content.ts";

/** CSS px: the height of a value, so that none lies over another, and the room left for one between the line and the edge. */
const apartPx = 13;
const roomPx = 130;

export interface RowValuesScene {
  readonly parts: readonly TracePart[];
  readonly read: ReadTrace;
  /** The line, in CSS px of the plot, which is so wide. */
  readonly x: number;
  readonly widthPx: number;
  /** Device pixels per CSS px. */
  readonly ratio: number;
}

/** Where a row lies, in CSS px from the top, and what it says there; "\u2013": nothing is known. */
export interface RowValue {
  readonly y: number;
  readonly said: string;
}

/** Of traces on one line the last part is said first. Where rows are too low for their values some of them say theirs, with their names. */
export function rowValues({ parts, read, x, ratio }: RowValuesScene): readonly RowValue[] {
  const lines = new Map<number, { name: string; values: string[] }>();
  for (const part of parts.toReversed()) {
    const { clip, picture, rows } = part;
    const { view, tiles } = picture;
    const sample = view.startSample + x * ratio * view.samplesPerPixel;
    for (const { row, baselineY } of rows) {
      if (baselineY < 0 || baselineY > clip.height) continue;
      const y = (clip.y + baselineY) / ratio;
      const value = valueAt(tiles, row, sample);
      const said = value === null ? null : read({ row, ...value, y: baselineY }, part);
      const line = lines.get(y) ?? { name: said?.name ?? "", values: [] };
      lines.set(y, line);
      if (said !== null) line.values.push(said.tag === undefined ? said.value : `${said.tag} ${said.value}`);
    }
  }
  const sorted = [...lines].toSorted(([a], [b]) => a - b);
  let last = Number.NEGATIVE_INFINITY;
  const shown = sorted.filter(([y]) => {
    if (y - last < apartPx) return false;
    last = y;
    return true;
  });
  const isNamed = shown.length < sorted.length;
  return shown.map(([y, { name, values }]) => {
    const said = values.join(" \u00b7 ") || "\u2013";
    return { y, said: isNamed ? `${name} ${said}`.trim() : said };
  });
}

/** Moves the values to their rows; null: there are none. What stays is not written again. */
export function drawRowValues(layer: HTMLElement, scene: RowValuesScene | null): void {
  const values = scene === null ? [] : rowValues(scene);
  while (layer.childElementCount > values.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < values.length) layer.append(document.createElement("div"));
  if (scene === null) return;
  const side = scene.x > scene.widthPx - roomPx ? "calc(-100% - 3px)" : "4px";
  values.forEach(({ y, said }, k) => {
    const element = layer.children[k] as HTMLElement;
    setText(element, said);
    element.style.transform = `translate(calc(${Math.round(scene.x)}px + ${side}), calc(${Math.round(y)}px - 50%))`;
  });
}
