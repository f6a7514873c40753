import { expect, it } from "vitest";
import { note, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

type Page = ReturnType<typeof page>;
const counts = ({ store }: Page) => store.state.sessions.map(({ name, count }) => `${name} ${count}`);

it("counts what is moved into a session that is not loaded, and out of it, whoever moves it", async () => {
  const server = new TestServer();
  const [night, day] = [server.createGroup("Night", 1), server.createGroup("Day", 1)];
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const { store } = one;
  const refs = ["A", "B", "C"].map((text) => store.create(note(text), store.state.current as number));
  store.modify(refs[0], note("A"), night);
  await one.settle();
  await other.settle();
  expect([counts(one), counts(other)]).toEqual([
    ["Day 0", "Default Session 2", "Night 1"],
    ["Day 0", "Default Session 2", "Night 1"],
  ]);
  // From one that the other one has not loaded to another, and there and back before the server has answered.
  await store.setLoaded(night, true);
  store.modify(refs[0], note("A"), day);
  store.modify(refs[1], note("B"), day);
  store.modify(refs[1], note("B"), night);
  store.modify(refs[0], note("A2"), day);
  await one.settle();
  await other.settle();
  expect([counts(one), counts(other)]).toEqual([
    ["Day 1", "Default Session 1", "Night 1"],
    ["Day 1", "Default Session 1", "Night 1"],
  ]);
});

it("asks how many a session holds that was deleted before the page opened, and comes back", async () => {
  const server = new TestServer();
  const night = server.createGroup("Night", 1);
  const one = page(server, 1);
  await one.settle();
  one.store.create(note("A"), night);
  await one.settle();
  await one.store.deleteSessions([night]);
  await one.settle();
  const late = page(server, 2);
  await late.settle();
  expect(counts(late)).toEqual(["Default Session 0"]);
  one.store.undo();
  await one.settle();
  await late.settle();
  expect(counts(late)).toEqual(["Default Session 0", "Night 1"]);
  await late.store.setLoaded(night, true);
  expect(late.texts()).toEqual(["A"]);
});
