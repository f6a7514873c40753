/** What waits of several pages of the application, in one storage. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CoverageRow } from "../../../protocol/coverage.ts";
import { keptCoverage } from "./kept-coverage.ts";

const row = (...spans: number[]): CoverageRow => ({ page: 15, depth: "reviewed", spans });
let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => {
      stored[key] = text;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  // As in a browser, the keys of the storage are those of the object.
  vi.stubGlobal(
    "localStorage",
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, key) => ({ configurable: true, enumerable: true, value: stored[String(key)] }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

it("keeps what waits of two pages of one recording", () => {
  const [one, other] = ["one", "other"].map((page) => keptCoverage("me", 7, page));
  one.write([row(0, 5)]);
  other.write([row(20, 30)]);
  expect(keptCoverage("me", 7, "third").read()).toEqual([row(0, 5), row(20, 30)]);
  expect(keptCoverage("me", 70, "third").read()).toEqual([]);
  expect(keptCoverage("you", 7, "third").read()).toEqual([]);
});

it("takes over what a page has left, and removes it once it was answered", () => {
  keptCoverage("me", 7, "dead").write([row(0, 5)]);
  stored["connect.coverage.me/7"] = JSON.stringify([row(50, 60)]);
  const living = keptCoverage("me", 7, "living");
  living.write([row(20, 30)]);
  const next = keptCoverage("me", 7, "next");
  expect(next.read()).toHaveLength(3);
  next.write([row(0, 5, 20, 30, 50, 60, 70, 80)]);
  living.write([row(20, 40)]);
  next.write([]);
  expect(keptCoverage("me", 7, "last").read()).toEqual([row(20, 40)]);
});
