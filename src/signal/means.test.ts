import { expect, it } from "vitest";
import { ColumnSums, meanColumns } from "./means.ts";

const { NaN: gap } = Number;
const result = (rows: number, columns: number) => ({
  data: new Float32Array(2 * rows * columns).fill(gap),
  breaks: new Uint8Array(columns),
});

it("are of the finite samples of a column, of each row, and say how many these are", () => {
  const into = result(2, 3);
  const data = Float32Array.of(1, 2, 4, gap, gap, gap, 10, 20, 30, 40, Number.POSITIVE_INFINITY, 60);
  const rows = { first: 6, count: 6, data, stride: 1, breaks: Uint8Array.of(0, 1, 1, 0, 0, 0) } as const;
  meanColumns(rows, { firstColumn: 3, columns: 3, samplesPerColumn: 2 }, into);
  expect([...into.data]).toEqual([1.5, 2, 4, 1, gap, gap, 15, 2, 35, 2, 60, 1]);
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
  expect([...into.data]).toEqual([gap, gap, 2, 3, 5, 1, gap, gap]);
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

it("are the same, bit for bit, however the samples are cut into parts", () => {
  const grid = { firstColumn: 2, columns: 3, samplesPerColumn: 1000 };
  const [first, count, rows] = [1900, 3100, 2];
  const data = Float32Array.from({ length: rows * count }, (_, k) => (k % 97 === 0 ? gap : Math.fround(1e6 / (k + 1))));
  const breaks = new Uint8Array(count);
  breaks.set([1, 1], 99);
  const whole = result(rows, 3);
  meanColumns({ first, count, data, stride: 1, breaks }, grid, whole);
  for (const length of [1, 7, 1000, 1999]) {
    const sums = new ColumnSums(rows, grid);
    for (let at = 0; at < count; at += length) {
      const end = Math.min(count, at + length);
      const part = [data.subarray(at, end), data.subarray(count + at, count + end)].flatMap((row) => [...row]);
      const cut = { first: first + at, count: end - at, stride: 1, breaks: breaks.slice(at, end) } as const;
      sums.add({ ...cut, data: Float32Array.from(part) });
    }
    const into = result(rows, 3);
    sums.write(into);
    expect(into).toEqual(whole);
  }
});
