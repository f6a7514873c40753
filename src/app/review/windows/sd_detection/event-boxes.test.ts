import { expect, it } from "vitest";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import type { Rgba } from "../../../../render/types.ts";
import type { DetectionPage, FoundEvent } from "./detection.ts";
import { type BoxPlot, boxRects, pageRects } from "./event-boxes.ts";

/** An hour over 3600 pixels: a pixel a second. */
const plot = {
  view: { startSample: 0, endSample: 3600, samplesPerPixel: 1 },
  size: { width: 3600, height: 200, ratio: 1 },
  source: { recording: { start_ms: 0, end_ms: 7_200_000 }, group: { sampling_hz: 1 } },
} as unknown as BoxPlot;
const drawn = {
  channels: [{ row: 5 }, { row: 2 }],
  layout: { centres: [0.5, 1.5], length: 2, inView: 2 },
} as unknown as Drawn;
const blue: Rgba = [0, 0, 1, 0.2];
const event = (seconds: number, row: number, is_provisional = false) =>
  ({ onset_ms: seconds * 1000, is_provisional, drawnRow: { row } }) as unknown as FoundEvent;

it("stands 5 minutes on either side of the event, on its row", () => {
  const [box, ...border] = boxRects([event(1800, 2)], plot, { drawn, top: 0 }, { colour: blue });
  expect(box).toMatchObject({ x0: 1500, x1: 2100, y0: 104, y1: 196, colour: blue, style: "fill" });
  expect(border).toHaveLength(4);
  expect(border.every(({ colour }) => colour[3] === 1)).toBe(true);
});

it("is cut at the ends of the plot, hatched where it is provisional, and is not there without its row or its time", () => {
  expect(boxRects([event(60, 5, true)], plot, { drawn, top: 0 }, { colour: blue })[0]).toMatchObject({
    ...{ x0: 0, x1: 360, style: "hatch" },
  });
  expect(boxRects([event(60, 9), event(-300, 5), event(3900, 5)], plot, { drawn, top: 0 }, { colour: blue })).toEqual(
    [],
  );
});

it("tells what was accepted and what was rejected from what nobody has judged", () => {
  const boxes = (verdict: "accepted" | "rejected" | null) =>
    boxRects([event(1800, 2)], plot, { drawn, top: 0 }, { colour: blue, verdicts: [verdict] });
  expect(boxes(null)).toEqual(boxRects([event(1800, 2)], plot, { drawn, top: 0 }, { colour: blue }));
  const [fill, top] = boxes("accepted");
  expect([fill.colour, top.y1 - top.y0]).toEqual([blue, 3]);
  const rejected = boxes("rejected");
  expect(rejected).toHaveLength(4);
  expect(rejected.every(({ colour }) => colour[3] === 0.4)).toBe(true);
});

it("fills pages that are not here, and others those that failed; none where a page is here, whatever was found", () => {
  const colours = { waiting: [0, 0, 1, 1] as Rgba, failed: [1, 0, 0, 1] as Rgba };
  const page = (start: number, state: object) =>
    ({ span: { startMs: start * 1000, endMs: (start + 1800) * 1000 }, state }) as DetectionPage;
  const rects = pageRects(
    [
      page(-1800, { kind: "waiting" }),
      page(0, { kind: "here" }),
      page(1800, { kind: "waiting" }),
      page(2700, { kind: "failed", message: "no" }),
    ],
    plot,
    colours,
  );
  expect(rects).toEqual([
    { x0: 1800, x1: 3600, y0: 0, y1: 200, colour: colours.waiting, style: "fill" },
    { x0: 2700, x1: 3600, y0: 0, y1: 200, colour: colours.failed, style: "fill" },
  ]);
});
