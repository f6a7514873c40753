import { expect, it } from "vitest";
import { placeSpans } from "./marked-spans.ts";

const view = { startSample: 1000, endSample: 3000, samplesPerPixel: 2 };
const span = (first: number, count: number) => ({ modality: "eeg", first, count, start_ms: 0, end_ms: 0 });

it("places damage in the view, clipped to it, and leaves out what lies outside", () => {
  expect(placeSpans([span(0, 900), span(900, 300), span(2000, 400), span(3000, 10)], view, 1)).toEqual([
    { x: 0, width: 100 },
    { x: 500, width: 200 },
  ]);
  expect(placeSpans([span(2000, 400)], view, 2)).toEqual([{ x: 250, width: 100 }]);
});

it("shows the shortest damage, and joins what touches on the screen", () => {
  expect(placeSpans([span(1500, 1)], view, 1)).toEqual([{ x: 250, width: 5 }]);
  expect(placeSpans([span(1500, 10), span(1510, 10), span(1522, 8)], view, 1)).toEqual([
    { x: 250, width: 10 },
    { x: 261, width: 5 },
  ]);
});
