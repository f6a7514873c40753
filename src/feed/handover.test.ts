/** Tiles through shared memory, and frames that wait for them. */
import { describe, expect, it } from "vitest";
import { memory as coreMemory } from "../signal/memory.ts";
import { type HandedTile, Handover, handoverMemory } from "./handover.ts";
import { type FakeClock, lookAt, openTestWorld, testRecipe, testRecording } from "./test-world.ts";
import { Slots } from "./worker/slots.ts";

const tileOf = (id: number): HandedTile => ({
  id,
  series: 3,
  columnSamples: 16,
  index: 70_000 + id,
  kind: id % 2 === 0 ? "samples" : "minmax",
  rows: 18,
  count: 1024,
  firstSample: 2 ** 40 + id,
  endSample: 2 ** 41 + id,
  isProvisional: id % 3 === 0,
  slot: 100 * 2 ** 20 + 16 * id,
  data: null,
  breaks: null,
});

describe("a handover", () => {
  it("brings every tile once, in order, as it was, for longer than its room", () => {
    const shared = handoverMemory();
    const [worker, page] = [new Handover(shared), new Handover(shared)];
    expect(page.take()).toEqual([]);
    for (let id = 1; id < 3000; ) {
      const tiles = Array.from({ length: 1 + (id % 7) * 40 }, (_, k) => tileOf(id + k));
      for (const tile of tiles) expect(worker.put(tile)).toBe(true);
      expect(page.take()).toEqual(tiles);
      expect(page.take()).toEqual([]);
      id += tiles.length;
    }
  });

  it("refuses what has no room, until the page has taken the others", () => {
    const handover = new Handover(handoverMemory());
    let taken = 0;
    while (handover.put(tileOf(taken))) taken++;
    expect(handover.take()).toHaveLength(taken);
    expect(handover.put(tileOf(1))).toBe(true);
  });

  it("says whether tiles are being made: for looks that were not answered, and of pages that have just come", () => {
    const handover = new Handover(handoverMemory());
    expect(handover.workFor(0)).toBe("none");
    expect(handover.workFor(1)).toBe("none"); // nobody has begun to work
    handover.answer(1);
    expect(handover.workFor(1)).toBe("none");
    expect(handover.workFor(2)).toBe("making");
    handover.answer(2, "awaited");
    expect(handover.workFor(2)).toBe("awaited");
    handover.begin();
    expect(handover.workFor(1)).toBe("making");
    handover.answer(1);
    expect(handover.workFor(1)).toBe("none");
  });
});

describe("a frame", () => {
  const recording = testRecording();
  const otherFilters = { ...testRecipe, filters: { lff: 1, hff: 30, notch: 60 } };
  const length = 30 * 256;

  /** A window that has rested at the beginning of the recording, and a clock that can run while a frame waits. */
  function open(meanwhile: (clock: FakeClock) => void, tileMs = 0) {
    let isFrame = false;
    const world = openTestWorld(recording, {
      memory: coreMemory,
      slots: new Slots(coreMemory.buffer, [96 * 2 ** 20, 128 * 2 ** 20]),
      tileMs,
      meanwhile: ({ clock }) => {
        if (isFrame) meanwhile(clock);
      },
    });
    const window = world.client.openWindow();
    window.look(lookAt(recording, 0, length));
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    const frame = () => {
      isFrame = true;
      const from = world.clock.now;
      window.catchUp();
      isFrame = false;
      return world.clock.now - from;
    };
    return { ...world, window, frame };
  }

  /** As `open`; a few jumps have shown how fast pages come. */
  function openOnFastLink() {
    const world = open((clock) => clock.run(0.05));
    Object.assign(world.server, { latencyMs: 1, delayMs: 2, bytesPerMs: 100_000 });
    for (let jump = 1; jump < 4; jump++) {
      world.window.look(lookAt(recording, 1000 * jump * length, length));
      world.clock.run(1000);
    }
    return world;
  }

  it("waits for the tiles of another recipe whose pages are here", () => {
    const { window, frame } = open((clock) => clock.run(0.05), 2);
    window.look(lookAt(recording, 0, length, { recipe: otherFilters }));
    expect(window.isComplete()).toBe(false);
    expect(frame()).toBeLessThan(24);
    expect(window.isComplete()).toBe(true);
  });

  it("waits for pages that the link and the server bring in a moment", () => {
    const { window, frame } = openOnFastLink();
    window.look(lookAt(recording, 10 * length, length));
    const waited = frame();
    expect(waited).toBeGreaterThan(2);
    expect(waited).toBeLessThan(12);
    expect(window.isComplete()).toBe(true);
  });

  it("waits 12 ms in a frame for pages that did not come when they were expected, and then for no others until they come so soon again", () => {
    const { window, frame, server, clock } = openOnFastLink();
    server.delayMs = 40;
    window.look(lookAt(recording, 10 * length, length));
    expect(frame()).toBeCloseTo(12, 0);
    expect(window.isComplete()).toBe(false);
    clock.run(1000);
    expect(window.isComplete()).toBe(true);
    window.look(lookAt(recording, 20 * length, length));
    expect(frame()).toBeLessThan(2);
    expect(window.isComplete()).toBe(false);
  });

  it("does not wait for pages while the view moves", () => {
    const { window, frame, clock } = openOnFastLink();
    window.look(lookAt(recording, 0, length + 256));
    clock.run(50);
    window.look(lookAt(recording, 10 * length, length));
    expect(frame()).toBeLessThan(2);
    expect(window.isComplete()).toBe(false);
  });

  it("waits for the rest of a picture of which part has come, when the link brings it in a moment", () => {
    const { window, frame, server, clock, client } = open((each) => each.run(0.05));
    Object.assign(server, { latencyMs: 1, delayMs: 2 });
    const jump = (toSample: number, bytesPerMs: number) => {
      server.bytesPerMs = bytesPerMs;
      window.look(lookAt(recording, toSample, length));
      const { version } = client.store;
      while (client.store.version === version) clock.run(0.1);
      expect(window.isComplete()).toBe(false);
    };
    jump(100 * length, 40_000);
    expect(frame()).toBeGreaterThan(1);
    expect(window.isComplete()).toBe(true);
    clock.run(1000);
    jump(200 * length, 2000);
    clock.run(1000);
    jump(300 * length, 2000);
    expect(frame()).toBeLessThan(1);
    expect(window.isComplete()).toBe(false);
  });

  it("waits 24 ms of 200 at most, 6 ms in motion, and not at all while it plays", () => {
    const { window, frame, clock } = open((each) => each.advance(0.0625));
    window.look(lookAt(recording, 0, length, { recipe: otherFilters }));
    expect(frame()).toBeCloseTo(24, 0);
    expect(frame()).toBeLessThan(1); // once for a look
    clock.advance(20);
    window.look(lookAt(recording, 64, length, { recipe: otherFilters }));
    expect(frame()).toBeLessThan(1); // all of it was waited
    clock.advance(100);
    window.look(lookAt(recording, 128, length, { recipe: otherFilters }));
    clock.advance(60);
    window.look(lookAt(recording, 192, length, { recipe: otherFilters }));
    expect(frame()).toBeCloseTo(6, 0);
    clock.advance(1000);
    window.look(lookAt(recording, 256, length, { recipe: otherFilters, speed: 30 }));
    expect(frame()).toBeLessThan(1);
  });
});
