/** A recording that grows under its windows: what is asked for again is its tail, and nothing that was fetched goes. */
import { describe, expect, it } from "vitest";
import type { RecordingDetail, RecordingTail } from "../../protocol/recordings.ts";
import { lookAt, openTestWorld, type TestWorld, testRecording } from "../test-world.ts";
import { leafSamples } from "../tile-grid.ts";

const hz = 256;
const minute = 60 * hz;

function growing(count: number) {
  const recording: RecordingDetail = { ...testRecording({ count }), tail: tailOf(1, count) };
  const world = openTestWorld(recording);
  // Page and server do not share their description.
  Object.assign(world.server, { recording: structuredClone(recording) });
  return { recording, ...world };
}

const tailOf = (revision: number, count: number): RecordingTail => ({
  revision,
  end_ms: testRecording().start_ms + (count * 1000) / hz,
  groups: [
    {
      sealed_count: 0,
      sample_count: count,
      segments: [{ first: 0, count, start_ms: testRecording().start_ms }],
    },
  ],
});

/** The server's recording is longer from now on, and says so. */
function grow({ server }: Pick<TestWorld, "server">, revision: number, count: number): void {
  server.recording.groups[0].sample_count = count;
  server.recording.groups[0].segments[0].count = count;
  server.onGrowth(7, tailOf(revision, count));
}

/** Grid samples that were asked for since the last time, by request. */
function asked({ server }: Pick<TestWorld, "server">): [number, number][] {
  const { start_ms } = server.recording;
  const at = (ms: number) => Math.ceil(((ms - start_ms) * hz) / 1000 - 1e-6);
  return server.requests.splice(0).map(({ request: { start, end } }) => [at(start), at(end)]);
}

describe("a recording that grows under a window", () => {
  it("is followed also while no page of it is asked for, and again after a lost connection", () => {
    const { clock, client, recording, server } = growing(10 * minute);
    client.follow(recording, () => undefined);
    client.follow(recording, () => undefined);
    clock.run(1);
    const first = server.followed.splice(0);
    expect(first).toEqual([[7]]);
    server.enter("disconnected");
    server.enter("connected");
    clock.run(1);
    expect(server.followed.splice(0)).toEqual([[7]]);
    server.onRecordingChange(7);
    server.enter("disconnected");
    server.enter("connected");
    clock.run(1);
    expect(server.followed).toEqual([]);
  });

  it("asks again for the leaf that it ended in, shows what it had meanwhile, and keeps everything else", () => {
    const count = 10 * minute + 700;
    const world = growing(count);
    const { clock, client, recording } = world;
    const heard: number[] = [];
    client.follow(recording, () => heard.push(recording.end_ms));
    const window = client.openWindow();
    const look = lookAt(recording, count - 20 * hz, 30 * hz);
    window.look(look);
    clock.run(5000);
    expect(window.isComplete()).toBe(true);
    const before = window.tiles();
    const fetched = asked(world);
    const leaf = leafSamples(recording.groups[0]);
    expect(Math.max(...fetched.map(([, end]) => end))).toBe(count);

    grow(world, 2, count + 300);
    clock.run(1);
    expect(heard).toEqual([recording.start_ms + ((count + 300) * 1000) / hz]);
    expect(recording.groups[0].sample_count).toBe(count + 300);
    window.look(look);
    expect(window.missing()).toEqual([{ start: expect.any(Number), end: count + 300 }]);
    expect(window.missing()[0].start).toBeGreaterThan(count - 16);
    expect(window.tiles()).toEqual(before);
    clock.run(5000);
    const tailStart = Math.floor(count / leaf) * leaf;
    expect(asked(world)).toEqual([[tailStart, count + 300]]);
    expect(window.isComplete()).toBe(true);
    const after = window.tiles();
    expect(after.filter((tile) => !before.includes(tile))).toHaveLength(1);
    const values = after.at(-1)?.data ?? [];
    expect(Number.isFinite(values[0])).toBe(true);

    // A second growth, over the border of a leaf: both sides of it are asked for, what lies before is not.
    const next = tailStart + leaf + 100;
    grow(world, 3, next);
    clock.run(5000);
    for (const [start, end] of asked(world)) expect([start >= tailStart, end <= next]).toEqual([true, true]);
    // All of it is here: going back asks for nothing.
    window.look(lookAt(recording, count - 20 * hz - 64, 30 * hz));
    clock.run(5000);
    expect(asked(world).filter(([start]) => start < tailStart)).toEqual([]);
    expect(world.client.store.bytes).toBeGreaterThan(0);
  });

  it("asks for nothing while its end is not looked at, and hours of columns for the last of them", () => {
    const world = growing(120 * minute);
    const { clock, client, recording } = world;
    client.follow(recording, () => undefined);
    const near = client.openWindow();
    near.look(lookAt(recording, 0, 30 * hz));
    const far = client.openWindow();
    far.look(lookAt(recording, 0, 120 * minute));
    clock.run(20_000);
    expect([near.isComplete(), far.isComplete()]).toEqual([true, true]);
    const [width] = far.tiles().map(({ samplesPerColumn }) => samplesPerColumn);
    const length = 512 * width;
    asked(world);
    near[Symbol.dispose]();
    grow(world, 2, 120 * minute + 900);
    clock.run(20_000);
    const first = Math.floor((120 * minute) / length) * length;
    const again = asked(world);
    expect(again.length).toBeGreaterThan(0);
    expect(again.every(([start]) => start >= first)).toBe(true);
    far[Symbol.dispose]();
    const still = client.openWindow();
    still.look(lookAt(recording, 0, 30 * hz));
    clock.run(5000);
    expect(asked(world)).toEqual([]);
    grow(world, 3, 121 * minute);
    clock.run(5000);
    expect(asked(world)).toEqual([]);
    expect(still.isComplete()).toBe(true);
  });

  it("waits with the next growth for the tail that is on its way, so that a thin link brings one at all", () => {
    const count = 10 * minute + 700;
    const world = growing(count);
    const { clock, client, recording, server } = world;
    client.follow(recording, () => undefined);
    const window = client.openWindow();
    window.look(lookAt(recording, count - 20 * hz, 30 * hz));
    clock.run(5000);
    asked(world);
    server.latencyMs = 2500;
    for (let k = 1; k <= 20; k++) {
      grow(world, 1 + k, count + 100 * k);
      clock.run(1000);
    }
    expect(server.cancelled).toEqual([]);
    expect(asked(world).length).toBeLessThan(12);
    server.latencyMs = 20;
    clock.run(5000);
    window.look(lookAt(recording, count - 20 * hz, 30 * hz));
    expect(recording.groups[0].sample_count).toBe(count + 2000);
    expect(window.isComplete()).toBe(true);
  });

  it("gives the slots of replaced tiles back, and describes anew what it may have missed", () => {
    const count = 2 * minute + 100;
    const world = growing(count);
    const { clock, client, recording, server, sent } = world;
    const anew: number[] = [];
    client.onRecordingChange = (id) => anew.push(id);
    const others: number[] = [];
    const leave = client.hearChanges((id) => others.push(id));
    client.follow(recording, () => undefined);
    const window = client.openWindow();
    window.look(lookAt(recording, count - 20 * hz, 25 * hz));
    clock.run(5000);
    grow(world, 2, count + 50);
    clock.run(5000);
    expect(sent.filter(({ type }) => type === "release")).toHaveLength(1);
    // Its sealed part goes beyond what is known here.
    const tail = tailOf(5, count + 5000);
    tail.groups[0].sealed_count = count + 4000;
    server.onGrowth(7, tail);
    clock.run(100);
    expect(anew).toEqual([7]);
    expect(recording.groups[0].sample_count).toBe(count + 50);
    server.enter("disconnected");
    clock.run(100);
    server.enter("connected");
    clock.run(100);
    expect(anew).toEqual([7, 7]);
    server.onRecordingChange(-3);
    clock.run(100);
    expect(others).toEqual([7, 7, -3]);
    leave();
    server.onRecordingChange(8);
    clock.run(100);
    expect(others).toEqual([7, 7, -3]);
    server.recording.groups[0].sample_count = count + 5000;
    client.grow(7, tailOf(6, count + 5000));
    clock.run(100);
    expect(recording.groups[0].sample_count).toBe(count + 5000);
  });
});
