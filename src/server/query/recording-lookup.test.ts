import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import { DatabaseSilent } from "../platform/database/database-away.ts";
import { RecordingLookup } from "./recording-lookup.ts";
import { socketLimits } from "./socket-limits.ts";

const detail = (state: RecordingDetail["state"]) => ({ data_object_id: 3, state }) as RecordingDetail;

function makeLookup() {
  const world = { found: detail("ready") as RecordingDetail | null | Error, asked: [] as unknown[] };
  const recordings = {
    get: async (id: number, scope: unknown) => {
      world.asked.push([id, scope]);
      if (world.found instanceof Error) throw world.found;
      return world.found;
    },
  };
  return { world, lookup: new RecordingLookup(recordings, { workspaceId: 1, userId: 2 }, { ask: (query) => query() }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("asks once for a burst, in the scope of its user", async () => {
  const { world, lookup } = makeLookup();
  await Promise.all([lookup.get(3), lookup.get(3)]);
  await lookup.get(3);
  expect(world.asked).toEqual([[3, { workspaceId: 1, userId: 2 }]]);
});

it("asks again a second later, and at once when the scope changed", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  world.found = null;
  expect(await lookup.get(3)).not.toBeNull();
  vi.advanceTimersByTime(1001);
  expect(await lookup.get(3)).toBeNull();
  world.found = detail("ready");
  expect(await lookup.get(3)).not.toBeNull();
  world.found = null;
  lookup.forget();
  expect(await lookup.get(3)).toBeNull();
});

it("is looked up again before it is too old, as long as somebody reads", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  for (let second = 0; second < 60; second++) await vi.advanceTimersByTimeAsync(1000);
  const asked = world.asked.length;
  expect(asked).toBeGreaterThan(30); // for half a minute, more than once a second
  expect(asked).toBeLessThan(50);
  await lookup.get(3);
  await vi.advanceTimersByTimeAsync(5000);
  const before = world.asked.length;
  expect(await lookup.get(3)).not.toBeNull();
  expect(world.asked).toHaveLength(before); // no page waited for it
});

it("knows of a right that was lost, without being told, within a second", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  await vi.advanceTimersByTimeAsync(500);
  world.found = null;
  await vi.advanceTimersByTimeAsync(500);
  expect(await lookup.get(3)).toBeNull();
});

it("does not bring back what was forgotten while it was looked up again", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  vi.advanceTimersByTime(700); // it asks, and has no answer yet
  lookup.forget();
  world.found = null;
  await vi.advanceTimersByTimeAsync(0);
  expect(await lookup.get(3)).toBeNull();
});

it("remembers nothing that is not there, not complete, or could not be read", async () => {
  const { world, lookup } = makeLookup();
  world.found = null;
  await lookup.get(3);
  world.found = detail("importing");
  await lookup.get(3);
  world.found = new Error("no database");
  await expect(lookup.get(3)).rejects.toThrow("no database");
  world.found = detail("ready");
  expect((await lookup.get(3))?.state).toBe("ready");
  expect(world.asked).toHaveLength(4);
});

it("does not grow for ever", async () => {
  const { world, lookup } = makeLookup();
  for (let id = 0; id < 100; id++) await lookup.get(id);
  await lookup.get(99);
  await lookup.get(0);
  expect(world.asked).toHaveLength(101);
});

it("answers from what was confirmed in the last quarter of an hour while the database is away, and for nothing else", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  world.found = new DatabaseSilent();
  vi.advanceTimersByTime(socketLimits.graceMs - 1);
  expect((await lookup.get(3))?.state).toBe("ready");
  await expect(lookup.get(4)).rejects.toMatchObject({ code: "unavailable", message: serverText.unchecked });
  vi.advanceTimersByTime(1001);
  await expect(lookup.get(3)).rejects.toMatchObject({ code: "unavailable" });
  world.found = detail("ready");
  expect((await lookup.get(3))?.state).toBe("ready");
});

it("answers for nothing that was taken away before the database went", async () => {
  const { world, lookup } = makeLookup();
  await lookup.get(3);
  lookup.forget();
  world.found = new DatabaseSilent();
  await expect(lookup.get(3)).rejects.toMatchObject({ code: "unavailable" });
  world.found = null;
  vi.advanceTimersByTime(1001);
  expect(await lookup.get(3)).toBeNull();
  world.found = new DatabaseSilent();
  await expect(lookup.get(3)).rejects.toMatchObject({ code: "unavailable" });
});
