/** The worker's whole behaviour on a simulated clock: page, worker and server talk only through messages. */
import { describe, expect, it } from "vitest";
import { lookAt, openTestWorld, storedSample, type TestWorld, testRecipe, testRecording } from "../test-world.ts";

const day = testRecording();
const page = 30 * 256;
const asksOf = (world: TestWorld) =>
  world.server.requests.map(({ request }) => ({
    first: Math.round(((request.start - day.start_ms) * 256) / 1000 + 0.25),
    kind: request.form?.kind,
  }));
const isIdle = (world: TestWorld) => {
  let idle = false;
  world.client.whenIdle().then(() => {
    idle = true;
  });
  return async () => {
    await Promise.resolve();
    await Promise.resolve();
    return idle;
  };
};

describe("a view", () => {
  it("gets every visible page in parallel, at once, and its tiles are the stored samples", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, 12 * 256));
    expect(window.isComplete()).toBe(false);
    expect(window.tiles()).toEqual([]);
    world.clock.run(19);
    expect(asksOf(world).map(({ first }) => first)).toEqual([100_352, 98_304, 102_912]);
    world.clock.run(10);
    expect(window.isComplete()).toBe(true);
    const tiles = window.tiles();
    expect(tiles.map(({ kind, samplesPerColumn }) => [kind, samplesPerColumn])[0]).toEqual(["samples", 1]);
    for (const tile of tiles)
      for (let k = 0; k < tile.count; k += 97) expect(tile.data[k]).toBe(storedSample(0, tile.firstSample + k) * 0.5);
  });

  it("completes a jump anywhere within 150 ms of simulated time", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    for (const start of [0, 5_000_000, 1_000_000, 22_000_000]) {
      window.look(lookAt(day, start, page));
      world.clock.run(60);
      expect(window.isComplete()).toBe(true);
    }
  });

  it("lets recipes go that were not shown for long, with their tiles, and shows them again when they are asked for", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    const other = world.client.openWindow();
    const recipe = (k: number) => ({ ...testRecipe, filters: { lff: null, hff: 20 + k, notch: null } });
    other.look(lookAt(day, 100_000, page, { recipe: recipe(0) }));
    world.clock.run(1000);
    for (let k = 1; k <= 60; k++) {
      window.look(lookAt(day, 100_000, page, { recipe: recipe(k) }));
      world.clock.run(200);
      expect(window.isComplete()).toBe(true);
    }
    // The first is still shown by the other window, the second by none.
    expect([...world.client.store.grids(1)]).toEqual([1]);
    expect([...world.client.store.grids(2)]).toEqual([]);
    expect(other.isComplete()).toBe(true);
    const held = world.client.store.bytes;
    window.look(lookAt(day, 100_000, page, { recipe: recipe(1) }));
    world.clock.run(200);
    expect(window.isComplete()).toBe(true);
    expect(world.client.store.bytes).toBe(held);
  });

  it("changes recipe without the network on a short page, and never shows another recipe's tiles", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, page));
    world.clock.run(1000);
    const asked = world.server.requests.length;
    const other = { ...testRecipe, filters: { lff: 1, hff: null, notch: null } };
    const before = new Set(window.tiles().map(({ id }) => id));
    window.look(lookAt(day, 100_000, page, { recipe: other }));
    expect(window.tiles()).toEqual([]);
    world.clock.run(17);
    expect(window.isComplete()).toBe(true);
    expect(window.tiles().some(({ id }) => before.has(id))).toBe(false);
    expect(world.server.requests.length).toBe(asked);
    window.look(lookAt(day, 100_000, page));
    expect(window.isComplete()).toBe(true);
  });

  it("shows the same recipe at another zoom until the exact tiles are here", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 0, 3600 * 256));
    world.clock.run(500);
    world.server.latencyMs = 200;
    window.look(lookAt(day, 100_000, page));
    const stretched = window.tiles();
    expect(stretched.length).toBeGreaterThan(0);
    expect(stretched.every(({ samplesPerColumn }) => samplesPerColumn > 64)).toBe(true);
    expect(window.isComplete()).toBe(false);
    world.clock.run(500);
    expect(window.isComplete()).toBe(true);
    expect(window.tiles().every(({ samplesPerColumn }) => samplesPerColumn === 1)).toBe(true);
  });

  it("asks for columns on the recording's grid where the view is long", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 0, day.groups[0].sample_count));
    world.clock.run(100);
    expect(window.isComplete()).toBe(true);
    const forms = world.server.requests.map(({ request }) => request);
    expect(forms.every(({ form }) => form?.kind === "recipe_columns")).toBe(true);
    const last = forms.find(({ form }) => form?.kind === "recipe_columns" && form.first_column === 3 * 512);
    expect(last?.end).toBeCloseTo(day.end_ms, 3);
    expect(last?.pixel_count).toBeLessThan(512);
    const [tile] = window.tiles();
    expect([tile.kind, tile.breaks[1], tile.data[2]]).toEqual([
      "minmax",
      1,
      tile.firstSample / tile.samplesPerColumn + 1,
    ]);
  });

  it("takes gaps, odd rates, float samples and the recording's end as they are", () => {
    const recording = testRecording({
      hz: 48.62,
      channels: 3,
      count: 100_001,
      sampleType: "float32",
      segments: [
        { first: 0, count: 30_000 },
        { first: 40_000, count: 1 },
        { first: 70_000, count: 30_001 },
      ],
    });
    const world = openTestWorld(recording);
    const window = world.client.openWindow();
    for (const start of [29_000, 39_000, 98_001]) {
      window.look(lookAt(recording, start, 2000));
      world.clock.run(100);
      expect(window.isComplete()).toBe(true);
      for (const tile of window.tiles())
        for (let k = 0; k < tile.count; k++) {
          const at = tile.firstSample + k;
          const isHeld = at < 30_000 || at === 40_000 || at >= 70_000;
          expect(tile.data[k]).toBe(isHeld ? Math.fround(storedSample(0, at) * 0.5) : Number.NaN);
        }
    }
    expect(window.tiles().at(-1)?.count).toBeLessThan(2048);
  });

  it("asks nothing for pages that lie in a gap", () => {
    const recording = testRecording({
      count: 10_000_000,
      segments: [
        { first: 0, count: 1000 },
        { first: 9_999_000, count: 1000 },
      ],
    });
    const world = openTestWorld(recording);
    const window = world.client.openWindow();
    window.look(lookAt(recording, 5_000_000, page));
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    expect(world.server.requests).toEqual([]);
    expect(window.tiles()[0].data.every(Number.isNaN)).toBe(true);
  });

  it("is complete and quiet where there is nothing: no samples, or beside the recording", async () => {
    const recording = testRecording({ count: 0 });
    const world = openTestWorld(recording);
    const window = world.client.openWindow();
    window.look(lookAt(recording, 0, 1000));
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    expect(window.status.pending).toBe(0);
    expect(await isIdle(world)()).toBe(true);
  });
});

describe("pace", () => {
  it("throttles the requests of a pan to one update in 100 ms, and prefetches the neighbours at rest, one at a time", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 1_000_000, page));
    world.clock.run(100);
    const asked = world.server.requests.length;
    for (let k = 1; k <= 20; k++) {
      window.look(lookAt(day, 1_000_000 + k * 200, page));
      world.clock.run(16);
    }
    expect(world.server.requests.length - asked).toBeLessThanOrEqual(4);
    world.server.maxInFlight = 0;
    world.clock.run(150);
    const before = world.server.requests.length;
    world.clock.run(1000);
    expect(world.server.requests.length).toBeGreaterThan(before);
    expect(world.server.maxInFlight).toBe(1);
    const calls = world.server.requests.length;
    world.clock.run(5000);
    expect(world.server.requests.length).toBe(calls);
    window.look(lookAt(day, 1_004_000 + page, page));
    world.clock.run(17);
    expect(window.isComplete()).toBe(true);
    expect(world.server.requests.length).toBe(calls);
  });

  it("cancels on both sides what a jump makes superfluous", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    world.server.latencyMs = 500;
    window.look(lookAt(day, 1_000_000, page));
    world.clock.run(50);
    const first = world.server.requests.map(({ request }) => request.page_id);
    window.look(lookAt(day, 9_000_000, page));
    world.clock.run(20);
    expect(world.server.cancelled).toEqual(first);
    world.clock.run(600);
    expect(window.isComplete()).toBe(true);
    expect(window.status.failed).toEqual([]);
  });

  it("posts one look a frame, the newest", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    for (let k = 0; k < 10; k++) window.look(lookAt(day, 1000 + k, page));
    world.clock.run(40);
    const looks = world.sent.filter((message) => message.type === "look");
    expect(looks.map(({ startSample }) => startSample)).toEqual([1000, 1009]);
  });

  it("calls onChange at most once a frame", () => {
    const world = openTestWorld(day, { tileMs: 5 });
    const window = world.client.openWindow();
    const calls: number[] = [];
    window.onChange = () => calls.push(world.clock.now);
    window.look(lookAt(day, 1_000_000, 120 * 256));
    world.clock.run(300);
    expect(calls.length).toBeGreaterThan(1);
    for (let k = 1; k < calls.length; k++) expect(calls[k] - calls[k - 1]).toBeGreaterThan(16);
  });
});

describe("playback", () => {
  const play = (speed: number, viewSeconds: number, wallMs: number, startSample: number) => {
    const world = openTestWorld(day, { tileMs: 0.6 });
    const window = world.client.openWindow();
    const length = viewSeconds * 256;
    window.look(lookAt(day, startSample, length));
    world.clock.run(1500);
    let late = 0;
    let frames = 0;
    const begin = world.clock.now;
    while (world.clock.now - begin < wallMs) {
      const at = startSample + (speed * 256 * (world.clock.now - begin)) / 1000;
      window.look(lookAt(day, at, length, { speed }));
      world.clock.run(2);
      if (world.clock.now - begin > 250 && !window.isComplete()) late++;
      frames++;
      world.clock.run(1000 / 60 - 2);
    }
    return { world, window, late, frames };
  };

  it("draws no frame without its tiles at 1000x on 30 s pages, with 20 ms to the server", () => {
    const { late, frames, world } = play(1000, 30, 4000, 2_000_000);
    const starts = world.server.requests.map(({ request }) => request.start);
    expect(new Set(starts).size).toBe(starts.length);
    expect(frames).toBeGreaterThan(200);
    expect(late).toBe(0);
    expect(world.server.maxInFlight).toBeLessThanOrEqual(8);
    expect(world.client.store.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it.each([
    [-1000, 10],
    [200, 60],
    [50, 5],
    [1000, 300],
    [1, 10],
  ])("nor at %ix on %i s pages", (speed, seconds) => {
    expect(play(speed, seconds, 1500, 10_000_000).late).toBe(0);
  });
});

describe("several windows", () => {
  it("serves all of them, and tiles of the same content once", () => {
    const world = openTestWorld(day);
    const views = [
      lookAt(day, 0, page),
      lookAt(day, 0, page),
      lookAt(day, 8_000_000, 3600 * 256),
      lookAt(day, 4_000_000, 60 * 256),
    ];
    const windows = views.map(() => world.client.openWindow());
    windows.forEach((window, k) => void window.look(views[k]));
    world.clock.run(150);
    expect(windows.map((window) => window.isComplete())).toEqual([true, true, true, true]);
    expect(windows[0].tiles()).toEqual(windows[1].tiles());
    windows[2][Symbol.dispose]();
    windows[0].look(lookAt(day, page, page));
    world.clock.run(150);
    expect(windows[0].isComplete()).toBe(true);
  });

  it("does not let long views starve a short one", () => {
    const world = openTestWorld(day);
    const long = world.client.openWindow();
    world.server.reply = ({ form }) => (form?.kind === "recipe_columns" ? "silence" : undefined);
    long.look(lookAt(day, 0, 3600 * 256, { widthPx: 3800 }));
    world.clock.run(100);
    const short = world.client.openWindow();
    short.look(lookAt(day, 0, page));
    world.clock.run(100);
    expect(short.isComplete()).toBe(true);
  });
});
