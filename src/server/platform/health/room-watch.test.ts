import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { roomNotices, watchRoom } from "./room-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("logs one line for each change, and none while nothing changes", async () => {
  const lines: string[] = [];
  const say = (_: object, event: string) => void lines.push(event);
  let [room, waitingItems, isAway] = [5, 0, false];
  const watch = await watchRoom({
    folder: "/data",
    room: async () => {
      if (isAway) throw new Error("gone");
      return room;
    },
    waiting: async () => {
      if (waitingItems < 0) throw new Error("The database does not answer.");
      return waitingItems;
    },
    log: { info: say, warn: say },
    everyMs: 1000,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  expect([watch.state(), roomNotices(watch.state())]).toEqual(["enough", []]);
  waitingItems = 2;
  await pass(60_000);
  expect(watch.state()).toBe("waiting");
  waitingItems = -1; // not known: what was true stays
  await pass(60_000);
  expect(watch.state()).toBe("waiting");
  room = -1;
  await pass(60_000);
  expect([watch.state(), roomNotices(watch.state()).length]).toEqual(["full", 1]);
  isAway = true;
  await pass(60_000);
  expect(watch.state()).toBe("full");
  [isAway, room, waitingItems] = [false, 7, 0];
  await pass(60_000);
  expect(watch.state()).toBe("enough");
  expect(lines).toEqual(["disk.no-room-to-read", "disk.full", "disk.unseen", "disk.room-again"]);
  await watch.close();
});
