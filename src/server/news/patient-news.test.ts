import { expect, it, vi } from "vitest";
import { type News, PatientNews } from "./patient-news.ts";

type Row = { id: number; workspaceId: number; projectId: number; siteId: number; at: string; age: number };
const row = (id: number, at: string, age = 1): Row => ({ id, workspaceId: 1, projectId: 2, siteId: 3, at, age });

/** A database whose answers are set, and a clock that is moved by hand. */
function world() {
  const logged: string[] = [];
  const made = {
    rows: [] as Row[],
    isAway: false,
    nowMs: 0,
    logged,
    asked: 0,
    news: undefined as unknown as PatientNews,
    heard: [] as (number[] | null)[],
  };
  const db = {
    execute: async () => {
      made.asked++;
      if (made.isAway) throw new Error("away");
      return { rows: made.rows };
    },
  };
  const log = {
    info: (_: object, event: string) => logged.push(event),
    warn: (_: object, e: string) => logged.push(e),
  };
  made.news = new PatientNews({ db: db as never, log, nowMs: () => made.nowMs }, 1e9);
  made.news.listen((news: News) => made.heard.push(news === null ? null : news.map(({ id }) => id)));
  return made;
}

it("tells each change once, and at first only what is young", async () => {
  const made = world();
  made.rows = [row(1, "a", 50), row(2, "b", 3)];
  await made.news.poll();
  expect(made.heard).toEqual([[2]]);
  expect(made.news.recent().map(({ id }) => id)).toEqual([2]);
  made.nowMs = 1000;
  await made.news.poll();
  expect(made.heard).toEqual([[2]]);
  made.rows = [row(1, "a2", 0), row(2, "b", 4)];
  await made.news.poll();
  expect(made.heard).toEqual([[2], [1]]);
});

it("hears of a transaction that becomes visible late", async () => {
  const made = world();
  made.rows = [row(2, "12:00:05", 1)];
  await made.news.poll();
  made.nowMs = 20_000;
  made.rows = [row(1, "12:00:01", 25), row(2, "12:00:05", 21)];
  await made.news.poll();
  expect(made.heard).toEqual([[2], [1]]);
});

it("says once that the database is away, and afterwards that anything may have changed", async () => {
  const made = world();
  await made.news.poll();
  made.isAway = true;
  for (let k = 1; k <= 50; k++) {
    made.nowMs = k * 1000;
    await made.news.poll();
  }
  expect(made.heard).toEqual([]);
  made.isAway = false;
  await made.news.poll();
  expect(made.heard).toEqual([null]);
  expect(made.logged).toEqual(["news.unread", "news.again"]);
});

it("asks once a turn, also when the only listener leaves and comes back while it asks", async () => {
  vi.useFakeTimers();
  try {
    let asked = 0;
    let answer: () => void = () => undefined;
    const execute = () => {
      asked++;
      return new Promise<{ rows: Row[] }>((resolve) => {
        answer = () => resolve({ rows: [] });
      });
    };
    const log = { info: () => undefined, warn: () => undefined };
    const news = new PatientNews({ db: { execute } as never, log }, 1000);
    const listen = () => news.listen(() => undefined);
    const leave = listen();
    await vi.advanceTimersByTimeAsync(0);
    leave();
    listen();
    answer();
    await vi.advanceTimersByTimeAsync(0);
    answer();
    const before = asked;
    for (let turn = 0; turn < 5; turn++) {
      await vi.advanceTimersByTimeAsync(1000);
      answer();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(asked - before).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});
