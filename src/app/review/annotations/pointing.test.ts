import { expect, it } from "vitest";
import { note, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

it("writes over the reader's own, and over nobody else's, also for who may change those of others", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("SD D2"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  const theirs = other.store.table.refOf(other.store.table.inOrder()[0]);
  expect(other.store.mayChange(theirs)).toBe(true);
  expect(other.store.pointing?.rewriteAll([{ ref: theirs, content: note("No SD D2") }])).toBe(false);
  expect(other.texts()).toEqual(["SD D2"]);
  expect(one.store.pointing?.rewriteAll([{ ref: made, content: note("No SD D2") }])).toBe(true);
  expect(one.texts()).toEqual(["No SD D2"]);
});
