import { expect, it, vi } from "vitest";
import { note, onServer, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

it("brings a deleted session back with its annotations, as it was shown, and deletes it again", async () => {
  const server = new TestServer();
  const other = server.createGroup("Night", 2);
  const { store, settle, texts } = page(server);
  await settle();
  store.setCurrent(other);
  store.create(note("A"), other);
  await settle();
  const step = await store.deleteSessions([other]);
  await settle();
  expect(store.state.sessions.map(({ name }) => name)).toEqual(["Default Session"]);
  expect([texts(), store.state.current]).toEqual([[], 1]);
  expect(store.state.undo).toBe("Undo: delete session “Night”");
  expect(store.takeBack(step)).toBe("done");
  // Nothing else is taken back before the server has answered.
  expect(store.takeBack(step)).toBe("busy");
  await settle();
  expect([texts(), store.state.current]).toEqual([["A"], other]);
  expect(store.takeBack(step)).toBe("gone");
  expect(store.state.redo).toBe("Redo: delete session “Night”");
  expect(store.redo()).toBe(true);
  await settle();
  expect(texts()).toEqual([]);
  store.undo();
  await settle();
  // What was done before the deletion can be taken back after it.
  expect(store.undo()).toBe(true);
  await settle();
  expect([texts(), onServer(server)]).toEqual([[], []]);
});

it("says why a session does not come back, and keeps the step", async () => {
  const server = new TestServer();
  const other = server.createGroup("Night", 2);
  const tell = vi.fn();
  const { store, settle } = page(server, 1, { tell });
  await settle();
  await store.deleteSessions([other]);
  server.createGroup("Night", 2);
  await settle();
  store.undo();
  await settle();
  expect(tell).toHaveBeenCalledExactlyOnceWith("Error: group_name_taken");
  expect(store.state.undo).toBe("Undo: delete session “Night”");
});

/** A page whose calls about sessions wait until they are let go. */
function heldPage(server: TestServer) {
  let go: () => void = () => undefined;
  const held = async (work: () => void) => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    work();
  };
  const opened = page(server, 1, {
    deleteGroups: (ids) => held(() => server.deleteGroups(ids, 1)),
    restoreGroup: (id) => held(() => server.restoreGroup(id, 1)),
  });
  return {
    ...opened,
    async letGo() {
      go();
      await opened.settle();
    },
  };
}

it("takes back what it was asked to, whatever is done while the server is asked", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const { store, settle, texts, letGo } = heldPage(server);
  await settle();
  const deleted = store.deleteSessions([night]);
  await letGo();
  await deleted;
  store.undo();
  const made = store.create(note("X"), 1);
  await letGo();
  expect(store.state.sessions.map(({ name }) => name)).toEqual(["Default Session", "Night"]);
  expect([store.state.undo, store.state.redo]).toEqual(["Undo: add annotation", null]);
  store.undo();
  await settle();
  expect([texts(), store.table.get(made)]).toEqual([[], null]);
});

it("keeps the Undo of a deletion that was done again while something was marked", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const { store, settle, letGo } = heldPage(server);
  await settle();
  const deleted = store.deleteSessions([night]);
  await letGo();
  await deleted;
  store.undo();
  await letGo();
  store.redo();
  store.create(note("X"), 1);
  await letGo();
  expect(store.state.sessions.map(({ name }) => name)).toEqual(["Default Session"]);
  expect(store.state.undo).toBe("Undo: delete session “Night”");
  store.undo();
  await letGo();
  expect(store.state.sessions.map(({ name }) => name)).toEqual(["Default Session", "Night"]);
});

it("shows an annotation again whose change met the deletion of its session", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  await other.store.setLoaded(night, true);
  const made = other.store.create(note("A"), night);
  await other.settle();
  other.link.isDown = true;
  other.store.modify(made, note("B"));
  const step = await one.store.deleteSessions([night]);
  other.link.isDown = false;
  other.store.tryAgain();
  await other.settle();
  expect(other.store.state.refused.map(({ code, mine }) => [code, mine?.annotation_text])).toEqual([
    ["annotation_changed", "B"],
  ]);
  expect(one.store.takeBack(step)).toBe("done");
  await one.settle();
  await other.settle();
  // As it was drawn before; what was not saved is offered again.
  expect([other.texts(), other.store.state.sessions[1]]).toEqual([
    ["A"],
    expect.objectContaining({ name: "Night", count: 1, loaded: "all" }),
  ]);
});

it("is for others what it was: drawn, counted, and written to", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const tell = vi.fn();
  const [one, other, third] = [page(server, 1), page(server, 2, { tell }), page(server, 2)];
  for (const each of [one, other, third]) await each.settle();
  other.store.setCurrent(night);
  for (const text of ["A", "B"]) other.store.create(note(text), night);
  await other.settle();
  await third.settle();
  const step = await one.store.deleteSessions([night]);
  for (const each of [one, other, third]) await each.settle();
  expect([other.texts(), other.store.state.current]).toEqual([[], 1]);
  expect(tell).toHaveBeenCalledExactlyOnceWith(
    "“Night” was deleted by somebody else. New annotations go to “Default Session” now.",
  );
  one.store.takeBack(step);
  for (const each of [one, other, third]) await each.settle();
  expect([other.texts(), other.store.state.current]).toEqual([["A", "B"], night]);
  expect(third.store.state.sessions[1]).toMatchObject({ count: 2, loaded: "none" });
});

it("asks before it deletes again what others have worked on", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  await other.store.setLoaded(night, true);
  const made = other.store.create(note("A"), night);
  await other.settle();
  await one.settle();
  const step = await one.store.deleteSessions([night]);
  await one.settle();
  one.store.takeBack(step);
  await one.settle();
  await other.settle();
  other.store.modify(made, note("B"));
  await other.settle();
  await one.settle();
  expect(one.store.redo()).toBe(false);
  expect(one.store.redo(true)).toBe(true);
  await one.settle();
  expect(one.store.state.sessions.map(({ name }) => name)).toEqual(["Default Session"]);
});

it("has done what was done, when the answer is lost", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 2);
  const { store, settle, link } = page(server, 1, {
    deleteGroups: async (ids) => {
      server.deleteGroups(ids, 1);
      link.isDown = true;
      throw new Error("away");
    },
  });
  await settle();
  // Whether it was done is not known as long as the log cannot be read; asked once more, it is.
  await expect(store.deleteSessions([night])).rejects.toThrow("away");
  link.isDown = false;
  store.tryAgain();
  await settle();
  expect(await store.deleteSessions([night])).toBeGreaterThan(0);
  expect(store.state.undo).toBe("Undo: delete session “Night”");
  store.undo();
  await settle();
  expect(store.state.sessions.map(({ name }) => name)).toEqual(["Default Session", "Night"]);
});
