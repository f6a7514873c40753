/** What goes wrong on the way of a page, on a simulated clock (spec 001 section 8, "Data paging"). */
import { describe, expect, it } from "vitest";
import { lookAt, openTestWorld, type TestWorld, testRecipe, testRecording } from "../test-world.ts";
import { columnSamplesOf, tilesOf } from "../tile-grid.ts";
import { feedTexts } from "./texts.ts";

const day = testRecording();
const page = 30 * 256;
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

describe("failures", () => {
  it("times out after 3000 ms with the spec's sentence, tries again and forgets", async () => {
    const world = openTestWorld(day);
    world.server.reply = (_, nth) => (nth === 1 ? "silence" : undefined);
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, 2000));
    const idle = isIdle(world);
    world.clock.run(2999);
    expect(window.status.failed).toEqual([]);
    expect(window.status.pending).toBeGreaterThan(0);
    world.clock.run(40);
    expect(window.status.failed[0].message).toBe("Page load timed out.");
    expect(await idle()).toBe(false);
    world.clock.run(1000);
    expect(window.isComplete()).toBe(true);
    expect(window.status).toMatchObject({ failed: [], pending: 0 });
    expect(await idle()).toBe(true);
  });

  it("does not count a page that fails again and again as on its way", () => {
    const world = openTestWorld(day);
    world.server.reply = ({ page_id }) => ({ page_id, error: { code: "internal", message: "Something broke." } });
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, 2000));
    world.clock.run(2000);
    for (let k = 0; k < 50; k++) {
      world.clock.run(100);
      expect(window.status).toMatchObject({ pending: 0 });
      expect(new Set(window.status.failed.map(({ message }) => message))).toEqual(new Set(["Something broke."]));
    }
    world.server.reply = () => undefined;
    world.clock.run(4000);
    expect([window.isComplete(), window.status.failed]).toEqual([true, []]);
  });

  it("takes an answer that comes after the timeout all the same", () => {
    const world = openTestWorld(day);
    world.server.latencyMs = 3200;
    world.server.cancel = () => {};
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, 2000));
    world.clock.run(3250);
    expect(window.isComplete()).toBe(true);
  });

  it("waits for a page that is being built, and says how far it is", () => {
    const world = openTestWorld(day);
    world.server.latencyMs = 8000;
    const window = world.client.openWindow();
    window.look(lookAt(day, 0, 1000 * 3600 * 8));
    for (let k = 1; k <= 7; k++)
      world.clock.after(k * 1000, () => {
        for (const { request } of world.server.requests) world.server.onProgress(request.page_id, k / 8);
      });
    world.clock.run(4100);
    expect(window.status.buildingFraction).toBe(0.5);
    expect(window.status.failed).toEqual([]);
    world.clock.run(6000);
    expect(window.isComplete()).toBe(true);
    expect(window.status.buildingFraction).toBeNull();
  });

  it("reports what cannot be decoded and what has too many columns, and reloads it", () => {
    const world = openTestWorld(day);
    world.server.reply = ({ page_id, data_object_id }, nth) =>
      nth === 1
        ? { page_id, data_object_id, pixels: new ArrayBuffer(64), conversion_factor: 1, made_ms: 0 }
        : undefined;
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, 2000));
    world.clock.run(60);
    expect(window.status.failed[0].message).toBe("Failed to decode data.");
    world.clock.run(500);
    expect(window.isComplete()).toBe(true);

    const wide = openTestWorld(day);
    wide.server.reply = (request, nth) =>
      nth === 1 ? wide.server.answer({ ...request, pixel_count: 4096 }) : undefined;
    const long = wide.client.openWindow();
    long.look(lookAt(day, 0, 3600 * 256));
    wide.clock.run(60);
    expect(long.status.failed[0].message).toMatch(/^Warning: page load failed \(too many pixels/);
    wide.clock.run(500);
    expect(long.isComplete()).toBe(true);
  });

  it("passes the server's sentence on and keeps the rest of the view", () => {
    const world = openTestWorld(day);
    world.server.reply = ({ page_id, form }) =>
      form?.kind === "recipe_columns" && form.first_column === 512
        ? { page_id, error: { code: "internal", message: "Something broke." } }
        : undefined;
    const window = world.client.openWindow();
    window.look(lookAt(day, 0, 3600 * 256));
    world.clock.run(100);
    const c = columnSamplesOf(lookAt(day, 0, 3600 * 256), day.groups[0]);
    expect(window.status.failed).toEqual([{ startSample: 512 * c, endSample: 1024 * c, message: "Something broke." }]);
    const range = tilesOf(lookAt(day, 0, 3600 * 256), day.groups[0].sample_count, c);
    expect(window.tiles().length).toBe(range!.last);
  });

  it("recovers by itself when the socket is lost, from a server that has restarted", () => {
    const world = openTestWorld(day);
    world.server.latencyMs = 100;
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, page));
    world.clock.run(50);
    world.server.enter("disconnected");
    world.clock.run(20);
    expect(window.status.connection).toBe("disconnected");
    const asked = world.server.requests.length;
    world.clock.run(5000);
    expect(world.server.requests.length).toBe(asked);
    expect(window.status.failed).toEqual([]);
    world.server.enter("connected");
    world.clock.run(150);
    expect(window.isComplete()).toBe(true);
    expect(world.client.connection).toBe("connected");
  });

  it.each([
    "unavailable",
    "crowded",
    "outdated",
  ] as const)("says why what is missing does not come while the connection is %s", (state) => {
    const world = openTestWorld(day);
    world.server.enter(state);
    const window = world.client.openWindow();
    window.look(lookAt(day, 100_000, page));
    world.clock.run(100);
    expect(window.status.failed.map(({ message }) => message)).toContain(feedTexts.waiting[state]);
    world.server.enter("connected");
    world.clock.run(200);
    expect([window.isComplete(), window.status.failed]).toEqual([true, []]);
  });

  it("says until when it goes on while the server's database is away, until it is back or the connection is another", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    const told = () => {
      world.clock.run(50);
      return window.status.graceUntil;
    };
    expect(told()).toBeNull();
    world.server.onGrace(5000);
    expect(told()).toBe(5000);
    world.server.onGrace(null);
    expect(told()).toBeNull();
    world.server.onGrace(6000);
    expect(told()).toBe(6000);
    world.server.enter("disconnected");
    expect(told()).toBeNull();
  });

  it("knows the server's clock by the quickest of the last messages", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    const told = (aheadMs: number) => {
      world.server.onTime(Date.now() + aheadMs);
      world.clock.run(50);
      return window.status.serverAheadMs ?? Number.NaN;
    };
    expect(window.status.serverAheadMs).toBeNull();
    expect(told(60_000) / 1000).toBeCloseTo(60, 0);
    expect(told(30_000) / 1000).toBeCloseTo(60, 0);
    expect(told(90_000) / 1000).toBeCloseTo(90, 0);
    // Set back at the server: the slow ones are forgotten in the end.
    for (let k = 0; k < 10; k++) told(10_000);
    expect(told(10_000) / 1000).toBeCloseTo(10, 0);
  });

  it("says why a recipe cannot be shown", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    const wrong = {
      ...testRecipe,
      derivations: [{ first: { kind: "channel" as const, index: 99 }, second: { kind: "zero" as const } }],
    };
    window.look(lookAt(day, 0, page, { recipe: wrong }));
    world.clock.run(100);
    expect(window.status.failed[0].message).toBe("The montage names a channel that this recording does not hold.");
    expect(window.isComplete()).toBe(false);
    window.look(lookAt(day, 0, page, { modality: "abp" }));
    world.clock.run(100);
    expect(window.status.failed[0].message).toBe("This recording does not hold the requested signals.");
    // Whatever is drawn next, another montage is told nothing of this one.
    window.look(lookAt(day, 0, page));
    expect(window.status.failed).toEqual([]);
    world.clock.run(100);
    expect([window.isComplete(), window.status.failed]).toEqual([true, []]);
  });

  it("hears nothing of the montage before, however late that is said", () => {
    const world = openTestWorld(day);
    const window = world.client.openWindow();
    window.look(lookAt(day, 0, page));
    world.clock.run(100);
    window.look(lookAt(day, 0, page, { modality: "abp" }));
    world.clock.after(0, () => window.look(lookAt(day, 0, page)));
    for (let k = 0; k < 40; k++) {
      world.clock.run(1);
      expect(k > 0 ? window.status.failed : []).toEqual([]);
    }
  });
});
