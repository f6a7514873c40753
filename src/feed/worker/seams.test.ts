/** Tiles around a seam, where segments touch because their data overlapped in time: filters start again (algorithms.md 5). */
import { expect, it } from "vitest";
import type { Recipe } from "../../protocol/recipe.ts";
import { openEngine } from "../../signal/node.ts";
import { lookAt, openTestWorld, storedSample, testRecording } from "../test-world.ts";
import { rawPageSamples } from "../tile-grid.ts";
import { SourceAssembler } from "./assemble.ts";
import type { RawPage } from "./page-contents.ts";

const count = 300_000;
/** The first seam lies at the border of two raw pages and of two tiles, the second inside of both. */
const seams = [131_072, 140_001] as const;
const recording = testRecording({
  channels: 4,
  count,
  segments: [
    { first: 0, count: seams[0] },
    { first: seams[0], count: seams[1] - seams[0] },
    { first: seams[1], count: count - seams[1] },
  ],
});
const [group] = recording.groups;
const recipeWith = (filters: Recipe["filters"]): Recipe => ({
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }],
  filters,
});

/** The segment that begins at `first`, filtered from its start state. */
function alone(recipe: Recipe, first: number, length: number): Float32Array {
  const data = Int16Array.from({ length: 4 * length }, (_, k) =>
    storedSample(Math.floor(k / length), first + (k % length)),
  );
  const scale = { gains: [0.5, 0.5, 0.5, 0.5], offsets: [0, 0, 0, 0], missingCode: null };
  const source = { samplingHz: 256, first, count: length, data, ...scale, runs: [{ first, count: length }] };
  return openEngine().samples(source, recipe, first, length).data;
}

it("has a seam at a page border", () => {
  expect(seams[0] % rawPageSamples(group)).toBe(0);
});

it.each([
  ["with the usual filters", { lff: 1, hff: 30, notch: 60 }],
  ["with a long warm-up", { lff: 0.1, hff: null, notch: null }],
  ["without filters", { lff: null, hff: null, notch: null }],
])("restarts the filters and breaks the line, %s", (_, filters) => {
  const recipe = recipeWith(filters);
  for (const seam of seams) {
    const world = openTestWorld(recording, { engine: openEngine() });
    const window = world.client.openWindow();
    window.look(lookAt(recording, seam - 1000, 3000, { recipe }));
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    const tile = window.tiles().find(({ firstSample, count: own }) => firstSample <= seam && seam < firstSample + own);
    if (tile === undefined) throw new Error("There is no tile at the seam.");
    const at = seam - tile.firstSample;
    const length = tile.count - at;
    expect(Array.from(tile.data.subarray(at, tile.count))).toEqual(Array.from(alone(recipe, seam, length)));
    expect([...tile.breaks.keys()].filter((k) => tile.breaks[k] === 1)).toEqual([at]);
  }
});

it("pages side by side join at their borders, but not at a seam", () => {
  const page = (first: number, length: number, isSeam = false): RawPage => ({
    kind: "raw",
    first,
    count: length,
    data: new Int16Array(4 * length),
    gains: [1, 1, 1, 1],
    offsets: [0, 0, 0, 0],
    missingCode: null,
    runs: [isSeam ? { first, count: length, isSeam } : { first, count: length }],
  });
  const { runs } = new SourceAssembler().assemble(
    group,
    [page(0, 8), page(8, 8), page(16, 8, true), page(24, 8)],
    4,
    30,
  );
  expect(runs).toEqual([
    { first: 4, count: 12 },
    { first: 16, count: 14, isSeam: true },
  ]);
});
