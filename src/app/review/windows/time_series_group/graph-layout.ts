/** How the graphs of a window share its height: each has a head (title, legend) and a body. Pure; CSS px. */

export interface GraphShape {
  /** Rows of a heatmap; null: a graph of lines. */
  readonly rows: number | null;
}

export interface GraphPlace {
  /** Of the head, which ends where the body begins; where graphs are low it lies over the body. */
  readonly top: number;
  readonly headHeight: number;
  readonly isHeadOver: boolean;
  readonly bodyTop: number;
  readonly bodyHeight: number;
  /**
   * Where graphs are lower than a name, names stand in this one of so many columns beside them, in turn; none where they would still
   * lie one over the other. Null: graphs are high enough.
   */
  readonly column: { readonly index: number; readonly of: number } | "none" | null;
}

/** Height of a head, less where the graphs are low; of a row of a heatmap; room under each body. */
const headPx = { most: 22, least: 15, share: 0.28 } as const;
const rowPx = { most: 30, alone: 90 } as const;
const footPx = { usual: 4, low: 1 } as const;

/** Beside heads of their own, bodies of so few px would show nothing: heads then lie over them. */
const leastBodyPx = 24;

/** What a name takes; more than these columns of names have no room in the margin. */
const namePx = 12;
const mostColumns = 3;

/**
 * Graphs of lines are equally high; rows of heatmaps need no more than is read. However many there are, each has a body: what is
 * recorded is drawn before it is named.
 */
export function layGraphs(shapes: readonly GraphShape[], heightPx: number): GraphPlace[] {
  if (shapes.length === 0) return [];
  const each = heightPx / shapes.length;
  const headHeight = Math.round(Math.min(headPx.most, Math.max(headPx.least, each * headPx.share)));
  const isHeadOver = each < headHeight + footPx.usual + leastBodyPx;
  const head = isHeadOver ? 0 : headHeight;
  const foot = isHeadOver ? footPx.low : footPx.usual;
  const left = Math.max(0, heightPx - shapes.length * (head + foot));
  const lines = shapes.filter(({ rows }) => rows === null).length;
  const rows = shapes.reduce((sum, shape) => sum + (shape.rows ?? 0), 0);
  // Beside lines, rows together are no higher than their share of the graphs, and never higher than is of use.
  const heat = lines > 0 ? (left * (shapes.length - lines)) / shapes.length : left;
  const mostRow = rows === 0 ? 0 : Math.min(lines > 0 ? rowPx.most : rowPx.alone, heat / rows);
  const perRow = Math.max(0, mostRow);
  const perLine = lines === 0 ? 0 : (left - rows * perRow) / lines;
  let top = 0;
  const columns = Math.ceil(namePx / each);
  return shapes.map((shape, index) => {
    const bodyHeight = shape.rows === null ? perLine : shape.rows * perRow;
    const column = columns < 2 ? null : columns > mostColumns ? "none" : { index: index % columns, of: columns };
    const place: GraphPlace = { top, headHeight, isHeadOver, bodyTop: top + head, bodyHeight, column };
    top = place.bodyTop + bodyHeight + foot;
    return place;
  });
}

/** Of the left margin, CSS px: as specified, wider for long titles beside low graphs; beside them there are the numbers of the axis. */
const marginPx = { least: 75, most: 150, perLetter: 6.6, numbers: 40 };

/** Of titles that have room in the left margin, left of the numbers. */
export const mostBesideLetters = Math.floor((marginPx.most - marginPx.numbers) / marginPx.perLetter);

/** Width of the left margin. `titles`: those that stand in it; none where heads have room of their own. */
export function leftMargin(titles: readonly string[]): number {
  const { least, most, perLetter, numbers } = marginPx;
  const longest = Math.max(0, ...titles.map(({ length }) => length).filter((length) => length <= mostBesideLetters));
  return Math.min(most, Math.max(least, Math.ceil(longest * perLetter) + numbers));
}

/** A body in device pixels: whole ones, within the plot. */
export function bodyRect(place: GraphPlace, size: { width: number; height: number; ratio: number }) {
  const y = Math.min(size.height, Math.round(place.bodyTop * size.ratio));
  const end = Math.min(size.height, Math.round((place.bodyTop + place.bodyHeight) * size.ratio));
  return { x: 0, y, width: size.width, height: Math.max(0, end - y) };
}

/** Rows that the bins of a composite are as high as. */
export const binsRows = 6;

/** Places of traces that are so many rows high each. */
export function bandsOf(heights: readonly number[]): { from: number; to: number }[] {
  const rows = heatmapBands(heights.reduce((sum, height) => sum + height, 0));
  let at = 0;
  return heights.map((height) => {
    const first = rows[at];
    at += height;
    return { from: first.from, to: rows[at - 1].to };
  });
}

/** Rows of a heatmap within its body, as shares of it: bands with the room between them of the specification (section 9, Layout). */
export function heatmapBands(rows: number): { from: number; to: number }[] {
  const padding = rows > 3 ? 0.3 : rows > 1 ? 0.2 : 0;
  const step = 1 / Math.max(1, rows - padding);
  return Array.from({ length: rows }, (_, k) => ({ from: k * step, to: k * step + step * (1 - padding) }));
}
