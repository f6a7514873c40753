import { expect, it } from "vitest";
import { makeMarkers } from "./markers.ts";
import { note, onServer, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

it("undoes and redoes creation, change and deletion, and asks where somebody has changed since", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const group = one.store.state.current as number;
  const { store, settle, texts } = one;
  const made = store.create(note("A"), group);
  store.modify(made, note("B"));
  await settle();
  expect(store.state.undo).toBe("Undo: change annotation");
  store.undo();
  expect(texts()).toEqual(["A"]);
  store.redo();
  store.remove([made]);
  store.undo();
  expect(texts()).toEqual(["B"]);
  store.undo();
  store.undo();
  expect(texts()).toEqual([]);
  await settle();
  expect([onServer(server), store.state.undo, store.state.redo]).toEqual([[], null, "Redo: add annotation"]);
  store.redo();
  await settle();
  await other.settle();
  expect(onServer(server)).toEqual(["A"]);
  other.store.modify(other.store.table.refOf(other.store.table.inOrder()[0]), note("C"));
  await other.settle();
  await settle();
  expect(store.undo()).toBe(false);
  expect(texts()).toEqual(["C"]);
  expect(store.undo(true)).toBe(true);
  await settle();
  expect(onServer(server)).toEqual([]);
  expect(store.state.refused).toEqual([]);
});

it("undoes and redoes by keys that come faster than screens are told of steps", async () => {
  const { store, settle, texts } = page(new TestServer());
  await settle();
  const keys = makeMarkers({ store, mayCreate: () => true, active: () => null, tell: () => {} });
  const press = (which: "undo" | "redo") => keys[which]()?.();
  expect(keys.undo()).toBeNull();
  store.create(note("A"), store.state.current as number);
  press("undo");
  expect([texts(), keys.undo()]).toEqual([[], null]);
  press("redo");
  press("undo");
  press("redo");
  expect([texts(), keys.redo()]).toEqual([["A"], null]);
  expect(store.state.undo).toBeNull();
  await settle();
  expect(store.state.undo).toBe("Undo: add annotation");
});

it("takes back what was marked and then written of it in one step, and does both again", async () => {
  const server = new TestServer();
  const { store, settle, texts } = page(server, 1);
  await settle();
  store.pointing?.make(0, 1000, "eeg_montage");
  const [made, step] = [store.state.opened as number, store.state.newStep];
  // Its id is known by the time it is written of.
  await settle();
  store.finish(made, note("Spike"), store.state.current as number, step);
  await settle();
  expect([texts(), onServer(server), store.state.undo]).toEqual([["Spike"], ["Spike"], "Undo: add annotation"]);
  expect(store.undo()).toBe(true);
  await settle();
  expect([texts(), onServer(server), store.state.undo]).toEqual([[], [], null]);
  expect(store.redo()).toBe(true);
  await settle();
  expect([texts(), onServer(server)]).toEqual([["Spike"], ["Spike"]]);
  // Opened again it is there: what is written then is a step of its own.
  store.open(made);
  store.finish(made, note("Wave"), store.state.current as number, store.state.newStep);
  await settle();
  expect([texts(), store.state.undo]).toEqual([["Wave"], "Undo: change annotation"]);
});

it("brings back what somebody else has deleted since, for who says so", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  one.store.modify(made, note("B"));
  await one.settle();
  await other.settle();
  other.store.remove([...other.store.table.inOrder()].map((row) => other.store.table.refOf(row)));
  await other.settle();
  await one.settle();
  expect(one.store.undo()).toBe(false);
  expect(one.store.undo(true)).toBe(true);
  await one.settle();
  await other.settle();
  expect([one.store.state.refused, onServer(server), other.texts()]).toEqual([[], ["A"], ["A"]]);
  // Deleted by both in turn, the last time by the other one.
  const [ref] = [...one.store.table.inOrder()].map((row) => one.store.table.refOf(row));
  one.store.remove([ref]);
  await one.settle();
  await other.settle();
  other.store.undo(true);
  await other.settle();
  other.store.redo(true);
  await other.settle();
  await one.settle();
  expect([one.texts(), onServer(server)]).toEqual([[], []]);
  one.store.undo(true);
  await one.settle();
  expect([one.store.state.refused, onServer(server)]).toEqual([[], ["A"]]);
});

it("takes back one act of many, and none that was changed since", async () => {
  const server = new TestServer();
  const { store, settle, texts } = page(server);
  await settle();
  const group = store.state.current as number;
  const [a, b] = [store.create(note("A"), group), store.create(note("B"), group)];
  await settle();
  const [first, second] = [store.remove([a]), store.remove([b])];
  // Both acts are called the same: each toast takes back its own.
  expect(store.takeBack(first)).toBe("done");
  expect(texts()).toEqual(["A"]);
  expect(store.takeBack(first)).toBe("changed");
  expect(store.takeBack(second)).toBe("done");
  await settle();
  expect(texts()).toEqual(["A", "B"]);
  // In the order of what was done: B comes back last, so it goes first.
  store.undo();
  expect(texts()).toEqual(["A"]);
  store.undo();
  expect(texts()).toEqual([]);
  store.undo();
  expect(texts()).toEqual(["B"]);
  await settle();
  expect(onServer(server)).toEqual(["B"]);
});

it("makes many in parts as one step, which is taken back whole, also after other changes", async () => {
  const server = new TestServer();
  const { id } = server.open().groups[0];
  const ann = page(server);
  await ann.settle();
  await ann.store.setLoaded(id, true);
  const step = ann.store.createAll([note("a"), note("b", 2000)], id, 0);
  expect(ann.store.createAll([note("c", 3000)], id, step)).toBe(step);
  await ann.settle();
  expect(ann.texts()).toEqual(["a", "b", "c"]);
  expect(ann.store.state.undo).toBe("Undo: add 3 annotations");
  ann.store.create(note("d", 4000), id);
  await ann.settle();
  expect(ann.store.takeBack(step)).toBe("done");
  await ann.settle();
  expect(ann.texts()).toEqual(["d"]);
  const again = ann.store.createAll([note("e", 5000)], id, 0);
  ann.store.undo();
  // What was taken back is not gone on with.
  expect(ann.store.createAll([note("f", 6000)], id, again)).toBe(0);
  await ann.settle();
  expect(ann.texts()).toEqual(["d"]);
});
