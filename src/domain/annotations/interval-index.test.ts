import { expect, it } from "vitest";
import { sortedByStart } from "./interval-index.ts";

const stable = (rows: Uint32Array, starts: Float64Array) =>
  [...rows].sort((a, b) => starts[a] - starts[b] || rows.indexOf(a) - rows.indexOf(b));

const given: [string, number, (k: number) => number][] = [
  ["none", 0, () => 0],
  ["one", 1, () => 5],
  ["equal starts", 200, () => 1.7e12],
  ["fractions", 400, (k) => 1.7e12 + ((k * 7919) % 400) / 16],
  ["some before 1970", 400, (k) => ((k * 7919) % 400) * 1e9 - 2e11],
  ["one that is as far away as can be", 400, (k) => (k === 7 ? 8.64e15 : 1.7e12 + ((k * 7919) % 100))],
];
it.each(given)("sorts rows by their start, equal ones in their order: %s", (_, count, startOf) => {
  const starts = Float64Array.from({ length: count }, (_, k) => startOf(k));
  const rows = Uint32Array.from({ length: count }, (_, k) => (k * 3) % count || k);
  const distinct = Uint32Array.from(new Set(rows));
  expect([...sortedByStart(distinct, starts)]).toEqual(stable(distinct, starts));
});

it("sorts very many that are near each other beside one that is far away", () => {
  const count = 300_000;
  const starts = Float64Array.from({ length: count }, (_, k) => (k === 0 ? 8.64e15 : 1.7e12 + ((k * 7919) % 65_537)));
  const sorted = sortedByStart(
    Uint32Array.from(starts, (_, k) => k),
    starts,
  );
  expect(sorted.every((row, k) => k === 0 || starts[sorted[k - 1]] <= starts[row])).toBe(true);
  expect(sorted.at(-1)).toBe(0);
});
