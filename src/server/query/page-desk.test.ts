import { afterEach, expect, it, vi } from "vitest";
import type { Page } from "../../protocol/page-codec.ts";
import { type PageAcknowledgement, pageLimits } from "../../protocol/pages.ts";
import { PageDesk } from "./page-desk.ts";
import { cancelled, PageRefused } from "./page-refused.ts";
import { socketLimits } from "./socket-limits.ts";
import type { Asker } from "./turns.ts";
import { UserRoom } from "./user-room.ts";

interface Begun {
  id: number;
  asker: Asker;
  finish(): void;
  fail(error: Error): void;
}

/** A page of so many samples; of none it has no block. */
const pageOf = (count: number): Page => ({
  start: 0,
  end: 1,
  blocks: Array.from({ length: Math.sign(count) }, () => ({
    ...{ kind: "samples", data_object_id: 3, modality: "EEG", rows: 1, first: 0, count, segments: [] },
    ...{ sample_type: "int16", missing_code: null, gains: [1], offsets: [0], data: new Int16Array(count) },
  })) as unknown as Page["blocks"],
});

function makeDesk(room = new UserRoom(() => 0)) {
  const begun: Begun[] = [];
  const answers: PageAcknowledgement[] = [];
  const told: number[][] = [];
  const resolved: number[] = [];
  const world = { isCongested: false, isFlooded: false, isThin: false, samples: 0 };
  const desk = new PageDesk({
    service: {
      page: (sent, asker, _, onProgress) =>
        new Promise<Page>((resolve, reject) => {
          if ("isHidden" in (sent as object)) return reject(new PageRefused("unknown_recording", "None."));
          onProgress(() => 0.5, []);
          asker.signal.addEventListener("abort", () => reject(cancelled()));
          const id = (sent as { page_id: number }).page_id;
          begun.push({ id, asker, finish: () => resolve(pageOf(world.samples)), fail: reject });
        }),
    },
    log: { warn: () => undefined, debug: () => undefined },
    lookUp: async () => null,
    room,
    sendProgress: (pages) => told.push(pages.map(({ page_id }) => page_id)),
    isCongested: () => world.isCongested,
    onResolved: (request) => resolved.push(request.page_id),
    onFlood: () => {
      world.isFlooded = true;
    },
  });
  const ask = (page_id: number, rest: object = {}) =>
    desk.ask({ page_id, data_object_id: 3, ...rest }, (answer: PageAcknowledgement) => {
      answers.push(answer);
      world.isCongested = world.isThin;
    });
  return { desk, ask, begun, answers, told, resolved, world, ids: () => begun.map(({ id }) => id) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const codes = (answers: PageAcknowledgement[]) =>
  answers.map((answer) => ("error" in answer ? answer.error.code : "page"));
afterEach(() => {
  vi.useRealTimers();
});

it("tells of requests that were resolved, and of no others", async () => {
  const { ask, begun, resolved, desk } = makeDesk();
  ask(1, { isHidden: true });
  for (let id = 2; id <= 12; id++) ask(id);
  expect(resolved).not.toContain(1);
  expect(resolved).toEqual(begun.map(({ id }) => id));
  desk.close();
  await settle();
});

it("makes eight pages at a time, in the order they were asked for", async () => {
  const { ask, begun, answers, ids, desk } = makeDesk();
  for (let id = 1; id <= 12; id++) ask(id);
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  begun[4].finish();
  begun[0].finish();
  await settle();
  expect(answers.map(({ page_id }) => page_id).sort()).toEqual([1, 5]);
  expect(ids().slice(8)).toEqual([9, 10]);
  desk.close();
});

it("keeps a bounded number waiting and refuses the rest at once", () => {
  const { ask, answers, desk } = makeDesk();
  for (let id = 1; id <= 1000; id++) ask(id);
  expect(new Set(codes(answers))).toEqual(new Set(["too_many_requests"]));
  expect(answers.length).toBe(1000 - pageLimits.maxInFlight - socketLimits.mostWaiting);
  desk.close();
});

it("cancels by page id, waiting or in the making, each answered once", async () => {
  const { desk, ask, begun, answers } = makeDesk();
  for (let id = 1; id <= 9; id++) ask(id);
  desk.cancel({ page_id: 9 });
  desk.cancel({ page_id: 2 });
  desk.cancel({ page_id: 2 });
  desk.cancel({ page_id: 500 });
  desk.cancel(null);
  begun[1].finish();
  await settle();
  expect(answers.map(({ page_id }) => page_id)).toEqual([9, 2]);
  expect(codes(answers)).toEqual(["cancelled", "cancelled"]);
  desk.close();
  await settle();
  expect(codes(answers)).toEqual(Array(9).fill("cancelled"));
});

it("counts what is asked for after a cancellation as more urgent", () => {
  const { desk, ask, begun } = makeDesk();
  ask(1);
  ask(2);
  desk.cancel({ page_id: 1 });
  ask(3);
  const [one, two, three] = begun.map(({ asker }) => asker);
  expect(one.epoch).toBe(two.epoch);
  expect(three.epoch).toBeGreaterThan(two.epoch);
  expect(two.sequence).toBeGreaterThan(one.sequence);
  desk.close();
});

it("tells the code of a refusal and hides the reason of a failure", async () => {
  const { desk, ask, begun, answers } = makeDesk();
  ask(1);
  ask(2);
  begun[0].fail(new PageRefused("too_large", "Too large."));
  begun[1].fail(new Error("secret"));
  await settle();
  expect(answers).toEqual([
    { page_id: 1, error: { code: "too_large", message: "Too large." } },
    { page_id: 2, error: { code: "internal", message: "The server could not make the page." } },
  ]);
  desk.close();
});

it("begins nothing for a client that does not take what it was sent", async () => {
  const { desk, ask, ids, world } = makeDesk();
  world.isCongested = true;
  ask(1);
  expect(ids()).toEqual([]);
  world.isCongested = false;
  desk.serve();
  expect(ids()).toEqual([1]);
  desk.close();
});

it("sends one page when the client has taken the one before, and never the bytes of what was cancelled meanwhile", async () => {
  const { desk, ask, begun, answers, ids, world } = makeDesk();
  world.isThin = true;
  for (let id = 1; id <= 9; id++) ask(id);
  for (const { finish } of begun.toReversed()) finish();
  await settle();
  expect(answers.map(({ page_id }) => page_id)).toEqual([8]); // the first that was made
  for (const id of [2, 3, 4]) desk.cancel({ page_id: id });
  expect(codes(answers)).toEqual(["page", "cancelled", "cancelled", "cancelled"]);
  const taken = () => {
    world.isCongested = false;
    desk.serve();
    return answers.at(-1)?.page_id;
  };
  expect([taken(), taken(), taken()]).toEqual([1, 5, 6]);
  expect(ids()).toHaveLength(8); // nothing is begun while something waits
  expect(taken()).toBe(7);
  expect(taken()).toBe(7);
  expect(ids()).toHaveLength(9);
  desk.close();
});

it("rests when a client that took nothing has left while its pages were made", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { desk, ask, answers, world } = makeDesk();
  for (let id = 1; id <= 3; id++) ask(id);
  world.isCongested = true;
  desk.close();
  await settle();
  expect(codes(answers)).toEqual(Array(3).fill("cancelled"));
  expect(vi.getTimerCount()).toBe(0);
});

it("makes no more for a user while much of what was made is not taken, on whichever socket", async () => {
  const room = new UserRoom(() => 0);
  const [idle, other] = [makeDesk(room), makeDesk(room)];
  idle.world.isThin = true;
  idle.world.samples = socketLimits.heldBytes / 2 / 4;
  for (let id = 1; id <= 4; id++) idle.ask(id);
  for (const { finish } of idle.begun) finish();
  for (let turn = 0; turn < 8; turn++) await settle(); // long pages take turns of the loop
  expect(codes(idle.answers)).toEqual(["page"]); // it is not taken; the others wait behind it
  other.ask(1);
  expect(other.ids()).toEqual([]);
  idle.world.isCongested = false;
  idle.desk.serve(); // the first is taken, the second sent
  expect(other.ids()).toEqual([1]);
  idle.desk.close();
  for (let id = 2; id <= 8; id++) other.ask(id);
  expect(other.ids()).toHaveLength(8);
  other.desk.close();
});

it("sends an urgent page before those that were made before it", async () => {
  const { desk, ask, begun, answers, world } = makeDesk();
  world.isThin = true;
  for (let id = 1; id <= 3; id++) ask(id);
  ask(4, { is_urgent: true });
  for (const { finish } of begun) finish();
  await settle();
  world.isCongested = false;
  desk.serve();
  expect(answers.map(({ page_id }) => page_id)).toEqual([1, 4]);
  desk.close();
});

it("begins an urgent page before those that wait", () => {
  const { desk, ask, ids, world } = makeDesk();
  world.isCongested = true;
  ask(1);
  ask(2);
  ask(3, { is_urgent: true });
  world.isCongested = false;
  desk.serve();
  expect(ids()).toEqual([3, 1, 2]);
  desk.close();
});

it("counts places over all of a user's sockets, which take turns", async () => {
  const room = new UserRoom(() => 0);
  const [one, two] = [makeDesk(room), makeDesk(room)];
  for (let id = 1; id <= 12; id++) one.ask(id);
  for (let id = 101; id <= 104; id++) two.ask(id);
  expect([one.ids().length, two.ids().length]).toEqual([8, 0]);
  for (let k = 0; k < 4; k++) one.begun[k].finish();
  await settle();
  expect([one.ids().slice(8), two.ids()]).toEqual([
    [9, 10],
    [101, 102],
  ]);
  one.desk.close();
  await settle();
  expect(two.ids()).toEqual([101, 102, 103, 104]);
  two.desk.close();
});

it("gives a user one allowance of waiting pages, however many sockets there are", async () => {
  const room = new UserRoom(() => 0);
  const desks = Array.from({ length: 16 }, () => makeDesk(room));
  for (let id = 0; id < 16 * 30; id++) desks[id % 16].ask(id);
  const refused = desks.flatMap(({ answers }) => codes(answers));
  expect(refused).toEqual(Array(16 * 30 - pageLimits.maxInFlight - socketLimits.mostWaiting).fill("too_many_requests"));
  for (const { desk } of desks) desk.close();
  await settle();
  const again = makeDesk(room); // what is over has given its places back
  again.ask(1);
  expect(again.ids()).toEqual([1]);
  again.desk.close();
});

it("refuses what goes beyond the rate, passes over cancellations beyond theirs, and tells of a flood", async () => {
  const clock = { ms: 0 };
  const { desk, ask, begun, answers, world } = makeDesk(new UserRoom(() => clock.ms));
  const { requests, patience } = socketLimits;
  for (let id = 0; id < requests.burst + 10; id++) {
    ask(id);
    desk.cancel({ page_id: id });
    await settle();
  }
  expect(begun).toHaveLength(requests.burst);
  expect(codes(answers).filter((code) => code === "too_many_requests")).toHaveLength(10);
  expect(world.isFlooded).toBe(false);
  for (let k = 0; k < patience.burst; k++) desk.hear();
  expect(world.isFlooded).toBe(true);
  clock.ms += 1000;
  for (let id = 0; id < requests.perSecond + 10; id++) {
    ask(id);
    desk.cancel({ page_id: id });
    await settle();
  }
  expect(begun).toHaveLength(requests.burst + requests.perSecond);
  desk.close();
});

it("begins nothing more while a user's answers are beyond the rate of bytes, and goes on by itself", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const room = new UserRoom(() => performance.now());
  const { ask, ids, desk } = makeDesk(room);
  ask(1);
  room.finished(socketLimits.bytes.burst + socketLimits.bytes.perSecond / 2);
  ask(2);
  expect(ids()).toEqual([1]);
  vi.advanceTimersByTime(499);
  expect(ids()).toEqual([1]);
  vi.advanceTimersByTime(2);
  expect(ids()).toEqual([1, 2]);
  desk.close();
});

it("takes no new socket of a user in for a while after a flood", () => {
  const clock = { ms: 0 };
  const room = new UserRoom(() => clock.ms);
  const guest = { key: "w", end: () => undefined };
  expect(room.enter(guest)).toBe(true);
  while (room.bear());
  expect(room.enter(guest)).toBe(false);
  clock.ms += socketLimits.floodPauseMs;
  expect(room.enter(guest)).toBe(true);
});

it("tells that slow pages are on their way, and rests when there are none", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const { desk, ask, told } = makeDesk();
  for (let id = 1; id <= 10; id++) ask(id);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ]);
  desk.close();
  expect(vi.getTimerCount()).toBe(0);
});
