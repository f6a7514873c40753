/** The room over links of a known throughput and delay, on a simulated clock: what is asked for, when, and what is seen first. */
import { describe, expect, it } from "vitest";
import { lookAt, openTestWorld, type TestWorld, testRecording } from "../test-world.ts";

const day = testRecording();
const page = 30 * 256;

/** A review over a link, with the place at 100,000 samples seen and nothing on its way. */
function opened(bytesPerMs: number, delayMs: number, options: Parameters<typeof openTestWorld>[1] = {}) {
  const world = openTestWorld(day, options);
  Object.assign(world.server, { latencyMs: 2, bytesPerMs, delayMs });
  const window = world.client.openWindow();
  window.look(lookAt(day, 100_000, page));
  world.clock.run(200_000);
  expect(window.isComplete()).toBe(true);
  world.server.requests.length = 0;
  world.server.sentBytes = 0;
  world.server.maxInFlight = 0;
  return { world, window };
}

const until = ({ clock }: TestWorld, isTrue: () => boolean): number => {
  const began = clock.now;
  while (!isTrue()) {
    clock.run(5);
    if (clock.now - began > 60_000) throw new Error("it never came");
  }
  return clock.now - began;
};

const kinds = (world: TestWorld) => world.server.requests.map(({ request }) => request.form?.kind);

/** Stored samples asked for more than once. */
function askedTwice(world: TestWorld): number {
  const seen = new Set<number>();
  let twice = 0;
  for (const { request } of world.server.requests) {
    if (request.form?.kind !== "samples") continue;
    const sampleAt = (ms: number) => Math.round(((ms - day.start_ms) * 256) / 1000 + 0.25);
    for (let leaf = sampleAt(request.start); leaf < sampleAt(request.end); leaf += 512)
      if (seen.size === seen.add(leaf).size) twice++;
  }
  return twice;
}

describe("the code of pages", () => {
  const asked = (world: TestWorld) =>
    world.server.requests.map(({ request }) => `${request.form?.kind} ${request.is_coded}`);

  it("is asked for on links that are slower than it, and while nothing is known, but not for small urgent pages", () => {
    const first = openTestWorld(day);
    first.client.openWindow().look(lookAt(day, 100_000, page));
    first.clock.run(20);
    expect(new Set(asked(first))).toEqual(new Set(["samples true"]));
    const { world: thin, window } = opened(50, 100);
    window.look(lookAt(day, 5_000_000, page));
    until(thin, () => window.isComplete());
    expect(new Set(asked(thin))).toEqual(new Set(["recipe_columns false", "samples true"]));
    const { world: good, window: other } = opened(200_000, 0);
    other.look(lookAt(day, 5_000_000, page));
    until(good, () => other.isComplete());
    expect(new Set(asked(good))).toEqual(new Set(["samples false"]));
  });

  it("gives the same tiles in fewer bytes and less time", () => {
    const seen = [false, true].map((codes) => {
      const { world, window } = opened(50, 100);
      world.server.codes = codes;
      window.look(lookAt(day, 5_000_000, page));
      const took = until(world, () => window.isComplete());
      return { took, bytes: world.server.sentBytes, data: window.tiles().map(({ data }) => [...data]) };
    });
    expect(seen[1].data).toEqual(seen[0].data);
    expect(seen[1].bytes).toBeLessThan(seen[0].bytes * 0.7);
    expect(seen[1].took).toBeLessThan(seen[0].took * 0.8);
  });

  it("is of several leaves in a request: it makes less of one alone, and each request has a head of its own", () => {
    const { world, window } = opened(50, 100);
    world.server.codes = true;
    window.look(lookAt(day, 5_000_000, page));
    until(world, () => window.isComplete());
    const requests = world.server.requests.filter(({ request }) => request.form?.kind === "samples");
    const leaves = requests.map(({ request: { start, end } }) => Math.round(((end - start) * 256) / 1000 / 512));
    const sum = leaves.reduce((all, one) => all + one, 0);
    expect(requests.length).toBeLessThanOrEqual(0.8 * sum);
  });
});

describe("at 50 kB/s and 100 ms", () => {
  it("shows every row with 64 columns or more first, provisionally, and then the exact picture", () => {
    const { world, window } = opened(50, 100);
    window.look(lookAt(day, 5_000_000, page));
    const first = until(world, () => window.isPictured());
    expect(first).toBeLessThan(1500);
    expect(window.isComplete()).toBe(false);
    expect(window.provisional()).toEqual([{ start: 5_000_000, end: 5_000_000 + page }]);
    expect(window.missing().length).toBeGreaterThan(0);
    expect(window.readyUntil()).toBeLessThanOrEqual(5_000_000);
    const coarse = window.tiles().filter(({ isProvisional }) => isProvisional);
    expect(
      coarse.every(({ rows, samplesPerColumn, kind }) => rows === 2 && samplesPerColumn === 64 && kind === "minmax"),
    ).toBe(true);
    const exact = first + until(world, () => window.isComplete());
    // 20 leaves of 22,528 bytes at most, not coded here.
    expect(exact).toBeLessThan((20 * 22_528) / 50 + 1500);
    expect(window.provisional()).toEqual([]);
    expect(window.tiles().some(({ isProvisional }) => isProvisional)).toBe(false);
    expect(kinds(world)[0]).toBe("recipe_columns");
    expect(world.server.requests[0].request.is_urgent).toBe(true);
    expect(kinds(world).filter((kind) => kind === "recipe_columns")).toHaveLength(1);
    expect(askedTwice(world)).toBe(0);
  });

  it("asks for what is visible alone, a page or two at a time, and prefetches when it is here", () => {
    const { world, window } = opened(50, 100);
    window.look(lookAt(day, 5_000_000, page));
    until(world, () => window.isComplete());
    const asked = world.server.requests.length;
    expect(askedTwice(world)).toBe(0);
    expect(world.server.maxInFlight).toBeLessThanOrEqual(4);
    expect(world.server.sentBytes).toBeLessThan(22 * 22_528 + 20_000);
    world.clock.run(5000);
    expect(world.server.requests.length).toBeGreaterThan(asked);
  });

  it("gives a jump after a burst of playback its picture at once", () => {
    const { world, window } = opened(50, 100);
    for (let k = 0; k < 12 * 60; k++) {
      window.look(lookAt(day, 100_000 + k * 30, page, { speed: 100 }));
      world.clock.run(1000 / 60);
    }
    window.look(lookAt(day, 9_000_000, page));
    const before = world.server.sentBytes;
    expect(until(world, () => window.isPictured())).toBeLessThan(2500);
    expect(world.server.sentBytes - before).toBeLessThan(6 * 22_528);
    expect(until(world, () => window.isComplete())).toBeLessThan(12_000);
    expect(askedTwice(world)).toBe(0);
  });

  it("asks once for a page that was given up and is wanted again while it may still come", () => {
    const { world, window } = opened(50, 100);
    for (const start of [5_000_000, 9_000_000, 5_000_000, 9_000_000, 5_000_000]) {
      window.look(lookAt(day, start, page));
      world.clock.run(40);
    }
    until(world, () => window.isComplete());
    // What was cancelled before its bytes were sent is asked for again; the bytes on the link are those of one view and one page.
    expect(world.server.sentBytes).toBeLessThan(28 * 22_528);
  });

  it("does not wait for the timeout of a page that the link holds, nor ask for it anew", () => {
    const { world, window } = opened(5, 100);
    window.look(lookAt(day, 5_000_000, page));
    world.clock.run(40_000);
    expect(askedTwice(world)).toBe(0);
    expect(window.status.failed).toEqual([]);
  });
});

describe("a good link", () => {
  it.each([
    [2500, 40, 290],
    [50_000, 2, 60],
  ])("of %i bytes a ms and %i ms shows the exact picture and no other within %i ms", (rate, delayMs, withinMs) => {
    const { world, window } = opened(rate, delayMs);
    for (const start of [5_000_000, 9_000_000, 2_000_000]) {
      window.look(lookAt(day, start, page));
      expect(until(world, () => window.isPictured())).toBeLessThan(withinMs);
      expect(window.isComplete()).toBe(true);
      world.clock.run(3000);
    }
    expect(kinds(world)).not.toContain("recipe_columns");
  });
});

it("shows nothing provisional while it plays: what was not exact was not shown", () => {
  const { world, window } = opened(50, 100);
  for (let k = 0; k < 60; k++) {
    window.look(lookAt(day, 5_000_000 + k * 400, page, { speed: 100 }));
    world.clock.run(1000 / 60);
  }
  expect(kinds(world)).not.toContain("recipe_columns");
  expect(window.missing().length).toBeGreaterThan(0);
});

it("takes a provisional picture for long views too, of columns that the server has", () => {
  const { world, window } = opened(20, 100);
  window.look(lookAt(day, 0, 3600 * 256));
  until(world, () => window.isPictured());
  expect(window.isComplete()).toBe(false);
  const [first] = world.server.requests;
  expect(first.request.form).toMatchObject({ kind: "recipe_columns", samples_per_column: 8192 });
  until(world, () => window.isComplete());
});

it.each([
  [600, 1],
  [200, 2],
])("asks a server that takes %i ms for %i pages ahead at a time", (latencyMs, most) => {
  const { world, window } = opened(50_000, 2);
  world.server.latencyMs = latencyMs;
  window.look(lookAt(day, 5_000_000, page));
  until(world, () => window.isComplete());
  world.clock.run(5000);
  world.server.maxInFlight = 0;
  world.server.requests.length = 0;
  window.look(lookAt(day, 5_000_000, page, { speed: 100 }));
  world.clock.run(10_000);
  expect(world.server.requests.length).toBeGreaterThan(2);
  expect(world.server.maxInFlight).toBe(most);
});
