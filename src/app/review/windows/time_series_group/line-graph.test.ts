import { expect, it } from "vitest";
import { drawLineGraph } from "./line-graph.ts";
import { clip, grey, pictureOf, red, shownOf } from "./test-pictures.ts";

it("marks what is provisional of its sources over its body, each once", () => {
  const picture = pictureOf();
  const scene = { shown: shownOf("line", "a", "b"), clip, colours: [grey, grey], danger: red, gaps: [[]] };
  const range = { min: 0, max: 1 };
  expect(drawLineGraph({ ...scene, range }, picture).marked).toEqual([{ clip, pictures: picture.sources }]);
  expect(drawLineGraph({ ...scene, range, clip: { ...clip, height: 0 } }, picture).marked).toEqual([]);
});
