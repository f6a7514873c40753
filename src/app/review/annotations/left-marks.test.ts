import { expect, it } from "vitest";
import { makeKeeper, note, onServer, page } from "./test-page.ts";
import { people, TestServer } from "./test-server.ts";

it.each([
  ["the answer comes before the log", false],
  ["the log comes before the answer", true],
])("shows what an earlier page made and could not send, as it was left, and once it is sent as any other: %s", async (_, isLogFirst) => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const first = page(server, 1, { keeper });
  await first.settle();
  const group = first.store.state.current as number;
  first.link.isDown = true;
  const made = first.store.create(note("A"), group);
  first.store.modify(made, note("A1"));
  first.store.remove([first.store.create(note("gone"), group)]);
  await first.settle();
  void first.store.close();
  let mayWrite = false;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const again = page(server, 1, {
    keeper,
    send: async (client, changes) => {
      if (!mayWrite) throw new Error("No permission.");
      const outcomes = server.send(client, 1, changes);
      if (isLogFirst) await held;
      return outcomes;
    },
  });
  await again.settle();
  expect([again.texts(), again.store.state.unsent, onServer(server)]).toEqual([["A1"], 4, []]);
  const shown = again.store.table.refOf(again.store.table.inOrder()[0]);
  expect([shown < 0, again.store.mayChange(shown), again.store.table.get(shown)?.person]).toEqual([
    true,
    false,
    people[0],
  ]);
  // Beside what this page makes itself, and whatever is read anew.
  again.store.create(note("B"), group);
  await again.store.fetchSession(group);
  await again.settle();
  expect(again.texts().sort()).toEqual(["A1", "B"]);
  mayWrite = true;
  again.store.tryAgain();
  await again.settle();
  answer();
  await again.settle();
  expect([again.texts().sort(), onServer(server), again.store.state.unsent]).toEqual([["A1", "B"], ["A1", "B"], 0]);
  const sent = again.store.table.refOf(again.store.table.inOrder()[0]);
  expect([sent > 0, again.store.mayChange(sent), keeper.changes.size]).toEqual([true, true, 0]);
});
