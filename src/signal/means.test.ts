import { expect, it } from "vitest";
import { meanColumns } from "./means.ts";

const { NaN: gap } = Number;
const result = (rows: number, columns: number) => ({
  data: new Float32Array(2 * rows * columns).fill(gap),
  breaks: new Uint8Array(columns),
});

it("are of the finite samples of a column, of each row, twice", () => {
  const into = result(2, 3);
  const data = Float32Array.of(1, 2, 4, gap, gap, gap, 10, 20, 30, 40, Number.POSITIVE_INFINITY, 60);
  const rows = { first: 6, count: 6, data, stride: 1, breaks: Uint8Array.of(0, 1, 1, 0, 0, 0) } as const;
  meanColumns(rows, { firstColumn: 3, columns: 3, samplesPerColumn: 2 }, into);
  expect([...into.data]).toEqual([1.5, 1.5, 4, 4, gap, gap, 15, 15, 35, 35, 60, 60]);
  expect([...into.breaks]).toEqual([0, 1, 0]);
});

it("of samples that begin or end within a column are of those that there are; beyond them nothing is written", () => {
  const into = result(1, 4);
  const pairs = Float32Array.of(1, 1, 2, 2, 3, 3, 5, 5);
  meanColumns(
    { first: 5, count: 4, data: pairs, stride: 2, breaks: new Uint8Array(4) },
    { firstColumn: 0, columns: 4, samplesPerColumn: 4 },
    into,
  );
  expect([...into.data]).toEqual([gap, gap, 2, 2, 5, 5, gap, gap]);
});

it("are added up in float64", () => {
  const into = result(1, 1);
  const data = new Float32Array(100_000).fill(16_777_216);
  data[0] = 1;
  meanColumns(
    { first: 0, count: 100_000, data, stride: 1, breaks: new Uint8Array(100_000) },
    { firstColumn: 0, columns: 1, samplesPerColumn: 100_000 },
    into,
  );
  expect(into.data[0]).toBe(Math.fround(16_777_216 - 16_777_215 / 100_000));
});
