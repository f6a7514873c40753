import { describe, expect, it } from "vitest";
import { text } from "../../../protocol/text.ts";
import { clipToFile, rangeProblem } from "./range.ts";

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

  it("may cover a file shorter than the shortest view", () => {
    expect(rangeProblem(0, 800, { startMs: 0, endMs: 800 })).toBeNull();
  });
});
