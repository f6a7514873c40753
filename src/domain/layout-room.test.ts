import { describe, expect, it } from "vitest";
import { layoutTemplate, parseLayout } from "./layout.ts";
import { roomsOf, withAreaAdded } from "./layout-room.ts";

const treeOf = (template: string) => {
  const parsed = parseLayout(template);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.tree;
};
const least = { width: 220, height: 160 };
const added = (template: string, name: string, width: number, height: number, leastOf = (_: string) => least) =>
  withAreaAdded(treeOf(template), name, { room: { width, height }, percent: 36, leastOf });
const heights = (tree: ReturnType<typeof added>, width: number, height: number) =>
  [...roomsOf(tree, { width, height })].map(([area, room]) => [area, Math.round(room.width), Math.round(room.height)]);

describe("one more window", () => {
  it("goes under a single one, with its share of the height", () => {
    expect(layoutTemplate(added('"a"', "b", 1440, 790))).toBe('"a" 64% "b" 36%');
    // Unless that share is too small for one of them.
    expect(layoutTemplate(added('"a"', "b", 1024, 400))).toBe('"a b"');
  });

  it("halves the largest of several, at a height of 768 px too, and leaves none below its least size", () => {
    const third = added('"a" 64% "b" 36%', "c", 1024, 650);
    expect(layoutTemplate(third)).toBe('"a c" 64% "b b" 36%');
    const fourth = added(layoutTemplate(third), "d", 1024, 650);
    expect(heights(fourth, 1024, 650)).toEqual([
      ["a", 512, 416],
      ["c", 512, 416],
      ["b", 512, 234],
      ["d", 512, 234],
    ]);
    expect(layoutTemplate(added('"a" 64% "b" 36%', "c", 1440, 790))).toBe('"a" 32% "c" 32% "b" 36%');
  });

  it("goes where there is room for its kind", () => {
    const wide = (area: string) => (area === "c" || area === "b" ? { width: 900, height: 125 } : least);
    expect(layoutTemplate(added('"a" 64% "b" 36%', "c", 1024, 500, wide))).toBe('"a" 32% "c" 32% "b" 36%');
    // The largest cannot be cut, the next one can.
    const tall = (area: string) => (area === "a" ? { width: 800, height: 400 } : least);
    expect(layoutTemplate(added('"a" 64% "b" 36%', "c", 1024, 650, tall))).toBe('"a a" 64% "b c" 36%');
  });

  it("has the largest halved where none bears it", () => {
    expect(layoutTemplate(added('"a" "b"', "c", 300, 300))).toBe('"a a" "b c"');
    expect(layoutTemplate(added('"a b"', "c", 300, 800))).toBe('"a b" "a c"');
  });
});
