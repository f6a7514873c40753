import { expect, it } from "vitest";
import { type Trouble, troubleBook } from "./trouble.ts";

it("shows the attempt that comes next, and since when there is trouble, until every request was answered", () => {
  const shown: (Trouble | null)[] = [];
  const book = troubleBook((trouble) => shown.push(trouble));
  const [one, other] = [{}, {}];
  book.waits(one, { kind: "store", retryAtMs: 900 }, 400);
  book.waits(other, { kind: "server", retryAtMs: 700 }, 500);
  book.waits(one, { kind: "full", retryAtMs: 650 }, 600);
  book.ended(other);
  book.ended(other);
  book.ended(one);
  expect(shown).toEqual([
    { kind: "store", retryAtMs: 900, sinceMs: 400 },
    { kind: "server", retryAtMs: 700, sinceMs: 400 },
    { kind: "full", retryAtMs: 650, sinceMs: 400 },
    { kind: "full", retryAtMs: 650, sinceMs: 400 },
    null,
  ]);
});

it("tells of no files that cannot be sent once some are: what waits for the line behind them is not hindered", () => {
  let shown: Trouble | null = null;
  const book = troubleBook((trouble) => {
    shown = trouble;
  });
  const [one, other, full] = [{}, {}, {}];
  book.waits(one, { kind: "store", retryAtMs: 900 }, 400);
  book.waits(other, { kind: "store", retryAtMs: 700 }, 500);
  book.waits(full, { kind: "full", retryAtMs: 800 }, 500);
  book.moves("store");
  expect(shown).toEqual({ kind: "full", retryAtMs: 800, sinceMs: 500 });
  book.ended(full);
  expect(shown).toBe(null);
  // One that fails again is told again.
  book.waits(one, { kind: "store", retryAtMs: 2000 }, 1900);
  expect(shown).toEqual({ kind: "store", retryAtMs: 2000, sinceMs: 1900 });
});
