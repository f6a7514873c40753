import { expect, it } from "vitest";
import { placeFailures } from "./failures.ts";
import type { SourcePicture } from "./plot-content.ts";

const view = { startSample: 1000, endSample: 3000, samplesPerPixel: 2 };
const picture = (...failed: [number, number][]) =>
  ({
    view,
    source: {
      feedWindow: {
        status: { failed: failed.map(([startSample, endSample]) => ({ startSample, endSample, message: "Late." })) },
      },
    },
  }) as unknown as SourcePicture;
const clip = (y: number, height: number) => ({ x: 0, y, width: 1000, height });

it("places what failed in the part that shows it, once for all sources of the part, and never beside what is there", () => {
  const [shown, late, too] = [picture(), picture([0, 1400]), picture([1000, 1500])];
  const marked = [
    { clip: clip(0, 60), pictures: [shown] },
    { clip: clip(60, 60), pictures: [late, too] },
  ];
  expect(placeFailures(marked, [shown, late, too], 2)).toEqual([{ from: 0, to: 125, top: 34, message: "Late." }]);
});

it("keeps a message inside a low part, and says at the top what no part shows", () => {
  const [late, other] = [picture([2000, 2400]), picture([2000, 2400], [3000, 3400])];
  expect(placeFailures([{ clip: clip(100, 20), pictures: [late] }], [late, other], 1)).toEqual([
    { from: 500, to: 700, top: 100, message: "Late." },
    { from: 500, to: 700, top: 8, message: "Late." },
  ]);
});

it("says of pages that touch once what they say alike, in whatever order they are told", () => {
  const late = picture([2000, 2200], [1200, 1400], [1400, 1600], [1600, 1800]);
  expect(placeFailures([{ clip: clip(0, 200), pictures: [late] }], [late], 1)).toEqual([
    { from: 100, to: 400, top: 8, message: "Late." },
    { from: 500, to: 600, top: 8, message: "Late." },
  ]);
});
