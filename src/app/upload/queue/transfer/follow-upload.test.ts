import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WorkNews } from "../../../../protocol/progress.ts";
import { followUpload } from "./follow-upload.ts";

const world = vi.hoisted(() => ({ hear: (_: WorkNews) => undefined as unknown, ended: 0 }));
vi.mock("../../../news/index.ts", () => ({
  followWork: (_: unknown, hear: (news: WorkNews) => void) => {
    world.hear = hear;
    return () => world.ended++;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const say = (...upload_ids: number[]) => world.hear({ moved: [], upload_ids });
const { signal } = new AbortController();

it("wakes whoever waits at news of its upload, and of no other", async () => {
  const news = followUpload(3);
  let woken = 0;
  void news.next(60_000, signal).then(() => woken++);
  say(4);
  await vi.advanceTimersByTimeAsync(1000);
  expect(woken).toBe(0);
  say(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toBe(1);
  news.end();
  expect(world.ended).toBe(1);
});

it("does not sleep over news that came while nobody waited, and goes on after its time", async () => {
  const news = followUpload(3);
  say(3);
  await news.next(60_000, signal);
  let woken = 0;
  void news.next(60_000, signal).then(() => woken++);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(woken).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(woken).toBe(1);
});

it("gives up with the signal's reason", async () => {
  const end = new AbortController();
  const waiting = followUpload(3).next(60_000, end.signal);
  const failed = expect(waiting).rejects.toThrow("enough");
  end.abort(new Error("enough"));
  await failed;
});
