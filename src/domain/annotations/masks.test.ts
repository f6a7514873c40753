import { describe, expect, it } from "vitest";
import { joinSpans, type Masks, maskedOf, maskedShare, spansWithin } from "./masks.ts";

const masks: Masks = {
  everywhere: [
    [0, 10],
    [50, 60],
  ],
  channels: new Map([
    ["EEG T3-Ref", [[5, 20]]],
    ["ABP", [[55, 70]]],
  ]),
};

describe("what is masked", () => {
  it("of a row is what is masked of any of its channels, by whatever name a file calls them", () => {
    expect(maskedOf(masks, ["C3"])).toBe(masks.everywhere);
    expect(maskedOf(masks, ["C3", "T7"])).toEqual([
      [0, 20],
      [50, 60],
    ]);
    expect(maskedOf(masks, ["t7", "abp"])).toEqual([
      [0, 20],
      [50, 70],
    ]);
  });

  it("is joined where it touches", () => {
    expect(joinSpans([[[0, 5]], [], [[5, 6]], [[2, 3]]])).toEqual([[0, 6]]);
    expect(joinSpans([])).toEqual([]);
  });

  it("is found by time, ends excluded", () => {
    const spans = joinSpans([masks.everywhere]);
    expect(spansWithin(spans, 10, 50)).toEqual([]);
    expect(spansWithin(spans, 9, 51)).toEqual(spans);
    expect(spansWithin(spans, 55, 56)).toEqual([[50, 60]]);
  });

  it("has a share of a view: the mean over its rows", () => {
    expect(maskedShare([masks.everywhere, []], 0, 100)).toBeCloseTo(0.1, 12);
    expect(maskedShare([masks.everywhere], 55, 65)).toBeCloseTo(0.5, 12);
    expect(maskedShare([], 0, 100)).toBe(0);
    expect(maskedShare([masks.everywhere], 5, 5)).toBe(0);
  });
});
