import { expect, it } from "vitest";
import { drawHeatGraph, type HeatMemory, keepRows } from "./heat-graph.ts";
import { clip, grey, pictureOf, red, shownOf } from "./test-pictures.ts";

const damaged = (first: number, count: number) => ({ modality: "m", first, count, start_ms: 0, end_ms: 0 });
const sceneOf = (...ids: string[]) => ({
  ...{ shown: shownOf("heatmap", ...ids), clip, ink: grey, danger: red, gaps: [[]] },
});

it("has damage over its cells, wide enough to be seen, and none that is out of view", () => {
  const picture = pictureOf({ damage: [damaged(0, 90), damaged(500, 1), damaged(1200, 10)] }, 100);
  const { layers } = drawHeatGraph(sceneOf("a"), picture, new Map());
  expect(layers.map(({ kind }) => kind)).toEqual(["rects", "cells", "rects"]);
  expect(layers[2]).toMatchObject({ rects: [{ x0: 40, x1: 45, y0: 0, y1: 40, colour: red, style: "hatch" }] });
});

it("marks what is provisional of its sources over its body, each once", () => {
  const picture = pictureOf();
  const { marked, layers } = drawHeatGraph(sceneOf("a", "b"), picture, new Map());
  expect(marked).toEqual([{ clip, pictures: picture.sources }]);
  expect(layers.map(({ kind }) => kind)).toEqual(["rects", "cells", "rects", "cells"]);
});

it("makes a row once for the stretch that a view moves in, and lets go of what is shown no more", () => {
  const memory: HeatMemory = new Map();
  const cellsAt = (startSample: number) => {
    const { layers } = drawHeatGraph(sceneOf("a"), pictureOf({}, startSample), memory);
    return layers.flatMap((layer) => (layer.kind === "cells" ? layer.grids : []))[0];
  };
  const [still, moved, far] = [cellsAt(0), cellsAt(20), cellsAt(900)];
  expect(moved).toEqual({ ...still, x0: -2, x1: moved.x1 });
  expect(moved.x1).toBeCloseTo(still.x1 - 2);
  expect(moved.data).toBe(still.data);
  expect(far.id).not.toBe(still.id);
  drawHeatGraph(sceneOf("b"), pictureOf(), memory);
  keepRows(memory, [shownOf("heatmap", "b")]);
  expect([...memory.keys()]).toEqual(["b"]);
});
