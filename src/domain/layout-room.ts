/** Where one more window goes into a layout, so that none becomes too small to be read. Pure. */
import { areasOf, type LayoutSplit, type LayoutTree, withAreaBelow } from "./layout.ts";

/** CSS px. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A half of a window is at ease where it has so many times its least size. */
const atEase = 1.5;

/** What each area has of a room. */
export function roomsOf(tree: LayoutTree, room: Room): Map<string, Room> {
  if (typeof tree === "string") return new Map([[tree, room]]);
  const side = tree.direction === "row" ? "width" : "height";
  return new Map(
    tree.children.flatMap((child, k) => [
      ...roomsOf(child, { ...room, [side]: (room[side] * tree.splitPercentages[k]) / 100 }),
    ]),
  );
}

/** The tree with an area cut into two halves, the second of which is a new one. */
export function withAreaHalved(
  tree: LayoutTree,
  area: string,
  name: string,
  direction: LayoutSplit["direction"],
): LayoutTree {
  if (typeof tree === "string")
    return tree === area ? { type: "split", direction, children: [area, name], splitPercentages: [50, 50] } : tree;
  const at = tree.direction === direction ? tree.children.indexOf(area) : -1;
  if (at < 0) return { ...tree, children: tree.children.map((child) => withAreaHalved(child, area, name, direction)) };
  const half = tree.splitPercentages[at] / 2;
  return {
    ...tree,
    children: tree.children.toSpliced(at, 1, area, name),
    splitPercentages: tree.splitPercentages.toSpliced(at, 1, half, half),
  };
}

/**
 * The tree with one more area in a room of that size. Under a single one it takes `percent` of the height; of several the largest that bears it is halved:
 * one half under the other where both are at ease so, else side by side, else however both have their least size. Where none bears it, it is the
 * largest all the same. `leastOf`: of an area, also of the new one.
 */
export function withAreaAdded(
  tree: LayoutTree,
  name: string,
  { room, percent, leastOf }: { room: Room; percent: number; leastOf: (area: string) => Room },
): LayoutTree {
  const below = withAreaBelow(tree, name, percent);
  const fits = ({ width, height }: Room, area: string, times: number) =>
    width >= leastOf(area).width * times && height >= leastOf(area).height * times;
  if (typeof tree === "string" && [...roomsOf(below, room)].every(([area, has]) => fits(has, area, 1))) return below;
  const rooms = roomsOf(tree, room);
  const size = (area: string) => (rooms.get(area)?.width ?? 0) * (rooms.get(area)?.height ?? 0);
  // Of two that are as large the later one: what is new stands behind what was there.
  const byLargest = areasOf(tree)
    .toReversed()
    .toSorted((a, b) => size(b) - size(a));
  const bears = (area: string, direction: LayoutSplit["direction"], times: number) => {
    const { width, height } = rooms.get(area) ?? room;
    const half = direction === "row" ? { width: width / 2, height } : { width, height: height / 2 };
    // What it is not halved in need not be at ease.
    const side = direction === "row" ? "width" : "height";
    return [area, name].every((each) => fits(half, each, 1) && half[side] >= leastOf(each)[side] * times);
  };
  const ways = [
    ["column", atEase],
    ["row", atEase],
    ["column", 1],
    ["row", 1],
  ] as const;
  for (const area of byLargest)
    for (const [direction, times] of ways)
      if (bears(area, direction, times)) return withAreaHalved(tree, area, name, direction);
  const [largest] = byLargest;
  const { width, height } = rooms.get(largest) ?? room;
  const least = leastOf(name);
  return withAreaHalved(tree, largest, name, width / least.width > height / least.height ? "row" : "column");
}
