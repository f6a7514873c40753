import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance } from "./playback.ts";
import {
  centreOn,
  clampSpan,
  dragHandle,
  goToEnd,
  goToStart,
  lengthOf,
  type Span,
  setPageLength,
  spanFromRequest,
  turnPage,
  wheelScroll,
  zoom,
  zoomedLength,
} from "./view-span.ts";

const file: Span = { startMs: 1_000_000, endMs: 1_600_000 }; // ten minutes
const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });
const page = span(1_030_000, 1_060_000);

const anySpan = fc
  .tuple(
    fc.double({ min: 1_000_000, max: 1_599_000, noNaN: true }),
    fc.double({ min: 1000, max: 600_000, noNaN: true }),
  )
  .map(([start, length]) => clampSpan(span(start, start + length), file));
const isInside = ({ startMs, endMs }: Span) =>
  startMs >= file.startMs - 1e-6 && endMs <= file.endMs + 1e-6 && endMs - startMs >= 1000 - 1e-6;

describe("the view stays in the file (spec 001 section 4)", () => {
  it("whatever is done to it", () => {
    fc.assert(
      fc.property(anySpan, fc.double({ min: -1e7, max: 1e7, noNaN: true }), (view, amount) => {
        const results = [
          turnPage(view, file, Math.sign(amount)),
          wheelScroll(view, file, amount),
          centreOn(view, file, amount),
          setPageLength(view, file, Math.abs(amount)),
          zoom(view, file, 1),
          zoom(view, file, -1),
          dragHandle(view, file, "start", amount).span,
          dragHandle(view, file, "end", amount).span,
          advance(view, file, 1000 * Math.abs(amount)).span,
        ];
        for (const result of results) expect(isInside(result), JSON.stringify(result)).toBe(true);
      }),
    );
  });

  it("even when the file is shorter than a second", () => {
    const short = span(0, 400);
    expect(clampSpan(span(-50, 10_000), short)).toEqual(short);
    expect(dragHandle(short, short, "end", 100).span).toEqual(short);
  });
});

describe("pages", () => {
  it("turns by its own length and keeps it at the ends", () => {
    expect(turnPage(page, file, 1)).toEqual(span(1_060_000, 1_090_000));
    expect(turnPage(page, file, -1)).toEqual(span(1_000_000, 1_030_000));
    expect(turnPage(span(1_580_000, 1_600_000), file, 1)).toEqual(span(1_580_000, 1_600_000));
    expect(turnPage(span(1_560_000, 1_590_000), file, 1)).toEqual(span(1_570_000, 1_600_000));
  });

  it("goes to both ends", () => {
    expect(goToStart(page, file).startMs).toBe(file.startMs);
    expect(goToEnd(page, file)).toEqual(span(1_570_000, 1_600_000));
  });

  it("keeps the start when a length is chosen and clamps the end", () => {
    expect(setPageLength(page, file, 60_000)).toEqual(span(1_030_000, 1_090_000));
    expect(setPageLength(span(1_590_000, 1_595_000), file, 30_000)).toEqual(span(1_590_000, 1_600_000));
  });

  it("scrolls by deltaY / 500 of the span", () => {
    expect(wheelScroll(page, file, 100)).toEqual(span(1_036_000, 1_066_000));
  });
});

describe("zoom steps through the predefined lengths", () => {
  it.each([
    [30_000, -1, 15_000],
    [30_000, 1, 60_000],
    [20_000, -1, 15_000],
    [20_000, 1, 30_000],
    [2000, -1, 2000],
    [300_000, 1, 600_000],
    [600_000, 1, 600_000],
  ] as const)("from %d by %d to %d", (from, direction, to) => expect(zoomedLength(from, 600_000, direction)).toBe(to));

  it("reaches the whole file", () => {
    expect(zoomedLength(60_000, 100_000, 1)).toBe(100_000);
    expect(zoomedLength(100_000, 100_000, -1)).toBe(60_000);
  });

  it("keeps the time under the anchor in its place", () => {
    const zoomed = zoom(span(1_100_000, 1_130_000), file, -1, 0.25);
    expect(zoomed.startMs + 0.25 * lengthOf(zoomed)).toBeCloseTo(1_107_500, 6);
  });
});

describe("handles (spec 001 section 4, Playback)", () => {
  it("move one edge", () => {
    expect(dragHandle(page, file, "start", 1_040_000)).toEqual({ span: span(1_040_000, 1_060_000), handle: "start" });
    expect(dragHandle(page, file, "end", 1_100_000)).toEqual({ span: span(1_030_000, 1_100_000), handle: "end" });
  });

  it("swap when they cross", () => {
    expect(dragHandle(page, file, "start", 1_080_000)).toEqual({ span: span(1_060_000, 1_080_000), handle: "end" });
    expect(dragHandle(page, file, "end", 1_010_000)).toEqual({ span: span(1_010_000, 1_030_000), handle: "start" });
  });

  it("never get closer than 1000 ms", () => {
    expect(lengthOf(dragHandle(page, file, "start", 1_059_900).span)).toBe(1000);
    expect(lengthOf(dragHandle(page, file, "end", 1_030_000).span)).toBe(1000);
    expect(dragHandle(span(1_000_000, 1_030_000), file, "end", 990_000)).toEqual({
      span: span(1_000_000, 1_001_000),
      handle: "end",
    });
  });
});

describe("a view asked for from outside", () => {
  it("is clamped or refused", () => {
    expect(spanFromRequest(1_590_000, 1_620_000, file)).toEqual(span(1_570_000, 1_600_000));
    expect(spanFromRequest(Number.NaN, 1_620_000, file)).toBeNull();
    expect(spanFromRequest(1_100_000, 1_100_500, file)).toBeNull();
    expect(spanFromRequest(2_000_000, 2_030_000, file)).toBeNull();
    expect(spanFromRequest(0, 30_000, file)).toBeNull();
  });
});

describe("playback", () => {
  it("advances by speed times elapsed time", () => {
    expect(advance(page, file, 20 * 50)).toEqual({ span: span(1_031_000, 1_061_000), isPlaying: true });
  });

  it("stops where it would pass the file end", () => {
    expect(advance(page, file, 1000 * 600)).toEqual({ span: span(1_570_000, 1_600_000), isPlaying: false });
  });
});
