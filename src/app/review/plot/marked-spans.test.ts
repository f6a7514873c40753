import { expect, it } from "vitest";
import { placeProvisional, placeSpans } from "./marked-spans.ts";
import type { SourcePicture } from "./plot-content.ts";

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

it("places what is provisional in the height of its part, once for all of its sources, in CSS px", () => {
  const of = (...provisional: { start: number; end: number }[]) =>
    ({ source: { feedWindow: { provisional: () => provisional } }, view }) as unknown as SourcePicture;
  const clip = { x: 0, y: 40, width: 1000, height: 60 };
  const pictures = [of({ start: 2000, end: 2400 }), of(), of({ start: 0, end: 1200 }, { start: 2200, end: 2600 })];
  expect(placeProvisional([{ clip, pictures }], 2)).toEqual([
    { x: 0, width: 50, y: 20, height: 30 },
    { x: 250, width: 150, y: 20, height: 30 },
  ]);
  const exact = { clip, pictures: [of()] };
  expect(placeProvisional([exact, exact], 2)).toEqual([]);
});
