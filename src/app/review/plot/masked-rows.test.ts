import { expect, it } from "vitest";
import { maskedInAll, type RowInputs } from "./masked-rows.ts";

it("finds what artifacts take out of every row", () => {
  const rows = ["Fp1", "Fp2", "F7"].map((label): RowInputs => [{ dataObjectId: 1, label }]);
  const masked = new Map<RowInputs, [number, number][]>([
    [rows[0], [[10, 40]]],
    [
      rows[1],
      [
        [0, 20],
        [30, 90],
      ],
    ],
    [rows[2], []],
  ]);
  const of = (some: readonly RowInputs[]) =>
    maskedInAll(some, (row) => masked.get(row) ?? [], { startMs: 5, endMs: 35 });
  expect(of(rows.slice(0, 1))).toEqual([{ startMs: 10, endMs: 35 }]);
  expect(of(rows.slice(0, 2))).toEqual([
    { startMs: 10, endMs: 20 },
    { startMs: 30, endMs: 35 },
  ]);
  expect(of(rows)).toEqual([]);
  expect(of([])).toEqual([]);
});
