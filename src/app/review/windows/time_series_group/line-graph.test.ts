import { expect, it } from "vitest";
import { drawLineGraph } from "./line-graph.ts";
import { clip, grey, pictureOf, red, shownOf } from "./test-pictures.ts";

it("marks what is provisional of its sources over its body, each once", () => {
  const picture = pictureOf();
  const scene = {
    shown: shownOf("line", "a", "b"),
    clip,
    colours: [grey, grey],
    danger: red,
    gaps: [[]],
    room: { above: 0, letters: 5 },
  };
  const range = { min: 0, max: 1 };
  expect(drawLineGraph({ ...scene, range }, picture).marked).toEqual([{ clip, pictures: picture.sources }]);
  expect(drawLineGraph({ ...scene, range, clip: { ...clip, height: 0 } }, picture).marked).toEqual([]);
});

it("draws what holds as steps and all else as a trace", () => {
  const shown = shownOf("line", "a", "b");
  const [a, b] = shown.traces;
  const scene = {
    clip,
    range: { min: 0, max: 1 },
    colours: [grey, red],
    danger: red,
    gaps: [[]],
    room: { above: 0, letters: 5 },
  };
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

it("marks values that no line leads to, in the colour of their trace", () => {
  const picture = pictureOf();
  const { data } = picture.sources[0].tiles[0];
  for (const gone of [499, 501]) (data as Float32Array)[gone] = Number.NaN;
  const scene = {
    clip,
    range: { min: 0, max: 1 },
    colours: [red],
    danger: grey,
    gaps: [[]],
    room: { above: 0, letters: 5 },
  };
  const marks = drawLineGraph({ ...scene, shown: shownOf("line", "a") }, picture).layers.flatMap((layer) =>
    layer.kind === "marks" ? layer.marks : [],
  );
  expect(marks).toEqual([{ shape: "circle", size: 4, colour: red, x: [50], y: [expect.closeTo(20, 0)] }]);
});
