/**
 * A display's layout: a CSS grid template of area letters, as the specification stores it (spec 001 section 3), and the tree
 * of splits that is drawn. Pure. Template: `"a b" 42% "a c" 58% / 60% 40%`; tracks that are all equal are written bare.
 */

export interface LayoutSplit {
  readonly type: "split";
  /** "row": side by side, "column": one above the other. */
  readonly direction: "row" | "column";
  readonly children: LayoutTree[];
  /** Of the children, adding up to 100. */
  readonly splitPercentages: number[];
}

/** A leaf is the letter of an area. */
export type LayoutTree = string | LayoutSplit;

/**
 * "empty": no rows; "ragged": rows of unequal length; "torn": an area is no rectangle; "unreadable": anything else;
 * "pinwheel": a grid that no sequence of cuts makes.
 */
export type LayoutProblem = "empty" | "ragged" | "torn" | "unreadable" | "pinwheel";

export type ParsedLayout = { readonly tree: LayoutTree } | { readonly problem: LayoutProblem };

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const areaName = /^[A-Za-z][A-Za-z0-9]*$/;
/** Two cuts closer than this are one (percent of the whole). */
const sameCut = 0.005;
/** Sizes are kept to 1/100 %; the last track takes what rounding leaves. */
const parts = 100;
/** No area is written smaller (percent of the whole): it would be gone. */
const leastSize = 0.02;

/** The areas of a template and the room of its tracks in percent of the whole: one that no cuts make is a grid all the same. */
export interface LayoutGrid {
  /** Letters by row. */
  readonly cells: readonly (readonly string[])[];
  readonly widths: readonly number[];
  readonly heights: readonly number[];
}

/** Reads a template as a grid. Sizes are percentages, or shares (fr) of all tracks; absent ones are equal. */
export function readGrid(template: string): LayoutGrid | { readonly problem: Exclude<LayoutProblem, "pinwheel"> } {
  const [grid, columnText, ...more] = template.split("/");
  const rowPattern = /"([^"]*)"\s*([0-9.]+(?:%|fr))?/g;
  if (more.length > 0 || grid.replace(rowPattern, "").trim() !== "") return { problem: "unreadable" };
  const found = [...grid.matchAll(rowPattern)];
  const cells = found.map(([, row]) => row.trim().split(/\s+/).filter(Boolean));
  if (cells.length === 0 || cells.every((row) => row.length === 0)) return { problem: "empty" };
  if (cells.some((row) => row.length !== cells[0].length)) return { problem: "ragged" };
  if (!cells.flat().every((name) => areaName.test(name))) return { problem: "unreadable" };
  const heights = tracks(
    found.map(([, , size]) => size),
    cells.length,
  );
  const widths = tracks(columnText === undefined ? [] : columnText.trim().split(/\s+/), cells[0].length);
  if (heights === null || widths === null) return { problem: "unreadable" };
  return isWhole(cells) ? { cells, widths, heights } : { problem: "torn" };
}

/** Letters of a grid, in reading order. */
export const lettersOf = ({ cells }: LayoutGrid): string[] => [...new Set(cells.flat())];

/** Writes a grid as a template; reading it gives each track the same room, to 1/100 %. */
export function gridTemplate({ cells, widths, heights }: LayoutGrid): string {
  const size = (percent: number) => `${Math.max(1, Math.round(percent * parts)) / parts}%`;
  const rows = cells.map((row, k) => `"${row.join(" ")}" ${size(heights[k])}`);
  return `${rows.join(" ")} / ${widths.map(size).join(" ")}`;
}

/** Reads a template as the tree of its cuts. */
export function parseLayout(template: string): ParsedLayout {
  const grid = readGrid(template);
  if ("problem" in grid) return grid;
  const { cells } = grid;
  const tree = cut(cells, { left: 0, top: 0, right: cells[0].length, bottom: cells.length }, grid);
  return tree === null ? { problem: "pinwheel" } : { tree };
}

/** Sizes of `count` tracks in percent of the whole; all or none are given. Null when they are not usable. */
function tracks(sizes: readonly (string | undefined)[], count: number): number[] | null {
  const given = sizes.filter((size) => size !== undefined && size !== "");
  if (given.length === 0) return Array.from({ length: count }, () => 100 / count);
  if (given.length !== count) return null;
  const size = given[0]?.endsWith("fr") ? /^\d+(\.\d+)?fr$/ : /^\d+(\.\d+)?%$/;
  const numbers = given.map((text = "") => (size.test(text) ? Number.parseFloat(text) : Number.NaN));
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (numbers.some((one) => !(one > 0)) || !Number.isFinite(sum)) return null;
  return numbers.map((one) => (one / sum) * 100);
}

/** Every area is one rectangle. */
function isWhole(cells: readonly (readonly string[])[]): boolean {
  const bounds = new Map<string, Rectangle & { cells: number }>();
  cells.forEach((row, top) => {
    row.forEach((name, left) => {
      const known = bounds.get(name);
      bounds.set(name, {
        left: Math.min(known?.left ?? left, left),
        top: Math.min(known?.top ?? top, top),
        right: Math.max(known?.right ?? 0, left + 1),
        bottom: Math.max(known?.bottom ?? 0, top + 1),
        cells: (known?.cells ?? 0) + 1,
      });
    });
  });
  return [...bounds.values()].every(
    ({ left, top, right, bottom, cells: count }) => (right - left) * (bottom - top) === count,
  );
}

/** Cuts a rectangle of cells: all upright cuts first, else all level ones. Null when there are none. */
function cut(
  cells: readonly (readonly string[])[],
  at: Rectangle,
  sizes: Omit<LayoutGrid, "cells">,
): LayoutTree | null {
  const name = cells[at.top][at.left];
  if (cells.slice(at.top, at.bottom).every((row) => row.slice(at.left, at.right).every((cell) => cell === name)))
    return name;
  const upright = range(at.left + 1, at.right).filter((x) =>
    range(at.top, at.bottom).every((y) => cells[y][x - 1] !== cells[y][x]),
  );
  if (upright.length > 0) {
    const edges = [at.left, ...upright, at.right];
    return split("row", edges, sizes.widths, (left, right) => cut(cells, { ...at, left, right }, sizes));
  }
  const level = range(at.top + 1, at.bottom).filter((y) =>
    range(at.left, at.right).every((x) => cells[y - 1][x] !== cells[y][x]),
  );
  if (level.length === 0) return null;
  const edges = [at.top, ...level, at.bottom];
  return split("column", edges, sizes.heights, (top, bottom) => cut(cells, { ...at, top, bottom }, sizes));
}

function split(
  direction: LayoutSplit["direction"],
  edges: readonly number[],
  sizes: readonly number[],
  childOf: (from: number, to: number) => LayoutTree | null,
): LayoutTree | null {
  const children: LayoutTree[] = [];
  const lengths: number[] = [];
  for (let k = 1; k < edges.length; k++) {
    const child = childOf(edges[k - 1], edges[k]);
    if (child === null) return null;
    children.push(child);
    lengths.push(sizes.slice(edges[k - 1], edges[k]).reduce((all, one) => all + one, 0));
  }
  const sum = lengths.reduce((all, one) => all + one, 0);
  return { type: "split", direction, children, splitPercentages: lengths.map((length) => (length / sum) * 100) };
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);

/** Writes a tree as a template: the cuts of all areas become its tracks. Reading it gives the same geometry. */
export function layoutTemplate(tree: LayoutTree): string {
  const leaves: { name: string; at: Rectangle }[] = [];
  place(tree, { left: 0, top: 0, right: 100, bottom: 100 }, leaves);
  const xs = cutsOf(leaves.flatMap(({ at }) => [at.left, at.right]));
  const ys = cutsOf(leaves.flatMap(({ at }) => [at.top, at.bottom]));
  const nameAt = (x: number, y: number) =>
    leaves.find(({ at }) => at.left <= x && x < at.right && at.top <= y && y < at.bottom)?.name ?? "";
  const rows = ys.slice(1).map((to, k) => xs.slice(1).map((right, j) => nameAt((xs[j] + right) / 2, (ys[k] + to) / 2)));
  const heights = written(ys);
  const widths = written(xs);
  const lines = rows.map((row, k) => `"${row.join(" ")}"${heights === null ? "" : ` ${heights[k]}`}`);
  return `${lines.join(" ")}${widths === null ? "" : ` / ${widths.join(" ")}`}`;
}

function place(tree: LayoutTree, at: Rectangle, leaves: { name: string; at: Rectangle }[]): void {
  if (typeof tree === "string") {
    leaves.push({ name: tree, at });
    return;
  }
  const isRow = tree.direction === "row";
  let start = isRow ? at.left : at.top;
  const to = isRow ? at.right : at.bottom;
  const lengths = lengthsOf(tree, to - start);
  tree.children.forEach((child, k) => {
    const end = k === tree.children.length - 1 ? to : start + lengths[k];
    place(child, isRow ? { ...at, left: start, right: end } : { ...at, top: start, bottom: end }, leaves);
    start = end;
  });
}

/** Of the children of a split: their shares, but none is less than what the areas in it need. */
function lengthsOf({ children, splitPercentages, direction }: LayoutSplit, length: number): number[] {
  const needed = children.map((child) => leastSize * areasAlong(child, direction));
  const isHeld = new Set<number>();
  for (;;) {
    const free = children.map((_, k) => k).filter((k) => !isHeld.has(k));
    const room = length - needed.reduce((sum, need, k) => sum + (isHeld.has(k) ? need : 0), 0);
    const sum = free.reduce((all, k) => all + splitPercentages[k], 0);
    const lengths = needed.map((need, k) => (isHeld.has(k) ? need : (room * splitPercentages[k]) / sum));
    const short = free.filter((k) => lengths[k] < needed[k]);
    if (short.length === 0 || short.length === free.length) return lengths;
    for (const k of short) isHeld.add(k);
  }
}

/** How many areas lie beside each other in that direction, at most. */
function areasAlong(tree: LayoutTree, direction: LayoutSplit["direction"]): number {
  if (typeof tree === "string") return 1;
  const counts = tree.children.map((child) => areasAlong(child, direction));
  return tree.direction === direction ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
}

/** Cut positions, ascending, each once. */
function cutsOf(positions: readonly number[]): number[] {
  const cuts: number[] = [];
  for (const position of positions.toSorted((a, b) => a - b))
    if (cuts.length === 0 || position - cuts[cuts.length - 1] > sameCut) cuts.push(position);
  return cuts;
}

/** Track sizes as they are written; null when all are equal. */
function written(cuts: readonly number[]): string[] | null {
  const count = cuts.length - 1;
  const round = (value: number) => Math.round(value * parts) / parts;
  const edges = apart(cuts.map((cut) => Math.round(cut * parts))).map((edge) => edge / parts);
  const sizes = edges.slice(1).map((edge, k) => round(edge - edges[k]));
  const equal = round(100 / count);
  if (sizes.every((size) => Math.abs(size - equal) <= 1.5 / parts)) return null;
  return sizes.map((size) => `${size}%`);
}

/** Whole numbers, the first and the last as they are and those between moved as little as it takes for no two to be the same. */
function apart(edges: readonly number[]): number[] {
  const moved = edges.slice();
  for (let k = 1; k < moved.length; k++) moved[k] = Math.max(moved[k], moved[k - 1] + 1);
  for (let k = moved.length - 1, most = edges[k]; k > 0; k--, most = moved[k + 1] - 1)
    moved[k] = Math.min(moved[k], most);
  return moved;
}

/** Letters of a tree, in reading order. */
export const areasOf = (tree: LayoutTree): string[] =>
  typeof tree === "string" ? [tree] : tree.children.flatMap(areasOf);

/** The first letter that no area has. */
export function freeArea(tree: LayoutTree): string {
  const taken = new Set(areasOf(tree));
  for (let k = 0; ; k++) {
    const name = `${String.fromCharCode(97 + (k % 26))}${k < 26 ? "" : Math.floor(k / 26)}`;
    if (!taken.has(name)) return name;
  }
}

/** The tree with another area under all others, which takes `percent` of the height. */
export const withAreaBelow = (tree: LayoutTree, name: string, percent: number): LayoutTree => ({
  type: "split",
  direction: "column",
  ...(typeof tree !== "string" && tree.direction === "column"
    ? {
        children: [...tree.children, name],
        splitPercentages: [...tree.splitPercentages.map((each) => (each * (100 - percent)) / 100), percent],
      }
    : { children: [tree, name], splitPercentages: [100 - percent, percent] }),
});

/** The tree without an area, whose room its neighbours take in their shares; null when it was the only one. */
export function withoutArea(tree: LayoutTree, name: string): LayoutTree | null {
  if (typeof tree === "string") return tree === name ? null : tree;
  const kept = tree.children.flatMap((child, k) => {
    const rest = withoutArea(child, name);
    return rest === null ? [] : [{ child: rest, percent: tree.splitPercentages[k] }];
  });
  if (kept.length === 0) return null;
  if (kept.length === 1) return kept[0].child;
  const sum = kept.reduce((all, { percent }) => all + percent, 0);
  return {
    ...tree,
    children: kept.map(({ child }) => child),
    splitPercentages: kept.map(({ percent }) => (percent / sum) * 100),
  };
}

/** The tree with two areas in each other's places. */
export function withSwapped(tree: LayoutTree, area: string, other: string): LayoutTree {
  if (typeof tree === "string") return tree === area ? other : tree === other ? area : tree;
  return { ...tree, children: tree.children.map((child) => withSwapped(child, area, other)) };
}

/** Least share of a split that a part keeps, in percent. */
const leastPercent = 10;

/**
 * The tree with the edge of an area moved by `percent` of the split it lies in: of its right edge ("row") or lower one
 * ("column"), or of the opposite one where it is the last. The same tree when there is no such edge, or no room.
 */
export function withEdgeMoved(
  tree: LayoutTree,
  area: string,
  direction: LayoutSplit["direction"],
  percent: number,
): LayoutTree {
  if (typeof tree === "string") return tree;
  const k = tree.children.findIndex((child) => areasOf(child).includes(area));
  if (k < 0) return tree;
  const child = withEdgeMoved(tree.children[k], area, direction, percent);
  if (child !== tree.children[k]) return { ...tree, children: tree.children.with(k, child) };
  if (tree.direction !== direction) return tree;
  const before = k === tree.children.length - 1 ? k - 1 : k;
  const sizes = tree.splitPercentages.with(before, tree.splitPercentages[before] + percent);
  sizes[before + 1] -= percent;
  if (before < 0 || sizes[before] < leastPercent || sizes[before + 1] < leastPercent) return tree;
  return { ...tree, splitPercentages: sizes };
}

/** The layouts that a display is made of at first; the specification names nine and does not show them (spec 2.6). */
export const displayPresets = [
  '"a"',
  '"a b"',
  '"a" "b"',
  '"a b" "c d"',
  '"a b" "a c"',
  '"a c" "b c"',
  '"a a" "b c"',
  '"a b" "c c"',
  '"a" "b" "c"',
] as const;
