import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnnotationsMoved } from "../../protocol/annotation-log.ts";
import type { Session } from "../platform/http/caller.ts";
import { AnnotationFollower } from "./annotation-follower.ts";
import { AnnotationNews } from "./annotation-news.ts";

const session = (...permissions: string[]) =>
  ({ workspaceId: 1, userId: 2, permissions: new Set(permissions) }) as unknown as Session;
const reader = session("visualize_data");

let heads: Map<number, number>;
let told: AnnotationsMoved[];
let isCongested: boolean;
let follower: AnnotationFollower;
/** Holds the next answers of the database back. */
let gate: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  heads = new Map([
    [7, 10],
    [8, 20],
  ]);
  [told, isCongested, gate] = [[], false, Promise.resolve()];
  follower = new AnnotationFollower({
    heads: async (_, ids) => {
      const answer = new Map([...heads].filter(([id]) => ids.includes(id)));
      await gate;
      return answer;
    },
    send: (moved) => told.push(moved),
    isCongested: () => isCongested,
  });
});
afterEach(() => {
  follower.close();
  vi.useRealTimers();
});

const known = async (...ids: number[]) => {
  const following = follower.follow(ids);
  await follower.know(reader);
  await following;
};

describe("a viewer who follows annotations", () => {
  it("is told of those they follow and see, of each number once, and at most every 50 ms", async () => {
    await known(7, 99);
    follower.moved(7, 10);
    follower.moved(8, 21);
    follower.moved(99, 1);
    expect(told).toEqual([]);
    for (const sequence of [11, 12, 14, 13]) follower.moved(7, sequence);
    expect(told).toEqual([{ data_object_id: 7, sequence: 11 }]);
    vi.advanceTimersByTime(49);
    expect(told.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(told.slice(1)).toEqual([{ data_object_id: 7, sequence: 14 }]);
    vi.advanceTimersByTime(1000);
    expect(told.length).toBe(2);
  });

  it("waits while the line is full, and is told the last number then", async () => {
    await known(7);
    isCongested = true;
    follower.moved(7, 11);
    vi.advanceTimersByTime(200);
    follower.moved(7, 15);
    expect(told).toEqual([]);
    isCongested = false;
    vi.advanceTimersByTime(50);
    expect(told).toEqual([{ data_object_id: 7, sequence: 15 }]);
  });

  it("is told what moved while it was asked what they may see", async () => {
    await known();
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const following = follower.follow([7]);
    follower.moved(7, 11);
    expect(told).toEqual([]);
    open();
    await following;
    expect(told).toEqual([{ data_object_id: 7, sequence: 11 }]);
  });

  it("hears nothing from the moment on in which their rights may have changed, then that any may have moved", async () => {
    await known(7);
    follower.moved(7, 11);
    follower.moved(7, 12); // waits
    follower.forget();
    vi.advanceTimersByTime(500);
    follower.moved(7, 13);
    expect(told.length).toBe(1);
    heads.set(7, 13);
    await follower.know(reader);
    expect(told.slice(1)).toEqual([null]);
    vi.advanceTimersByTime(50);
    follower.moved(7, 13);
    follower.moved(7, 14);
    expect(told.slice(2)).toEqual([{ data_object_id: 7, sequence: 14 }]);
  });

  it("hears of nothing that is not theirs any more, also without having been told", async () => {
    await known(7, 8);
    heads.delete(8);
    await follower.know(reader);
    follower.moved(8, 30);
    await follower.know(session("access_data_visualize"));
    follower.moved(7, 30);
    vi.advanceTimersByTime(500);
    expect(told).toEqual([]);
  });

  it("is answered once it is known who they are, and when the database is away", async () => {
    let isAnswered = false;
    const following = follower.follow([7]).then(() => {
      isAnswered = true;
    });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    gate = Promise.reject(new Error("away"));
    gate.catch(() => undefined);
    await follower.know(reader);
    await following;
    follower.moved(7, 11);
    expect(told).toEqual([]);
    gate = Promise.resolve();
    await follower.know(reader);
    expect(told).toEqual([null]);
  });
});

describe("the look beside the bus", () => {
  const log = { info: vi.fn(), warn: vi.fn() };

  it("finds what no message told of, with one question for all who follow, and says once that it cannot", async () => {
    await known(7);
    const asked: (readonly number[])[] = [];
    let isAway = false;
    const news = new AnnotationNews({
      numberOf: () => null,
      heads: async (ids) => {
        asked.push(ids);
        if (isAway) throw new Error("away");
        return heads;
      },
      log,
    });
    const [leave, leaveOther] = [news.join(follower), news.join({ recordingIds: [8, 7], moved: vi.fn() })];
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toEqual([[7, 8]]);
    expect(told).toEqual([]);
    heads.set(7, 12);
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toEqual([{ data_object_id: 7, sequence: 12 }]);
    news.hear({ kind: "annotations-moved", recordingId: 7, sequence: 12 });
    isAway = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log.warn).toHaveBeenCalledTimes(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(log.info).toHaveBeenCalledTimes(1);
    leave();
    leaveOther();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked.length).toBe(5);
    expect(told.length).toBe(1);
  });
});
