import { expect, it } from "vitest";
import { drawLineGraph, readTicks } from "./line-graph.ts";
import { clip, grey, pictureOf, red, shownOf } from "./test-pictures.ts";

it("marks what is provisional of its sources over its body, each once", () => {
  const picture = pictureOf();
  const scene = {
    shown: shownOf("line", "a", "b"),
    clip,
    colours: [grey, grey],
    danger: red,
    gaps: [[]],
    isTight: false,
  };
  const range = { min: 0, max: 1 };
  expect(drawLineGraph({ ...scene, range }, picture).marked).toEqual([{ clip, pictures: picture.sources }]);
  expect(drawLineGraph({ ...scene, range, clip: { ...clip, height: 0 } }, picture).marked).toEqual([]);
});

it("draws what holds as steps and all else as a trace", () => {
  const shown = shownOf("line", "a", "b");
  const [a, b] = shown.traces;
  const scene = { clip, range: { min: 0, max: 1 }, colours: [grey, red], danger: red, gaps: [[]], isTight: false };
  const rows = (isHeld: boolean) =>
    drawLineGraph({ ...scene, shown: { ...shown, traces: [{ ...a, isHeld }, b] } }, pictureOf()).layers.flatMap(
      (layer) =>
        layer.kind === "traces"
          ? layer.rows.map(({ colour }) => ["trace", colour])
          : layer.kind === "fills"
            ? layer.shapes.map(({ colour }) => ["steps", colour])
            : [],
    );
  expect(rows(false)).toEqual([
    ["trace", grey],
    ["trace", red],
  ]);
  expect(rows(true)).toEqual([
    ["trace", red],
    ["steps", grey],
  ]);
});

it("has no number over another one, or beyond a graph that others touch", () => {
  const ticks = ["60", "80", "100"].map((label) => ({ label, value: Number(label) }));
  const read = (ys: readonly number[], heightPx: number, isTight: boolean) =>
    readTicks(ticks.slice(0, ys.length), ys, { heightPx, isTight }).map(({ label }) => label);
  expect(read([44, 30, 16], 60, true)).toEqual(["60", "80", "100"]);
  expect(read([28, 19, 10], 40, true)).toEqual(["60", "100"]);
  // At the ends of a graph that has room of its own.
  expect(read([60, 30, 0], 60, false)).toEqual(["60", "80", "100"]);
  expect(read([60, 30, 0], 60, true)).toEqual(["80"]);
  // One at least.
  expect([read([12, 3], 14, true), read([], 14, true)]).toEqual([["80"], []]);
});
