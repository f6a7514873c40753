import { describe, expect, it } from "vitest";
import { asInMontage, drawnRows, orderedRows, withDrawn, withMoved } from "./row-arrangement.ts";

const rows = ["a", "b", "c", "ecg", "x"].map((id) => ({ id, isOffered: id === "x" }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(" ");
const moved = (id: string, target: string, isAfter: boolean, from = asInMontage) =>
  withMoved(from, rows, new Set([id]), { target, isAfter });

describe("hidden and shown rows", () => {
  it("are those of the montage until something else is asked for", () => {
    expect(ids(drawnRows(rows, asInMontage))).toBe("a b c ecg");
  });

  it("follow what is asked for, and come back to nothing", () => {
    const without = withDrawn(asInMontage, rows[1], false);
    const withMore = withDrawn(without, rows[4], true);
    expect(ids(drawnRows(rows, withMore))).toBe("a c ecg x");
    expect(withMore).toEqual({ hidden: ["b"], shown: ["x"], order: [] });
    expect(withDrawn(withDrawn(withMore, rows[1], true), rows[4], false)).toEqual(asInMontage);
  });
});

describe("moved rows", () => {
  it("stand before or after their target", () => {
    expect(ids(drawnRows(rows, moved("ecg", "a", false)))).toBe("ecg a b c");
    expect(ids(drawnRows(rows, moved("a", "c", true)))).toBe("b c a ecg");
    const two = withMoved(asInMontage, rows, new Set(["a", "c"]), { target: "ecg", isAfter: true });
    expect(ids(drawnRows(rows, two))).toBe("b ecg a c");
  });

  it("stay where they are when they are dropped on themselves, and leave no order behind when they are back", () => {
    expect(moved("b", "b", true)).toEqual(asInMontage);
    expect(moved("a", "b", false, moved("a", "b", true))).toEqual(asInMontage);
  });

  it("keep rows that the order does not know behind what they follow, and forget those that are gone", () => {
    expect(ids(orderedRows(rows, ["ecg", "gone", "b", "b"]))).toBe("a ecg x b c");
    expect(ids(orderedRows(rows, ["c", "a"]))).toBe("c ecg x a b");
  });
});
