import { expect, it } from "vitest";
import { note, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

/** Two readers of one recording; the other one may change what anybody said. */
async function readers() {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  const settle = async () => {
    await one.settle();
    await other.settle();
  };
  await settle();
  const refs = () => {
    const { table } = one.store;
    return Array.from(table.inOrder()).map((row) => table.refOf(row));
  };
  return { one, other, settle, refs };
}

it("writes over the reader's own, and over nobody else's, also for who may change those of others", async () => {
  const { one, other, settle } = await readers();
  const made = one.store.create(note("SD D2"), one.store.state.current as number);
  await settle();
  const theirs = other.store.table.refOf(other.store.table.inOrder()[0]);
  expect([other.store.mayChange(theirs), other.store.pointing?.isOwn(theirs)]).toEqual([true, false]);
  expect(one.store.pointing?.sayAll([{ said: [made], content: note("No SD D2") }])).toBe(true);
  expect(one.texts()).toEqual(["No SD D2"]);
  await settle();
  expect(other.store.pointing?.sayAll([{ said: [theirs], content: note("SD D2") }])).toBe(true);
  expect(other.texts().toSorted()).toEqual(["No SD D2", "SD D2"]);
});

it("replaces what the reader said before by what they say now, where somebody has answered since", async () => {
  const { one, other, settle, refs } = await readers();
  const mine = one.store.create(note("SD D2"), one.store.state.current as number);
  await settle();
  other.store.create(note("No SD D2"), other.store.state.current as number);
  await settle();
  const theirs = refs().filter((ref) => one.store.pointing?.isOwn(ref) === false);
  expect(theirs).toHaveLength(1);
  one.store.pointing?.sayAll([{ said: [...theirs, mine], content: note("Not D2 either") }]);
  expect(one.texts().toSorted()).toEqual(["No SD D2", "Not D2 either"]);
  await settle();
  expect(other.texts().toSorted()).toEqual(["No SD D2", "Not D2 either"]);
  // One step brings back what was said before.
  one.store.undo();
  await settle();
  expect(other.texts().toSorted()).toEqual(["No SD D2", "SD D2"]);
});

it("makes and writes over many as one step of Undo", async () => {
  const { one, settle } = await readers();
  const { store } = one;
  const made = ["a", "b", "c"].map((text) => store.create(note(text), store.state.current as number));
  await settle();
  store.pointing?.sayAll([
    ...made.map((ref) => ({ said: [ref], content: note("again") })),
    { said: [], content: note("new") },
  ]);
  await settle();
  expect(one.texts().toSorted()).toEqual(["again", "again", "again", "new"]);
  expect(store.state.undo).toBe("Undo: change 4 annotations");
  store.undo();
  await settle();
  expect(one.texts().toSorted()).toEqual(["a", "b", "c"]);
  store.redo();
  await settle();
  expect(one.texts().toSorted()).toEqual(["again", "again", "again", "new"]);
});
