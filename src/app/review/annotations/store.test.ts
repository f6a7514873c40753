import { subscribe } from "valtio";
import { expect, it } from "vitest";
import type { SendFailure } from "../../unsent/index.ts";
import { makeKeeper, note, onServer, page } from "./test-page.ts";
import { people, TestServer } from "./test-server.ts";
import { fileGroupId } from "./types.ts";

it("makes the first session current, and shows at once what is made", async () => {
  const server = new TestServer();
  const { store, settle, texts } = page(server);
  await settle();
  expect(store.state.sessions.map(({ name, count }) => [name, count])).toEqual([["Default Session", 0]]);
  const group = store.state.current as number;
  const made = store.create(note("Spike"), group);
  expect(texts()).toEqual(["Spike"]);
  expect(store.table.get(made)?.person).toEqual(people[0]);
  await settle();
  expect(store.state.unsent).toBe(0);
  expect(onServer(server)).toEqual(["Spike"]);
  // Known by its old ref, too.
  store.modify(made, note("Sharp wave"));
  await settle();
  expect(onServer(server)).toEqual(["Sharp wave"]);
  expect(store.state.sessions[0]).toMatchObject({ count: 1, loaded: "all" });
});

it("sends what was queued while the server was away, once, and says 'Saving...' until then", async () => {
  const server = new TestServer();
  const { store, link, settle } = page(server);
  await settle();
  const group = store.state.current as number;
  link.isDown = true;
  const made = store.create(note("A"), group);
  store.modify(made, note("A1"));
  store.create(note("B"), group);
  store.remove([made]);
  await settle();
  expect([store.state.unsent, store.state.isWaiting]).toEqual([4, true]);
  link.isDown = false;
  link.losesAnswers = true;
  await settle();
  expect(store.state.unsent).toBe(4);
  expect(onServer(server)).toEqual(["B"]);
  link.losesAnswers = false;
  store.tryAgain();
  await settle();
  expect([store.state.unsent, store.state.isWaiting]).toEqual([0, false]);
  expect(onServer(server)).toEqual(["B"]);
  expect(server.log.filter(({ what }) => what === "annotation")).toHaveLength(4);
});

it("tells another reader of every act", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  expect(other.texts()).toEqual(["A"]);
  expect(other.store.table.at(other.store.table.inOrder()[0]).person).toEqual(people[0]);
  one.store.remove([made]);
  await one.settle();
  await other.settle();
  expect(other.texts()).toEqual([]);
});

it("shows theirs where somebody was faster, and can write over it", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  const ref = other.store.table.refOf(other.store.table.inOrder()[0]);
  other.link.isDown = true;
  other.store.modify(ref, note("theirs is older"));
  one.store.modify(made, note("first"));
  await one.settle();
  other.link.isDown = false;
  await other.settle();
  expect(other.texts()).toEqual(["first"]);
  const [refused] = other.store.state.refused;
  expect(refused).toMatchObject({
    code: "annotation_changed",
    hasTheirs: true,
    mine: { annotation_text: "theirs is older" },
  });
  other.store.dismiss(refused.number, true);
  await other.settle();
  await one.settle();
  expect([one.texts(), other.texts(), other.store.state.refused]).toEqual([
    ["theirs is older"],
    ["theirs is older"],
    [],
  ]);
});

it("hears of a change by others that overtook the answer to its own", async () => {
  const server = new TestServer();
  const [one, other] = [page(server, 1), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  one.link.losesAnswers = true;
  one.store.modify(made, note("A1"));
  for (let k = 0; k < 5; k++) await new Promise((resolve) => setImmediate(resolve));
  await other.settle();
  other.store.modify(other.store.table.refOf(other.store.table.inOrder()[0]), note("A2"));
  await other.settle();
  one.link.losesAnswers = false;
  await one.settle();
  expect([one.texts(), other.texts()]).toEqual([["A2"], ["A2"]]);
});

it("reads the log again from where a part of a session was kept", async () => {
  const server = new TestServer();
  const first = page(server);
  await first.settle();
  const made = first.store.create(note("A"), first.store.state.current as number);
  await first.settle();
  first.store.modify(made, note("B"));
  await first.settle();
  // The server still has the part from before there was any.
  const again = page(server, 2);
  await again.settle();
  expect(again.texts()).toEqual(["B"]);
  expect(again.store.state.sessions[0]).toMatchObject({ count: 1, loaded: "all" });
});

it("says that a session is here once what was done since its part was kept is done here too", async () => {
  const server = new TestServer();
  const first = page(server);
  await first.settle();
  first.store.create(note("A"), first.store.state.current as number);
  await first.settle();
  // The server still has the part from before there was any, and its log takes longer.
  const later = () => new Promise<void>((resolve) => setImmediate(resolve));
  const changesAfter = (after: number) => later().then(() => server.changesAfter(after));
  const again = page(server, 2, { changesAfter });
  const whileHere = new Set<string>();
  const look = () => again.store.state.sessions[0]?.fetched === "yes" && whileHere.add(again.texts().join());
  subscribe(again.store.state, look, true);
  await again.settle();
  expect([...whileHere]).toEqual(["A"]);
});

it("gives nothing up for a call that is refused as a whole, and sends less where it was too much", async () => {
  const server = new TestServer();
  const away: SendFailure = { kind: "away", sentence: "You may not annotate." };
  const refusal: { how: SendFailure | null; most: number } = { how: away, most: 500 };
  const keeper = makeKeeper();
  const sent: number[] = [];
  const { store, settle } = page(server, 1, {
    keeper,
    send: async (client, changes) => {
      sent.push(changes.length);
      if (refusal.how !== null || changes.length > refusal.most) throw new Error("refused");
      return server.send(client, 1, changes);
    },
    failureOf: () => refusal.how ?? { kind: "refused", code: "413", sentence: "Too large." },
  });
  await settle();
  const group = store.state.current as number;
  for (let k = 0; k < 9; k++) store.create(note(`n${k}`), group);
  await settle();
  // A permission that was away for a while.
  expect([store.state.unsent, keeper.changes.size, store.state.refused]).toEqual([9, 9, []]);
  expect(store.state.waitingFor).toBe("You may not annotate.");
  refusal.how = null;
  refusal.most = 2;
  store.tryAgain();
  await settle();
  expect([onServer(server).length, store.state.unsent, keeper.changes.size]).toEqual([9, 0, 0]);
  expect(sent.at(-1)).toBeLessThanOrEqual(2);
});

it("keeps a refused change until it was read, and offers what was written last", async () => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const [one, other] = [page(server, 1, { keeper }), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  one.link.isDown = true;
  one.store.modify(made, note("first"));
  one.store.modify(made, note("last"));
  other.store.remove([other.store.table.refOf(other.store.table.inOrder()[0])]);
  await other.settle();
  one.link.isDown = false;
  await one.settle();
  expect(one.store.state.refused.map(({ mine, hasTheirs }) => [mine?.annotation_text, hasTheirs])).toEqual([
    ["last", false],
  ]);
  expect([one.texts(), keeper.changes.size]).toEqual([[], 1]);
  one.store.dismiss(one.store.state.refused[0].number, true);
  await one.settle();
  expect([onServer(server), keeper.changes.size, one.store.state.refused]).toEqual([["last"], 0, []]);
});

it("keeps what was typed last of one that is refused, for the page that comes after it", async () => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const [one, other] = [page(server, 1, { keeper }), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  one.link.isDown = true;
  one.store.modify(made, note("first"));
  one.store.modify(made, note("last"));
  other.store.remove([other.store.table.refOf(other.store.table.inOrder()[0])]);
  await other.settle();
  one.link.isDown = false;
  await one.settle();
  void one.store.close();
  const again = page(server, 1, { keeper });
  await again.settle();
  expect(again.store.state.refused.map(({ mine, hasTheirs }) => [mine?.annotation_text, hasTheirs])).toEqual([
    ["last", false],
  ]);
  again.store.dismiss(again.store.state.refused[0].number, true);
  await again.settle();
  expect([onServer(server), keeper.changes.size]).toEqual([["last"], 0]);
});

it("writes what an earlier page could not over what somebody else has made of it, and not beside it", async () => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const [one, other] = [page(server, 1, { keeper }), page(server, 2)];
  await Promise.all([one.settle(), other.settle()]);
  const made = one.store.create(note("A"), one.store.state.current as number);
  const gone = one.store.create(note("B"), one.store.state.current as number);
  await one.settle();
  await other.settle();
  one.link.isDown = true;
  one.store.modify(made, note("mine"));
  one.store.remove([gone]);
  await one.settle();
  void one.store.close();
  for (const row of [...other.store.table.inOrder()]) {
    const ref = other.store.table.refOf(row);
    const text = other.store.table.get(ref)?.annotation_text;
    other.store.modify(ref, note(`theirs of ${text}`));
  }
  await other.settle();
  const again = page(server, 1, { keeper });
  await again.settle();
  expect(again.store.state.refused.map(({ act, hasTheirs }) => [act, hasTheirs])).toEqual([
    ["modify", true],
    ["delete", true],
  ]);
  for (const { number } of [...again.store.state.refused]) again.store.dismiss(number, true);
  await again.settle();
  expect([onServer(server), again.texts(), keeper.changes.size]).toEqual([["mine"], ["mine"], 0]);
});

it("sends what was marked in the moment that the review is left", async () => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const { store, settle } = page(server, 1, { keeper });
  await settle();
  store.create(note("at the door"), store.state.current as number);
  void store.close();
  await settle();
  expect([onServer(server), keeper.changes.size]).toEqual([["at the door"], 0]);
});

it("hears of what was written while it read the log because it was told that something may have been", async () => {
  const server = new TestServer();
  let hear: (sequence: number | null) => void = () => undefined;
  let answer: () => void = () => undefined;
  const { store, settle, texts } = page(server, 1, {
    follow: (listener) => {
      hear = listener;
      return () => undefined;
    },
    async changesAfter(sequence) {
      const found = server.changesAfter(sequence);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return found;
    },
  });
  const settleAnswered = async () => {
    for (let k = 0; k < 5; k++) {
      answer();
      await settle();
    }
  };
  await settleAnswered();
  hear(null);
  await Promise.resolve();
  server.send("other", 2, [
    { number: 1, act: { act: "create", group_id: store.state.current as number, content: note("late") } },
  ]);
  hear(null);
  await settleAnswered();
  expect(texts()).toEqual(["late"]);
});

it("sends what an earlier page of the same person left, and nobody else's", async () => {
  const server = new TestServer();
  const keeper = makeKeeper();
  const first = page(server, 1, { keeper });
  await first.settle();
  first.link.isDown = true;
  first.store.create(note("left behind"), first.store.state.current as number);
  await first.settle();
  void first.store.close();
  const stranger = page(server, 2, { keeper });
  await stranger.settle();
  expect(onServer(server)).toEqual([]);
  const again = page(server, 1, { keeper });
  await again.settle();
  expect([onServer(server), again.texts(), again.store.state.unsent]).toEqual([["left behind"], ["left behind"], 0]);
  expect(keeper.changes.size).toBe(0);
});

it("has the annotations of the file as a session that nobody changes, to be copied from", async () => {
  const server = new TestServer();
  const fileAnnotations = [
    { start_time: 2000, end_time: 3000, text: "Seizure" },
    { start_time: 1000, end_time: 1000, text: "x".repeat(60) },
  ];
  const { store, settle, texts } = page(server, 1, { fileAnnotations });
  await settle();
  expect(store.state.sessions[0]).toMatchObject({ id: fileGroupId, name: "From the file", count: 2, isReadOnly: true });
  expect(texts()).toEqual([`${"x".repeat(54)}…`, "Seizure"]);
  const refs = [...store.table.inOrder()].map((row) => store.table.refOf(row));
  expect(refs.map((ref) => store.mayChange(ref))).toEqual([false, false]);
  store.copy(refs, store.state.current as number);
  await settle();
  expect(onServer(server)).toEqual(["Seizure", `${"x".repeat(54)}…`]);
});

it.each([
  1, 2, 3, 4, 5, 6,
])("ends with the server's state, whatever three pages do over bad links (%i)", async (first) => {
  let seed = first * 7919;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const server = new TestServer();
  const other = server.createGroup("Other", 1);
  const pages = [page(server, 1), page(server, 2), page(server, 1)];
  for (const each of pages) await each.settle();
  await pages[0].store.setLoaded(other, true);
  for (let k = 0; k < 400; k++) {
    const { store, link } = pages[random(3)];
    const rows = store.table.inOrder();
    const ref = rows.length === 0 ? null : store.table.refOf(rows[random(rows.length)]);
    const group = random(3) === 0 ? other : (store.state.current as number);
    const what = random(10);
    if (what < 4 || ref === null) store.create(note(`n${k}`, 1000 + random(50)), group);
    else if (what < 6) store.modify(ref, note(`m${k}`, 1000 + random(50)), random(2) === 0 ? group : undefined);
    else if (what === 6) store.remove([ref]);
    else if (what === 7) store.undo(true);
    else if (what === 8) store.redo(true);
    else {
      link.isDown = random(3) === 0;
      link.losesAnswers = random(3) === 0;
    }
    for (let turns = random(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { link } of pages) {
    link.isDown = false;
    link.losesAnswers = false;
  }
  for (let round = 0; round < 3; round++)
    for (const { store, settle } of pages) {
      store.tryAgain();
      await settle();
    }
  const truth = [...server.rows].flatMap(([id, { content, group, revision }]) =>
    content === null ? [] : [`${id} ${group} ${revision} ${content.annotation_text} ${content.start_time}`],
  );
  expect(truth.length).toBeGreaterThan(20);
  for (const { store } of pages) {
    for (const id of [1, other]) await store.setLoaded(id, true);
    const seen = [...store.table.inOrder()].map((row) => {
      const { ref, group_id, revision, annotation_text, start_time } = store.table.at(row);
      return `${ref} ${group_id} ${revision} ${annotation_text} ${start_time}`;
    });
    expect(seen.sort()).toEqual(truth.toSorted());
    expect(store.state.unsent).toBe(0);
  }
});
