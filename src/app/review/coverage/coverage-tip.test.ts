import { proxy } from "valtio";
import { expect, it } from "vitest";
import { provideCoverage } from "./coverage-now.ts";
import type { CoverageStore } from "./coverage-store.ts";
import { coverageTip } from "./coverage-tip.ts";

const at = Date.UTC(2026, 0, 14, 18);
type Who = ReturnType<CoverageStore["who"]>;

/** What is said of a moment that these had on their screens. */
function said(who: Who): string {
  const untie = provideCoverage({ state: proxy({ phase: "ready" }), who: () => who } as unknown as CoverageStore);
  const tip = coverageTip(at, { timezone: "UTC" });
  untie();
  return tip;
}

const me: Who[number] = { name: null, page: 30, depth: "reviewed", at };
const other: Who[number] = { name: "Ada Byron", page: 0, depth: "skimmed", at };

it("says who reviewed a moment, on which pages, or who only passed by it", () => {
  expect(said([])).toBe(" · Not reviewed");
  expect(said([me, other])).toBe(" · You (last Jan 14), pages up to 30 s");
  expect(said([other])).toBe(" · Only passed by: Ada Byron (last Jan 14), longer pages");
  expect(said([me, me, me, me])).toMatch(/; 1 more$/);
});
