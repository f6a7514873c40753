/** The bytes of tiles: made by the real engine, the same wherever the reviewer came from, in slots or handed over. */
import { describe, expect, it } from "vitest";
import { beginsAt, runsWithin } from "../../domain/time/runs.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import { openEngine } from "../../signal/node.ts";
import { pickTiles, readyUntil, subtract } from "../client/pick-tiles.ts";
import { TileStore } from "../client/tile-store.ts";
import { lookAt, openTestWorld, storedSample, testRecipe, testRecording } from "../test-world.ts";
import type { TraceTile } from "../types.ts";
import { SourceAssembler } from "./assemble.ts";
import { emptyPage, type RawPage } from "./page-contents.ts";
import { Slots } from "./slots.ts";

const recording = testRecording({
  channels: 4,
  count: 500_000,
  segments: [
    { first: 0, count: 131_072 },
    { first: 133_120, count: 120_000 },
    { first: 260_000, count: 240_000 },
  ],
});
const filtered: Recipe = {
  derivations: [
    { first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } },
    { first: { kind: "channel", index: 2 }, second: { kind: "average", members: [0, 1, 2, 3] } },
    { first: { kind: "missing" }, second: { kind: "zero" } },
  ],
  filters: { lff: 0.1, hff: 30, notch: 60 },
};

/** Tiles after looking at each view in turn, by column width and place. */
function tilesAfter(views: readonly [start: number, length: number][], recipe: Recipe, slots?: Slots) {
  const memory = slots && ({ buffer: slots.buffer } as WebAssembly.Memory);
  const world = openTestWorld(recording, { engine: openEngine(), slots, memory });
  const window = world.client.openWindow();
  const found = new Map<string, TraceTile>();
  for (const [start, length] of views) {
    window.look(lookAt(recording, start, length, { recipe }));
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    for (const tile of window.tiles()) found.set(`${tile.samplesPerColumn}@${tile.firstSample}`, tile);
  }
  return found;
}

describe("determinism (algorithms.md 0, 1.5)", () => {
  it.each([
    ["with a long warm-up", filtered],
    ["with the usual filters", { ...filtered, filters: { lff: 1, hff: 30, notch: 60 } }],
    ["without filters", testRecipe],
  ])("gives a tile the same bytes from every side, %s", (_, recipe) => {
    const one = tilesAfter(
      [
        [120_000, 3000],
        [128_000, 12_000],
        [255_000, 7680],
      ],
      recipe,
    );
    const other = tilesAfter(
      [
        [0, 7680],
        [262_000, 3000],
        [250_000, 20_000],
        [133_000, 8000],
        [118_000, 12_000],
        [123_000, 3000],
        [254_000, 7680],
      ],
      recipe,
    );
    let shared = 0;
    for (const [place, tile] of one) {
      const twin = other.get(place);
      if (twin === undefined) continue;
      shared++;
      expect(new Uint8Array(twin.data.slice().buffer)).toEqual(new Uint8Array(tile.data.slice().buffer));
      expect(twin.breaks).toEqual(tile.breaks);
    }
    expect(shared).toBeGreaterThan(5);
  });

  it("breaks the line where data begin again, at a tile's first sample too", () => {
    for (const recipe of [testRecipe, filtered]) {
      const tile = tilesAfter([[133_120, 2000]], recipe).get("1@133120");
      expect([tile?.breaks[0], tile?.breaks[1], Number.isFinite(tile?.data[0])]).toEqual([1, 0, true]);
    }
  });

  it("agrees with one pass over the whole recording", () => {
    const [group] = recording.groups;
    const data = new Int16Array(4 * group.sample_count).map((_, k) =>
      storedSample(Math.floor(k / group.sample_count), k % group.sample_count),
    );
    const whole = openEngine().samples(
      {
        samplingHz: 256,
        first: 0,
        count: group.sample_count,
        data,
        gains: [0.5, 0.5, 0.5, 0.5],
        offsets: [0, 0, 0, 0],
        missingCode: null,
        runs: group.segments,
      },
      filtered,
      0,
      group.sample_count,
    );
    for (const tile of tilesAfter([[300_000, 3000]], filtered).values())
      for (let k = 0; k < tile.count; k += 31)
        for (const row of [0, 1])
          expect(tile.data[row * tile.count + k]).toBeCloseTo(
            whole.data[row * group.sample_count + tile.firstSample + k],
            1,
          );
  });
});

describe("slots", () => {
  const memory = () => new SharedArrayBuffer(1 << 22);
  const views: [number, number][] = [
    [120_000, 3000],
    [128_000, 12_000],
  ];

  it("hold the same bytes as tiles that are handed over", () => {
    const slots = new Slots(memory(), [1024, 1 << 22]);
    const inSlots = tilesAfter(views, filtered, slots);
    const copies = tilesAfter(views, filtered);
    expect(slots.heldBytes).toBeGreaterThan(0);
    for (const [place, tile] of inSlots) {
      expect(tile.data.buffer).toBe(slots.buffer);
      expect(Array.from(tile.data)).toEqual(Array.from(copies.get(place)?.data ?? []));
    }
  });

  it("come back when the page lets go, and tiles are handed over when no slot is free", () => {
    const slots = new Slots(memory(), [0, 200_000]);
    const shared = { buffer: slots.buffer } as WebAssembly.Memory;
    const world = openTestWorld(recording, { slots, memory: shared, tileBytes: 250_000, engine: openEngine() });
    const window = world.client.openWindow();
    let handedOver = 0;
    for (let start = 0; start < 400_000; start += 5000) {
      window.look(lookAt(recording, start, 3000));
      world.clock.run(300);
      expect(window.isComplete()).toBe(true);
      for (const { data } of window.tiles()) if (data.buffer !== slots.buffer) handedOver++;
      expect(world.client.store.bytes).toBeLessThan(300_000);
    }
    expect(handedOver).toBeGreaterThan(0);
    expect(slots.heldBytes).toBeLessThanOrEqual(200_000);
    const tile = window.tiles()[0];
    expect(tile.data[0]).toBe(storedSample(0, tile.firstSample) * 0.5);
  });

  it("makes a tile again that the page let go and wants back", () => {
    const world = openTestWorld(recording, { tileBytes: 60_000 });
    const window = world.client.openWindow();
    for (const start of [0, 300_000, 0, 300_000]) {
      window.look(lookAt(recording, start, 3000));
      world.clock.run(300);
      expect(window.isComplete()).toBe(true);
    }
  });
});

describe("pages side by side", () => {
  const rawPage = (first: number, count: number, runs = [{ first, count }]): RawPage => ({
    ...emptyPage(recording.groups[0], first, count),
    runs,
    data: Int16Array.from({ length: 4 * count }, (_, k) => Math.floor(k / count) * 1000 + first + (k % count)),
  });

  it("are one source with joined runs", () => {
    const pages = [rawPage(0, 8), rawPage(8, 8), rawPage(16, 8, [{ first: 18, count: 3 }])];
    const source = new SourceAssembler().assemble(recording.groups[0], pages, 5, 20);
    expect(source.runs).toEqual([
      { first: 5, count: 11 },
      { first: 18, count: 2 },
    ]);
    expect(Array.from(source.data.subarray(15, 26))).toEqual([
      1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015,
    ]);
    expect([source.first, source.count, source.data.length]).toEqual([5, 15, 60]);
  });

  it("are not copied when one holds everything", () => {
    const only = rawPage(0, 8);
    expect(new SourceAssembler().assemble(recording.groups[0], [only], 2, 6).data).toBe(only.data);
  });

  it("tell where segments lie", () => {
    const { segments } = recording.groups[0];
    expect(runsWithin(segments, 131_000, 133_200)).toEqual([
      { first: 131_000, count: 72 },
      { first: 133_120, count: 80 },
    ]);
    expect(runsWithin(segments, 131_072, 133_120)).toEqual([]);
    expect([beginsAt(segments, 133_120), beginsAt(segments, 133_121), beginsAt([], 0)]).toEqual([true, false, false]);
  });
});

it("draws columns of one sample, which dense recordings get from the server, as samples", () => {
  const dense = testRecording({ channels: 300, count: 100_000 });
  const world = openTestWorld(dense);
  const window = world.client.openWindow();
  window.look(lookAt(dense, 10_000, 2000));
  world.clock.run(1000);
  expect(window.isComplete()).toBe(true);
  const [tile] = window.tiles();
  expect([tile.kind, tile.samplesPerColumn, tile.data.length]).toEqual(["samples", 1, tile.rows * tile.count]);
  expect([...tile.data.subarray(0, 3)]).toEqual([0, 1, 2].map((k) => tile.firstSample + k));
  expect([...tile.breaks.subarray(0, 3)]).toEqual([0, 1, 0]);
});

describe("the page's tiles", () => {
  const tile = (id: number, samplesPerColumn: number, index: number): TraceTile => ({
    id,
    kind: "minmax",
    rows: 1,
    count: 512,
    firstSample: index * 512 * samplesPerColumn,
    samplesPerColumn,
    data: new Float32Array(1024),
    breaks: new Uint8Array(512),
  });
  const [group] = testRecording().groups;

  it("are the exact ones first, then the nearest width over what is missing", () => {
    const store = new TileStore(1 << 20);
    store.add(1, 0, tile(1, 20, 0), (0 + 1) * 512 * 20);
    store.add(1, 2, tile(2, 20, 2), (2 + 1) * 512 * 20);
    store.add(1, 0, tile(3, 320, 0), (0 + 1) * 512 * 320);
    store.add(1, 0, tile(4, 45, 0), (0 + 1) * 512 * 45);
    store.add(2, 1, tile(5, 20, 1), (1 + 1) * 512 * 20);
    const picked = pickTiles(store, 1, group, { startSample: 0, endSample: 30_720, widthPx: 1536 });
    expect(picked.isComplete).toBe(false);
    expect(picked.tiles.map((stored) => stored.tile.id)).toEqual([1, 2, 4]);
    store.add(1, 1, tile(6, 20, 1), (1 + 1) * 512 * 20);
    expect(pickTiles(store, 1, group, { startSample: 0, endSample: 30_720, widthPx: 1536 })).toMatchObject({
      isComplete: true,
    });
  });

  it("go when the budget is spent, the longest unused first, never those that are drawn", () => {
    const bytes = 1024 * 4 + 512;
    const store = new TileStore(2 * bytes);
    for (let id = 1; id <= 4; id++) store.add(1, id, tile(id, 4, id), (id + 1) * 512 * 4);
    store.use(store.get(1, 4, 1)!);
    expect(store.trim((id) => id === 2)).toEqual([3, 4]);
    expect(store.bytes).toBe(2 * bytes);
    expect(store.get(1, 4, 3)).toBeUndefined();
  });

  it("of a recording that has grown stay until better ones come, and are good for what they were made of", () => {
    const store = new TileStore(1 << 20);
    const grown = { ...group, sample_count: 2 * 512 * 20 };
    const view = { startSample: 0, endSample: 30_720, widthPx: 1536 };
    store.add(1, 0, tile(1, 20, 0), 512 * 20);
    store.add(1, 1, tile(2, 20, 1), 512 * 20 + 4045);
    expect(pickTiles(store, 1, { ...grown, sample_count: 512 * 20 + 4045 }, view).isComplete).toBe(true);
    const picked = pickTiles(store, 1, grown, view);
    expect(picked.tiles.map((stored) => stored.tile.id)).toEqual([1, 2]);
    expect(picked.missing).toEqual([{ start: 512 * 20 + 4040, end: 2 * 512 * 20 }]);
    expect(readyUntil(store, 1, grown, view)).toBe(512 * 20 + 4040);
    // Who does not look at the new part lacks nothing.
    expect(pickTiles(store, 1, grown, { startSample: -16_480, endSample: 14_240, widthPx: 1536 }).isComplete).toBe(
      true,
    );
    expect(store.add(1, 1, tile(3, 20, 1), 2 * 512 * 20)).toBe(2);
    expect(store.bytes).toBe(2 * (1024 * 4 + 512));
    expect(pickTiles(store, 1, grown, view)).toMatchObject({ isComplete: true, missing: [] });
    expect(readyUntil(store, 1, grown, view)).toBe(Number.POSITIVE_INFINITY);
  });

  it("cut spans", () => {
    const spans = [
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ];
    expect(subtract(spans, { start: 5, end: 25 })).toEqual([
      { start: 0, end: 5 },
      { start: 25, end: 30 },
    ]);
    expect(subtract(spans, { start: 10, end: 20 })).toBeNull();
  });
});
