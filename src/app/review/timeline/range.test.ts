import { describe, expect, it } from "vitest";
import { text } from "../../../protocol/text/text.ts";
import { clipToFile, meantRange, rangeProblem } from "./range.ts";

const file = { startMs: 10_400, endMs: 70_600 };

describe("a range set by hand (spec 2.8 and 5)", () => {
  it("is refused with the first thing wrong", () => {
    expect(rangeProblem(20_000, 30_000, file)).toBeNull();
    expect(rangeProblem(null, 30_000, file)).toBe(text.range.unreadable);
    expect(rangeProblem(99_000, 30_000, file)).toBe(text.range.startAfterEnd);
    expect(rangeProblem(30_000, 30_000, file)).toBe(text.range.startEqualsEnd);
    expect(rangeProblem(5000, 30_000, file)).toBe(text.range.outside);
    expect(rangeProblem(20_000, 90_000, file)).toBe(text.range.outside);
    expect(rangeProblem(20_000, 20_900, file)).toBe(text.range.tooShort);
    expect(rangeProblem(70_000, 71_000, file)).toBe(text.range.tooShort);
  });

  it("may name the seconds in which the file begins and ends", () => {
    expect(rangeProblem(10_000, 71_000, file)).toBeNull();
    expect(clipToFile({ startMs: 10_000, endMs: 71_000 }, file)).toEqual(file);
  });

  it("takes the other end along when one is entered past it, and gives it back", () => {
    const meant = (startMs: number, endMs: number, last: "startMs" | "endMs" | null) =>
      meantRange({ startMs, endMs, last }, 5000, file);
    expect(meant(40_000, 30_000, "startMs")).toMatchObject({ startMs: 40_000, endMs: 45_000 });
    expect(meant(40_000, 30_000, "endMs")).toMatchObject({ startMs: 25_000, endMs: 30_000 });
    expect(meant(30_000, 30_000, "startMs")).toMatchObject({ startMs: 30_000, endMs: 35_000 });
    expect(meant(68_000, 30_000, "startMs")).toMatchObject({ startMs: 68_000, endMs: file.endMs });
    expect(meant(29_000, 30_000, "startMs")).toMatchObject({ startMs: 29_000, endMs: 30_000 });
    expect(meantRange({ startMs: null, endMs: 1, last: "startMs" }, 5000, file).startMs).toBeNull();
  });

  it("may cover a file shorter than the shortest view", () => {
    expect(rangeProblem(0, 800, { startMs: 0, endMs: 800 })).toBeNull();
  });
});
