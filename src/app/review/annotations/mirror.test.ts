import { expect, it } from "vitest";
import type { StoreDeps } from "./store-deps.ts";
import { note, onServer, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

/** A reader's page with three marks, whose log or columns can be made to fail. */
async function marked() {
  const server = new TestServer();
  const fails = { log: false, columns: false, open: false };
  const away = () => Promise.reject(new Error("The server is away."));
  const deps: Partial<StoreDeps> = {
    changesAfter: async (sequence) => {
      if (!fails.log) return server.changesAfter(sequence);
      fails.log = false;
      return null;
    },
    columns: async (group, after) => (fails.columns ? away() : server.columns(group, after)),
    open: async () => (fails.open ? away() : server.open()),
    sentenceOf: (error) => (error as Error).message,
  };
  const reader = page(server, 1, deps);
  await reader.settle();
  const group = reader.store.state.current as number;
  for (const text of ["A", "B", "C"]) reader.store.create(note(text), group);
  await reader.settle();
  return { server, fails, group, ...reader };
}

it("keeps what is here, and says that it may be out of date, while it cannot be read again", async () => {
  const { server, fails, store, settle, texts } = await marked();
  const other = page(server, 2);
  await other.settle();
  fails.open = true;
  fails.columns = true;
  fails.log = true;
  other.store.create(note("D"), other.store.state.current as number);
  await other.settle();
  await settle();
  expect(texts()).toEqual(["A", "B", "C"]);
  expect(store.state.sessions[0]).toMatchObject({ isStale: true, fetched: "yes", problem: "The server is away." });
  fails.open = false;
  await settle();
  expect(texts()).toEqual(["A", "B", "C"]);
  expect(store.state.sessions[0]).toMatchObject({ isStale: true, problem: "The server is away.", loaded: "all" });
  fails.columns = false;
  await settle();
  expect(texts()).toEqual(["A", "B", "C", "D"]);
  expect(store.state.sessions[0]).toMatchObject({ isStale: false, problem: null, count: 4, loaded: "all" });
});

it("takes out what was deleted while the log could not say so, and keeps what this page has changed", async () => {
  const { server, fails, store, settle, texts } = await marked();
  const [a, b] = [...store.table.inOrder()].map((row) => store.table.refOf(row));
  server.send("x".repeat(32), 2, [
    { number: 1, act: { act: "delete", target: { id: a }, revision: store.table.get(a)?.revision ?? null } },
  ]);
  fails.log = true;
  store.modify(b, note("B changed"));
  expect(texts().sort()).toEqual(["A", "B changed", "C"]);
  await settle();
  expect(texts().sort()).toEqual(["B changed", "C"]);
  expect([onServer(server), store.state.sessions[0].isStale]).toEqual([["B changed", "C"], false]);
});

it.each([
  ["together", 10, (counts: number[]) => counts.every((count) => count === 0)],
  ["as they come", 400, (counts: number[]) => new Set(counts).size > 3],
])("enters parts of a session %s that follow one another in %i ms", async (_, stepMs, isRight) => {
  const server = new TestServer();
  const first = page(server, 1);
  await first.settle();
  const notes = Array.from({ length: 30 }, (_, k) => note(`mark ${k}`, 1000 * k));
  first.store.createAll(notes, first.store.state.current as number, 0);
  await first.settle();
  let nowMs = 1e12;
  const counts: number[] = [];
  const second = page(server, 2, {
    nowMs: () => nowMs,
    columns: async (of, after) => {
      counts.push(second.texts().length);
      nowMs += stepMs;
      return server.columns(of, after);
    },
  });
  await second.settle();
  expect([counts.length > 4, isRight(counts)]).toEqual([true, true]);
  expect(second.texts()).toEqual(notes.map(({ annotation_text }) => annotation_text));
});

it("keeps what this page has written to a session that could not be fetched whole", async () => {
  const server = new TestServer();
  const first = page(server, 1);
  await first.settle();
  const group = first.store.state.current as number;
  const notes = Array.from({ length: 30 }, (_, k) => note(`mark ${k}`, 1000 * k));
  first.store.createAll(notes, group, 0);
  await first.settle();
  let fails = true;
  const second = page(server, 1, {
    columns: async (of, after) => {
      if (fails && after > 0) throw new Error("The server is away.");
      return server.columns(of, after);
    },
    sentenceOf: (error) => (error as Error).message,
  });
  await second.settle();
  second.store.create(note("own", 1e6), group);
  await second.settle();
  expect(second.texts()).toEqual(["mark 0", "mark 1", "own"]);
  expect(second.store.state.sessions[0]).toMatchObject({ fetched: "failed", problem: "The server is away." });
  fails = false;
  second.store.tryAgain();
  await second.settle();
  expect(second.texts()).toEqual([...notes.map(({ annotation_text }) => annotation_text), "own"]);
  expect(second.store.state.sessions[0]).toMatchObject({ fetched: "yes", problem: null, count: 31, loaded: "all" });
});

it("tells once that the sessions, or the one a review opens with, could not be loaded", async () => {
  const { server, fails } = await marked();
  const told: string[] = [];
  const away = () => Promise.reject(new Error("The server is away."));
  fails.open = true;
  fails.columns = true;
  const reader = page(server, 2, {
    open: async () => (fails.open ? away() : server.open()),
    columns: async (group, after) => (fails.columns ? away() : server.columns(group, after)),
    sentenceOf: (error) => (error as Error).message,
    tell: (sentence) => void told.push(sentence),
  });
  await reader.settle();
  expect([reader.store.state.phase, told]).toEqual([
    "failed",
    ["The annotations could not be loaded. The server is away."],
  ]);
  fails.open = false;
  await reader.settle();
  expect([reader.store.state.phase, reader.texts(), told]).toEqual(["ready", [], Array(2).fill(told[0])]);
  // Who asks is told by the answer: what screens read follows a frame later.
  expect(await reader.store.setLoaded(reader.store.state.sessions[0].id, true)).toBe("The server is away.");
  fails.columns = false;
  reader.store.tryAgain();
  await reader.settle();
  expect([reader.texts(), told.length]).toEqual([["A", "B", "C"], 2]);
});
