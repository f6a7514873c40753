import { expect, it } from "vitest";
import type { CoverageRow, PersonCoverage } from "../../../protocol/coverage.ts";
import { createCoverageStore, lookMs, sendMs } from "./coverage-store.ts";
import { readRows } from "./kept-coverage.ts";

const file = { startMs: 1_000_000, endMs: 1_100_000 };
const view = (from: number, to: number) => ({ startMs: file.startMs + from * 1000, endMs: file.startMs + to * 1000 });
const mine = { show: "mine", page: 0 } as const;

function world(
  people: PersonCoverage[] | null = [],
  kept: CoverageRow[] = [],
  send?: () => Promise<"done" | "refused" | "away">,
) {
  const sent: CoverageRow[][] = [];
  const timers: [number, () => void][] = [];
  const all = { now: 0, answer: "done" as "done" | "refused" | "away", stored: kept as readonly CoverageRow[] };
  const store = createCoverageStore({
    fileOf: () => file,
    read: async () => people ?? Promise.reject(new Error("away")),
    async send(rows) {
      sent.push(rows);
      return send === undefined ? all.answer : send();
    },
    kept: {
      read: () => all.stored,
      write(rows) {
        all.stored = rows;
      },
    },
    now: () => all.now,
    every(ms, work) {
      timers.push([ms, work]);
      return () => {};
    },
  });
  const run = async (period: number) => {
    for (const [ms, work] of timers) if (ms === period) work();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { all, sent, store, run };
}

it("sends what was seen once, and keeps it while the server is away", async () => {
  const { all, sent, store, run } = world();
  const window = {};
  store.frame(window, view(0, 10), []);
  all.now = 1500;
  await run(lookMs);
  await run(lookMs);
  all.answer = "away";
  await run(sendMs);
  expect(sent).toEqual([[{ page: 15, depth: "reviewed", spans: [0, 10] }]]);
  expect(all.stored).toEqual(sent[0]);
  all.answer = "done";
  await run(sendMs);
  await run(sendMs);
  expect(sent).toHaveLength(2);
  expect(all.stored).toEqual([]);
  expect(store.share(mine)).toBe(0.1);
  expect(store.next(mine, file.startMs)).toBe(file.startMs + 10_000);
});

it("keeps what is on its way until there is an answer", async () => {
  let answer: (how: "done") => void = () => undefined;
  const { all, sent, store, run } = world(
    [{ full_name: "", is_own: true, at: 5, seen: [] }],
    [],
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await store.readAgain();
  const window = {};
  store.frame(window, view(0, 10), []);
  all.now = 1500;
  await run(lookMs);
  void run(sendMs);
  store.frame(window, view(20, 30), []);
  all.now = 3000;
  await run(lookMs);
  expect(all.stored).toEqual([{ page: 15, depth: "reviewed", spans: [0, 10, 20, 30] }]);
  answer("done");
  await new Promise((resolve) => setTimeout(resolve));
  void run(sendMs);
  answer("done");
  await new Promise((resolve) => setTimeout(resolve));
  expect([all.stored, sent.length]).toEqual([[], 2]);
});

it("says when one looked last, and not today", async () => {
  const seen = [{ page: 15 as const, depth: "reviewed" as const, spans: [0, 10] }];
  const { store } = world([{ full_name: "", is_own: true, at: 5, seen }]);
  await store.readAgain();
  expect(store.who(mine, file.startMs)).toEqual([{ name: null, page: 15, depth: "reviewed", at: 5 }]);
});

it("drops what is refused, sends what an earlier page left, and counts nothing while hidden", async () => {
  const { all, sent, store, run } = world([], [{ page: 30, depth: "reviewed", spans: [50, 60] }]);
  all.answer = "refused";
  await run(sendMs);
  expect(sent).toEqual([[{ page: 30, depth: "reviewed", spans: [50, 60] }]]);
  expect(all.stored).toEqual([]);
  const window = {};
  store.hide(false);
  store.frame(window, view(0, 10), []);
  all.now = 60_000;
  await run(lookMs);
  expect(store.seconds(mine, "reviewed")).toEqual([50, 60]);
  store.show();
  all.now = 61_000;
  store.gone(window);
  expect(store.seconds(mine, "reviewed")).toEqual([0, 10, 50, 60]);
});

it("knows others, by page length, and says when nothing is known", async () => {
  const { store } = world([
    { full_name: "Ann Lee", is_own: false, at: 5, seen: [{ page: 60, depth: "reviewed", spans: [20, 30] }] },
  ]);
  expect(store.state.phase).toBe("reading");
  await store.readAgain();
  expect(store.state.phase).toBe("ready");
  expect(store.seconds(mine, "reviewed")).toEqual([]);
  expect(store.seconds({ show: "everyone", page: 0 }, "reviewed")).toEqual([20, 30]);
  expect(store.seconds({ show: "everyone", page: 30 }, "reviewed")).toEqual([]);
  expect(store.who({ show: "everyone", page: 0 }, file.startMs + 25_000)).toEqual([
    { name: "Ann Lee", page: 60, depth: "reviewed", at: 5 },
  ]);
  const failing = world(null).store;
  await failing.readAgain();
  expect(failing.state.phase).toBe("failed");
});

it("takes nothing from a storage that somebody wrote into", () => {
  expect(readRows("nonsense")).toEqual([]);
  expect(readRows('[null,{"page":7},{"page":15,"depth":"reviewed","spans":[3,1]}]')).toEqual([]);
});
