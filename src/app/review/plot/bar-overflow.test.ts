import { expect, it } from "vitest";
import { barRanks, fitBar, hasBehind, pinnedRank } from "./bar-overflow.ts";

const tools = [
  { id: "artifacts", rank: 1, widthPx: 80 },
  { id: "rows", rank: 2, widthPx: 60 },
  { id: "fit", rank: 2, widthPx: 0 },
  { id: "engine", rank: 3, widthPx: 26 },
];
const none: ReadonlySet<string> = new Set();
const fitted = (collapsed: ReadonlySet<string>, overflowPx: number, freePx = 0) =>
  [...fitBar(tools, collapsed, { overflowPx, freePx })].sort();

it("lets what is needed least go first, and no more than has to", () => {
  expect(fitted(none, 0, 300)).toEqual([]);
  // The button of the others takes its own 30 px.
  expect(fitted(none, 1)).toEqual(["engine", "rows"]);
  expect(fitted(new Set(["engine"]), 1)).toEqual(["engine", "rows"]);
  expect(fitted(none, 500)).toEqual(["artifacts", "engine", "rows"]);
});

it("takes back what is needed most once there is room for it", () => {
  const all = new Set(["artifacts", "rows", "engine"]);
  expect(fitted(all, 0, 89)).toEqual(["artifacts", "engine", "rows"]);
  expect(fitted(all, 0, 90)).toEqual(["engine", "rows"]);
  expect(fitted(new Set(["rows", "engine"]), 0, 69)).toEqual(["engine", "rows"]);
  // With the last of them the button goes, and leaves its room.
  expect(fitted(new Set(["rows", "engine"]), 0, 76)).toEqual([]);
  expect(fitted(new Set(["engine"]), 0, 6)).toEqual([]);
  expect(fitted(new Set(["engine"]), 0, 5)).toEqual(["engine"]);
});

it("gives the room of what came later, and is needed less, to what is needed more", () => {
  // Only 'engine' is shown, and 60 px are free.
  expect(fitted(new Set(["artifacts", "rows"]), 0, 60)).toEqual(["engine", "rows"]);
});

it("leaves words out before anything goes, and brings them back first of all that fits", () => {
  const withWords = [...tools, { id: "words", rank: barRanks.words, widthPx: 140, isWords: true }];
  const leftOut = (collapsed: ReadonlySet<string>, overflowPx: number, freePx = 0) =>
    [...fitBar(withWords, collapsed, { overflowPx, freePx })].sort();
  expect(leftOut(none, 0)).toEqual([]);
  // Nothing stands behind 'More', so it takes no room.
  expect(leftOut(none, 1)).toEqual(["words"]);
  expect(hasBehind(withWords, new Set(["words"]))).toBe(false);
  expect(leftOut(new Set(["words"]), 0, 149)).toEqual(["words"]);
  expect(leftOut(new Set(["words"]), 0, 150)).toEqual([]);
  expect(leftOut(new Set(["words"]), 1)).toEqual(["engine", "rows", "words"]);
  expect(hasBehind(withWords, new Set(["engine", "rows", "words"]))).toBe(true);
});

it("keeps what is pinned, and brings it back", () => {
  const pinned = tools.map((tool) => (tool.id === "engine" ? { ...tool, rank: pinnedRank } : tool));
  expect([...fitBar(pinned, none, { overflowPx: 500, freePx: 0 })].sort()).toEqual(["artifacts", "rows"]);
  expect([...fitBar(pinned, new Set(["engine"]), { overflowPx: 20, freePx: 0 })]).toEqual(["rows"]);
});

it("is the same set where nothing changes, and forgets what is no more", () => {
  const collapsed = new Set(["engine"]);
  expect(fitBar(tools, collapsed, { overflowPx: 0, freePx: 0 })).toBe(collapsed);
  expect([...fitBar(tools.slice(0, 2), collapsed, { overflowPx: 0, freePx: 0 })]).toEqual([]);
});
