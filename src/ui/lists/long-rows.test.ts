import { describe, expect, it } from "vitest";
import { rowsInSight, scrollTo } from "./long-rows.ts";

const rows = { count: 100_000, rowPx: 40, viewPx: 400 };

describe("rows of a long list", () => {
  it("draws what is in sight and a few beside it", () => {
    expect(rowsInSight(rows, 0)).toEqual({ heightPx: 4_000_000, first: 0, end: 18, topPx: 0 });
    expect(rowsInSight(rows, 1000, 0)).toEqual({ heightPx: 4_000_000, first: 25, end: 35, topPx: 1000 });
    expect(rowsInSight(rows, 1010, 0)).toEqual({ heightPx: 4_000_000, first: 25, end: 36, topPx: 1000 });
  });

  it("draws nothing of an empty list, and all of a short one", () => {
    expect(rowsInSight({ ...rows, count: 0 }, 0)).toMatchObject({ heightPx: 0, first: 0, end: 0 });
    expect(rowsInSight({ ...rows, count: 3 }, 0)).toMatchObject({ heightPx: 120, first: 0, end: 3 });
    expect(rowsInSight({ ...rows, count: 3 }, 4000)).toMatchObject({ first: 3, end: 3 });
  });

  it("reaches the last of a million rows, though no element is so high", () => {
    const many = { count: 1_000_000, rowPx: 40, viewPx: 400 };
    const { heightPx } = rowsInSight(many, 0);
    expect(heightPx).toBe(15_000_000);
    const last = rowsInSight(many, heightPx - 400, 0);
    expect(last.end).toBe(1_000_000);
    expect(last.topPx + (last.end - last.first) * 40).toBeCloseTo(heightPx, 3);
    expect(rowsInSight(many, scrollTo(many, 0, 654_321), 0).end).toBe(654_322);
  });

  it("moves no further than a row needs", () => {
    expect(scrollTo(rows, 1000, 25)).toBe(1000);
    expect(scrollTo(rows, 1000, 34)).toBe(1000);
    expect(scrollTo(rows, 1000, 24)).toBe(960);
    expect(scrollTo(rows, 1000, 35)).toBe(1040);
  });
});
