import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areasOf,
  freeArea,
  gridTemplate,
  type LayoutTree,
  layoutTemplate,
  parseLayout,
  readGrid,
  withAreaBelow,
  withoutArea,
} from "./layout.ts";

const treeOf = (template: string): LayoutTree => {
  const parsed = parseLayout(template);
  if (!("tree" in parsed)) throw new Error(`${template}: ${parsed.problem}`);
  return parsed.tree;
};

/** [left, top, right, bottom] of each area in percent. */
function geometry(tree: LayoutTree, at = [0, 0, 100, 100]): Record<string, number[]> {
  if (typeof tree === "string") return { [tree]: at };
  const [from, to] = tree.direction === "row" ? [at[0], at[2]] : [at[1], at[3]];
  const sum = tree.splitPercentages.reduce((all, one) => all + one, 0);
  let passed = 0;
  return Object.assign(
    {},
    ...tree.children.map((child, k) => {
      const start = from + ((to - from) * passed) / sum;
      passed += tree.splitPercentages[k];
      const end = from + ((to - from) * passed) / sum;
      return geometry(child, tree.direction === "row" ? [start, at[1], end, at[3]] : [at[0], start, at[2], end]);
    }),
  );
}

/** Trees of 1 to 10 areas, as dividers that people drag make them. */
const trees: fc.Arbitrary<LayoutTree> = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), fc.integer({ min: 12, max: 88 })), { maxLength: 9 })
  .map((splits) => {
    let tree: LayoutTree = "a";
    splits.forEach(([which, isRow, percent], k) => {
      const leaves = areasOf(tree);
      const target = leaves[which % leaves.length];
      const added = String.fromCharCode(98 + k);
      const grow = (node: LayoutTree): LayoutTree =>
        typeof node !== "string"
          ? { ...node, children: node.children.map(grow) }
          : node !== target
            ? node
            : {
                type: "split",
                direction: isRow ? "row" : "column",
                children: [node, added],
                splitPercentages: [percent, 100 - percent],
              };
      tree = grow(tree);
    });
    return tree;
  });

describe("a template", () => {
  it("is read with its sizes, upright cuts first", () => {
    expect(treeOf('"a"')).toBe("a");
    expect(treeOf('"a b" "c d"')).toEqual({
      type: "split",
      direction: "row",
      children: [
        { type: "split", direction: "column", children: ["a", "c"], splitPercentages: [50, 50] },
        { type: "split", direction: "column", children: ["b", "d"], splitPercentages: [50, 50] },
      ],
      splitPercentages: [50, 50],
    });
    expect(geometry(treeOf('"a b" 42% "a d" 16% "c d" 42% / 60% 40%'))).toEqual({
      a: [0, 0, 60, expect.closeTo(58, 9)],
      c: [0, expect.closeTo(58, 9), 60, expect.closeTo(100, 9)],
      b: [60, 0, 100, expect.closeTo(42, 9)],
      d: [60, expect.closeTo(42, 9), 100, expect.closeTo(100, 9)],
    });
  });

  it("may have its sizes as shares, each way of it in one unit", () => {
    expect(treeOf('"a b" 1fr "a c" 3fr / 2fr 2fr')).toEqual(treeOf('"a b" 25% "a c" 75% / 50% 50%'));
    expect(treeOf('"a b" / 1.5fr 0.5fr')).toEqual(treeOf('"a b" / 75% 25%'));
  });

  it.each([
    ['"a b" / 1fr 50%', "unreadable"],
    ['"a b" / 0fr 1fr', "unreadable"],
    ["", "empty"],
    ['"" ""', "empty"],
    ['"a b" "c"', "ragged"],
    ['"a b" "b a"', "torn"],
    ['"a a b" "c e b" "c d d"', "pinwheel"],
    ['"a b" "a c" / 60%', "unreadable"],
    ['"a b" 42% "a c"', "unreadable"],
    ['"a b" / 60px 40px', "unreadable"],
    ['"a b" / 0% 100%', "unreadable"],
    ['"a <b>"', "unreadable"],
    ["none", "unreadable"],
  ])("is refused: %s is %s", (template, problem) => {
    expect(parseLayout(template)).toEqual({ problem });
  });

  it.each([
    '"a"',
    '"a b"',
    '"a" "b"',
    '"a b" "c d"',
    '"a b" "a c"',
    '"a c" "b c"',
    '"a a" "b c"',
    '"a b" "c c"',
    '"a" "b" "c"',
    '"a b" 42% "a d" 16% "c d" 42% / 60% 40%',
  ])("stays what it is, word for word, when it is read and written: %s", (template) => {
    expect(layoutTemplate(treeOf(template))).toBe(template);
  });

  it("keeps an area that is all but dragged away", () => {
    const column = (above: LayoutTree, below: string): LayoutTree => ({
      ...{ type: "split", direction: "column", children: [above, below], splitPercentages: [12, 88] },
    });
    const tree = ["f", "e", "d", "c", "b"].reduce<LayoutTree>(column, "a");
    expect(areasOf(treeOf(layoutTemplate(tree))).toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("keeps the geometry of every tree, and is the same when it is saved again", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const template = layoutTemplate(tree);
        const read = treeOf(template);
        const [before, after] = [geometry(tree), geometry(read)];
        expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
        for (const [name, edges] of Object.entries(before))
          edges.forEach((edge, k) => {
            expect(Math.abs(after[name][k] - edge)).toBeLessThan(0.3);
          });
        expect(layoutTemplate(read)).toBe(template);
      }),
      { numRuns: 500 },
    );
  });
});

describe("areas", () => {
  it("are added below and taken away again, and the others keep their shares", () => {
    const one = withAreaBelow("a", "b", 30);
    expect(layoutTemplate(one)).toBe('"a" 70% "b" 30%');
    const two = withAreaBelow(one, freeArea(one), 40);
    expect(layoutTemplate(two)).toBe('"a" 42% "b" 18% "c" 40%');
    expect(withoutArea(two, "c")).toEqual(one);
    expect(withoutArea(one, "b")).toBe("a");
    expect(withoutArea("a", "a")).toBeNull();
    expect(withoutArea(treeOf('"a b" "a c"'), "b")).toEqual({
      type: "split",
      direction: "row",
      children: ["a", "c"],
      splitPercentages: [50, 50],
    });
  });

  it("have letters of which there are always more", () => {
    const many = Array.from({ length: 30 }).reduce<LayoutTree>((tree) => withAreaBelow(tree, freeArea(tree), 10), "a");
    expect(new Set(areasOf(many)).size).toBe(31);
    expect(areasOf(many).slice(24, 28)).toEqual(["y", "z", "a1", "b1"]);
  });
});

it("writes a grid that no cuts make as the template that it was read from", () => {
  for (const template of ['"a a b" 20% "c e b" 30% "c d d" 50% / 10% 60% 30%', '"a a b" "c e b" "c d d"']) {
    const grid = readGrid(template);
    if ("problem" in grid) throw new Error(grid.problem);
    const again = readGrid(gridTemplate(grid));
    if ("problem" in again) throw new Error(again.problem);
    expect(again.cells).toEqual(grid.cells);
    for (const tracks of ["widths", "heights"] as const)
      again[tracks].forEach((size, k) => {
        expect(size).toBeCloseTo(grid[tracks][k], 1);
      });
  }
});
