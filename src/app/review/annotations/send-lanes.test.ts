import { afterEach, expect, it, vi } from "vitest";
import { byRecording, takeQueue } from "../../unsent/kept-changes.ts";
import { type LeftDeps, sendLeft } from "../../unsent/send-left.ts";
import { makeKeeper, note, onServer, page } from "./test-page.ts";
import { TestServer } from "./test-server.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A browser: its storage, its queues that somebody has, and what each call to the server held. */
function browser(server: TestServer) {
  const keeper = makeKeeper();
  keeper.all = async (owner) => byRecording([...keeper.changes.values()].filter((one) => one.owner === owner));
  const taken = new Set<string>();
  const calls: string[] = [];
  let sending = 0;
  let mostAtOnce = 0;
  const take = async (client: string) => {
    if (taken.has(client)) return null;
    taken.add(client);
    return () => void taken.delete(client);
  };
  const send: LeftDeps["send"] = async (_owner, _id, client, changes) => {
    mostAtOnce = Math.max(mostAtOnce, ++sending);
    calls.push(...changes.map(({ number }) => `${client} ${number}`));
    await new Promise((resolve) => setImmediate(resolve));
    sending--;
    return server.send(client, 1, changes);
  };
  const left = () => sendLeft("1/1", { keeper, takeQueue: take, send, failureOf: () => ({ kind: "away" }) });
  return { keeper, taken, take, send, left, calls, mostAtOnce: () => mostAtOnce };
}

it("does not send its own changes while something else sends what was written down of them", async () => {
  const server = new TestServer();
  const { keeper, take, send, left, calls, mostAtOnce } = browser(server);
  let mayTake = () => {};
  const asked = new Promise<void>((resolve) => {
    mayTake = resolve;
  });
  const { store, settle } = page(server, 1, {
    keeper,
    takeQueue: (client) => asked.then(() => take(client)),
    send: (client, changes) => send("1/1", 5, client, changes),
  });
  await settle();
  const group = store.state.current as number;
  store.create(note("Spike"), group);
  await settle();
  // It is written down, and the page does not have its queue yet.
  expect([calls, keeper.changes.size]).toEqual([[], 1]);
  const sent = left();
  mayTake();
  await sent;
  await settle();
  expect(onServer(server)).toEqual(["Spike"]);
  expect([keeper.changes.size, store.state.unsent, mostAtOnce()]).toEqual([0, 0, 1]);
  // From now on it has its queue: nothing else sends of it.
  store.create(note("Sharp wave"), group);
  await left();
  await settle();
  expect(onServer(server)).toEqual(["Sharp wave", "Spike"]);
  expect(calls.filter((one) => one.endsWith(" 2"))).toHaveLength(1);
});

it("sends of a queue that an earlier page left what is in it once it has it", async () => {
  const server = new TestServer();
  const { keeper, take } = browser(server);
  const first = page(server, 1, { keeper, takeQueue: take });
  await first.settle();
  first.link.isDown = true;
  const group = first.store.state.current as number;
  first.store.create(note("discarded"), group);
  await first.settle();
  await first.store.close();
  const [left] = [...keeper.changes.values()];
  let isFirst = true;
  const again = page(server, 1, {
    keeper,
    async takeQueue(client) {
      // Between the list and the queue somebody discards what was in it, and the page that had it wrote another.
      if (client === left.client && isFirst) {
        isFirst = false;
        await keeper.forget(client, [left.change.number]);
        const { act } = left.change;
        if (act.act !== "create") throw new Error("It is made.");
        await keeper.keep([{ ...left, change: { number: 9, act: { ...act, content: note("written since") } } }]);
      }
      return take(client);
    },
  });
  await again.settle();
  expect([onServer(server), keeper.changes.size]).toEqual([["written since"], 0]);
});

it("gives a queue to one part of a tab, also where the browser has no locks", async () => {
  vi.stubGlobal("navigator", {}); // newer Nodes have locks
  const release = await takeQueue("a");
  expect(release).not.toBeNull();
  expect(await takeQueue("a")).toBeNull();
  release?.();
  const again = await takeQueue("a");
  expect(again).not.toBeNull();
  again?.();
});

it("sends what was marked before the page had its queue, when it is left", async () => {
  const server = new TestServer();
  const { keeper, taken, take } = browser(server);
  const { store, settle } = page(server, 1, { keeper, takeQueue: take });
  const group = server.open().groups[0].id;
  store.create(note("at once"), group);
  await store.close();
  await settle();
  expect([onServer(server), keeper.changes.size, taken.size]).toEqual([["at once"], 0, 0]);
});
