import { describe, expect, it } from "vitest";
import { absentSpans, columnAt, columnPages, commonSpans, epochsPerColumn, pageColumns, pageSpan } from "./columns.ts";

const hour = 3_600_000;
const epochMs = 10_000;

describe("columns of a view", () => {
  it.each([
    [hour / 2, 1200, 1],
    [6 * hour, 1200, 1],
    [6 * hour, 1080, 2],
    [24 * hour, 1200, 4],
    [14 * 24 * hour, 1200, 64],
  ])("of %i ms on %i pixels hold so many epochs: none is wider than a pixel, as far as epochs are", (viewMs, widthPx, epochs) => {
    expect(epochsPerColumn(viewMs, widthPx, epochMs)).toBe(epochs);
  });

  it("stay as they are while a view only moves", () => {
    const lengths = [0, 1, 2, 3].map((k) => 21_600_000 + k * 1e-7 - 1e-7);
    expect(new Set(lengths.map((ms) => epochsPerColumn(ms, 1080, epochMs))).size).toBe(1);
  });
});

describe("pages of columns", () => {
  const held = { startMs: 1_583_162_430_000, endMs: 1_583_162_430_000 + 24 * hour };

  it("lie on the grid from 1970 on, those in view first, with one more on each side within the file", () => {
    const view = { startMs: held.startMs + 12 * hour, endMs: held.startMs + 12.5 * hour };
    const pages = columnPages(view, held, 1, epochMs);
    const lengthMs = pageColumns * epochMs;
    for (const page of pages) expect(pageSpan(page, epochMs).startMs % lengthMs).toBe(0);
    expect(pageSpan(pages[0], epochMs).startMs).toBeLessThanOrEqual(view.startMs);
    const starts = pages.map((page) => pageSpan(page, epochMs).startMs);
    expect(starts.at(-1)).toBeLessThan(starts[0]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it("are the same ones wherever a view begins in them", () => {
    const at = (ms: number) => columnPages({ startMs: ms, endMs: ms + 1000 }, held, 4, epochMs);
    const from = Math.ceil(held.startMs / (4 * pageColumns * epochMs)) * 4 * pageColumns * epochMs;
    expect(at(from)).toEqual(at(from + 4 * pageColumns * epochMs - 2000));
  });

  it("are none where nothing is held", () => {
    expect(columnPages(held, { startMs: 5, endMs: 5 }, 1, epochMs)).toEqual([]);
    expect(columnPages({ startMs: 0, endMs: hour }, held, 1, epochMs)).toEqual([]);
  });
});

describe("values of a page", () => {
  const page = {
    ...{ id: 1, firstEpoch: 100, epochs: 2, columns: 4, channels: 2 },
    values: [1, Number.NaN, Number.NaN, Number.NEGATIVE_INFINITY, 5, Number.NaN, 7, Number.NaN],
  };

  it("are found at their time", () => {
    expect(columnAt([page], 1_000_000, epochMs)?.column).toBe(0);
    expect(columnAt([page], 1_079_999, epochMs)?.column).toBe(3);
    expect(columnAt([page], 1_080_000, epochMs)).toBeNull();
  });

  it("are absent where no channel has one; a flat line is none of that", () => {
    expect(absentSpans(page, epochMs)).toEqual([{ startMs: 1_020_000, endMs: 1_040_000 }]);
  });
});

it("times common to lists of spans are those that every list has", () => {
  const spans = (...ends: readonly [number, number][]) => ends.map(([startMs, endMs]) => ({ startMs, endMs }));
  expect(commonSpans([])).toEqual([]);
  expect(commonSpans([spans([0, 5])])).toEqual(spans([0, 5]));
  expect(commonSpans([spans([0, 5], [8, 20]), spans([3, 10], [12, 13], [19, 30])])).toEqual(
    spans([3, 5], [8, 10], [12, 13], [19, 20]),
  );
  expect(commonSpans([spans([0, 5]), [], spans([0, 5])])).toEqual([]);
});
