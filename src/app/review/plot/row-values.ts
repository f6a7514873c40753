/** The values of all rows where the cursor of a linked window stands, beside their names: no pointer says which of them is meant, and at its line they would hide what it points at. */
import { text } from "../../../protocol/text/text.ts";
import { setText } from "./axis-strip.ts";
import { valueAt } from "./nearest-trace.ts";
import type { ReadTrace, TracePart } from "./plot-content.ts";

/** CSS px: the height of a value, so that none lies over another, and the room of one between the edge and the line. */
const apartPx = 13;
const roomPx = 130;
/** Columns that the values of low rows stand in, and the width of a letter and of what is around a value there. CSS px */
const mostColumns = 3;
const letterPx = 6.2;
const aroundPx = 10;

export interface RowValuesScene {
  readonly parts: readonly TracePart[];
  readonly read: ReadTrace;
  /** The line, in CSS px of the plot, which is so wide and high. */
  readonly x: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Device pixels per CSS px. */
  readonly ratio: number;
}

/** Where a row lies, in CSS px from the top, and what it says there; "\u2013": nothing is known. */
export interface RowValue {
  readonly y: number;
  readonly said: string;
  /** How far the value stands from the edge, CSS px. */
  readonly away: number;
}

interface Line {
  readonly y: number;
  readonly name: string;
  readonly values: string[];
}

/**
 * Of traces on one line the last part is said first. Where rows are too low for a column of values they stand in up to three, as far as there is
 * room before the line, with their names. Rows for which there is none are counted: the last entry, at the foot, says of how many the value is not there.
 */
export function rowValues(scene: RowValuesScene): readonly RowValue[] {
  const lines = linesOf(scene);
  const one = spread(lines, 1);
  if (one.left === 0) return one.columns[0].map((line) => ({ y: line.y, said: saidBy(line), away: 0 }));
  const width = Math.max(...lines.map((line) => namedBy(line).length)) * letterPx + aroundPx;
  const room = Math.max(scene.x, scene.widthPx - scene.x);
  const most = Math.max(1, Math.min(mostColumns, Math.floor(room / width)));
  let placed = spread(lines, most);
  // Nothing lies under the sentence at the foot.
  if (placed.left > 0) placed = spread(lines, most, scene.heightPx - 1.5 * apartPx);
  const values = placed.columns.flatMap((column, k) =>
    column.map((line) => ({ y: line.y, said: namedBy(line), away: k * width })),
  );
  values.sort((a, b) => a.y - b.y);
  if (placed.left === 0) return values;
  return [
    ...values,
    { y: scene.heightPx - apartPx / 2, said: text.plot.rowsUnsaid(placed.left, lines.length), away: 0 },
  ];
}

/** What stands where, from the top. */
function linesOf({ parts, read, x, ratio }: RowValuesScene): readonly Line[] {
  const lines = new Map<number, Line>();
  for (const part of parts.toReversed()) {
    const { clip, picture, rows } = part;
    const { view, tiles } = picture;
    const sample = view.startSample + x * ratio * view.samplesPerPixel;
    for (const { row, baselineY } of rows) {
      if (baselineY < 0 || baselineY > clip.height) continue;
      const y = (clip.y + baselineY) / ratio;
      const value = valueAt(tiles, row, sample);
      const said = value === null ? null : read({ row, ...value, y: baselineY }, part);
      const line = lines.get(y) ?? { y, name: said?.name ?? "", values: [] };
      lines.set(y, line);
      if (said !== null) line.values.push(said.tag === undefined ? said.value : `${said.tag} ${said.value}`);
    }
  }
  return [...lines.values()].sort((a, b) => a.y - b.y);
}

/** Each line in the first column in which it lies over none. `left`: for so many there is none, or they lie below `footPx`. */
function spread(lines: readonly Line[], columns: number, footPx = Number.POSITIVE_INFINITY) {
  const placed: Line[][] = Array.from({ length: columns }, () => []);
  let left = 0;
  for (const line of lines) {
    const free = placed.find((column) => line.y - (column.at(-1)?.y ?? Number.NEGATIVE_INFINITY) >= apartPx);
    if (free === undefined || line.y > footPx) left++;
    else free.push(line);
  }
  return { columns: placed, left };
}

const saidBy = ({ values }: Line): string => values.join(" \u00b7 ") || "\u2013";
const namedBy = (line: Line): string => `${line.name} ${saidBy(line)}`.trim();

/** Moves the values to their rows; null: there are none. What stays is not written again. */
export function drawRowValues(layer: HTMLElement, scene: RowValuesScene | null): void {
  const values = scene === null ? [] : rowValues(scene);
  while (layer.childElementCount > values.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < values.length) layer.append(document.createElement("div"));
  if (scene === null) return;
  // At the left edge, beside the names, unless the line stands there.
  const apart = values.map(({ away }) => away).filter((away) => away > 0);
  const isRight = scene.x < (apart.length === 0 ? roomPx : Math.max(...apart) + Math.min(...apart));
  values.forEach(({ y, said, away }, k) => {
    const element = layer.children[k] as HTMLElement;
    setText(element, said);
    const [x, side] = isRight ? [Math.round(scene.widthPx - away), "calc(-100% - 3px)"] : [Math.round(away), "4px"];
    element.style.transform = `translate(calc(${x}px + ${side}), calc(${Math.round(y)}px - 50%))`;
  });
}
