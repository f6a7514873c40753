import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { ComputeOrder } from "./compute-messages.ts";
import { backgroundTurnMs, ComputePool, type ComputeWork, quietMs } from "./compute-pool.ts";
import { columns } from "./tasks/columns.ts";
import { piece } from "./tasks/piece.ts";
import type { ThreadTask } from "./tasks/task.ts";
import type { Asker } from "./turns.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

class FakeThread extends EventEmitter {
  readonly orders: ComputeOrder[] = [];
  postMessage(order: ComputeOrder): void {
    this.orders.push(order);
  }
  async terminate(): Promise<void> {}
  /** Name of the work at hand. */
  get current(): string {
    return this.orders[this.orders.length - 1]?.modality;
  }
  /** By its own clock it was at it for so long; where none is told nothing is learned of it. */
  finish(ms = Number.POSITIVE_INFINITY): void {
    this.emit("message", { id: 0, result: [], ms });
  }
  /** Names of all that it was given. */
  get given(): string[] {
    return this.orders.map(({ modality }) => modality);
  }
  /** Ends its work early, as told. */
  stop(): void {
    this.emit("message", { id: 0, failure: { message: "", isCancelled: true } });
  }
  get isToStop(): boolean {
    return this.orders[this.orders.length - 1].control[0] === 1;
  }
}

function makePool(count: number) {
  const threads: FakeThread[] = [];
  const clock = { ms: 0 };
  const start = () => {
    threads.push(new FakeThread());
    return threads[threads.length - 1];
  };
  const pool = new ComputePool(start, count, () => clock.ms);
  const pass = (ms: number) => {
    clock.ms += ms;
    vi.advanceTimersByTime(ms);
  };
  return { pool, threads, clock, pass };
}

const recording = (id: number) => ({ data_object_id: id, data_version: 1 }) as RecordingDetail;
const chunk = piece as ThreadTask;
const [quick] = columns.threadTasks;
const work = (name: string, more: Partial<ComputeWork> = {}): ComputeWork => ({
  recording: recording(1),
  modality: name,
  task: chunk,
  input: null,
  key: null,
  ...more,
});

let sequence = 0;
function client() {
  const identity = {};
  return (epoch = 0) => {
    const abort = new AbortController();
    const asker: Asker = { user: identity, epoch, sequence: ++sequence, signal: abort.signal };
    return { asker, abort };
  };
}

/** Finishes what the thread has, one after the other, and returns the names in order. */
function order(thread: FakeThread, count: number): string[] {
  const names: string[] = [];
  for (let k = 0; k < count; k++) {
    names.push(thread.current);
    thread.finish();
  }
  return names;
}

it("serves quick pages first, then the newest epoch, each in the order asked for", () => {
  const { pool, threads } = makePool(1);
  const ask = client();
  const run = (name: string, epoch: number, more: Partial<ComputeWork> = {}) =>
    void pool.run(work(name, more), ask(epoch).asker).result;
  run("running", 1);
  run("old a", 1);
  run("old b", 1);
  run("new a", 2);
  run("new b", 2);
  run("quick", 1, { task: quick });
  expect(order(threads[0], 6)).toEqual(["running", "quick", "new a", "new b", "old a", "old b"]);
});

it("takes turns between clients", () => {
  const { pool, threads, clock } = makePool(1);
  const [busy, late] = [client(), client()];
  for (const name of ["a1", "a2", "a3", "a4"]) void pool.run(work(name), busy(9).asker).result;
  for (const name of ["b1", "b2"]) void pool.run(work(name), late().asker).result;
  const names = Array.from({ length: 6 }, () => {
    clock.ms += 150;
    return order(threads[0], 1)[0];
  });
  expect(names).toEqual(["a1", "b1", "a2", "b2", "a3", "a4"]);
});

it("leaves a thread to others while several users ask, and gives all of them to who is alone", () => {
  const { pool, threads, clock } = makePool(2);
  const [busy, other] = [client(), client()];
  const run = (name: string, who: typeof busy) => void pool.run(work(name), who().asker).result;
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) run(name, busy);
  expect(threads.map(({ current }) => current)).toEqual(["a1", "a2"]);
  run("b1", other);
  threads[0].finish();
  expect(threads[0].current).toBe("b1");
  threads[0].finish();
  expect(threads[0].orders).toHaveLength(2); // a2 still runs: the other thread is kept free
  run("b2", other);
  expect(threads[0].current).toBe("b2");
  threads[0].finish();
  clock.ms += 60_000;
  threads[1].finish();
  expect(threads.map(({ current }) => current)).toEqual(["a3", "a4"]);
});

it("counts what work took for its user: who asks for long work waits for the short work of others", () => {
  const { pool, threads, clock } = makePool(1);
  const [busy, other] = [client(), client()];
  for (let k = 0; k < 4; k++) void pool.run(work("long"), busy().asker).result;
  for (let k = 0; k < 4; k++) void pool.run(work("short"), other().asker).result;
  const names: string[] = [];
  for (let k = 0; k < 6; k++) {
    names.push(threads[0].current);
    clock.ms += threads[0].current === "long" ? 1000 : 10;
    threads[0].finish();
  }
  expect(names).toEqual(["long", "short", "short", "short", "short", "long"]);
});

it("does equal work once and ends it when nobody wants it any more", async () => {
  const { pool, threads } = makePool(1);
  const [one, two, three] = [client()(), client()(), client()()];
  const results = [one, two].map(({ asker }) => pool.run(work("same", { key: "k" }), asker).result);
  expect(threads[0].orders).toHaveLength(1);
  one.abort.abort();
  await expect(results[0]).rejects.toMatchObject({ code: "cancelled" });
  expect(threads[0].orders[0].control[0]).toBe(0);
  two.abort.abort();
  await expect(results[1]).rejects.toMatchObject({ code: "cancelled" });
  expect(threads[0].orders[0].control[0]).toBe(1);
  const again = pool.run(work("same", { key: "k" }), three.asker).result;
  threads[0].emit("message", { id: 0, failure: { message: "", code: null, isCancelled: true } });
  expect(threads[0].orders).toHaveLength(2);
  threads[0].finish();
  await expect(again).resolves.toEqual([]);
});

it("forgets what was cancelled before it began", async () => {
  const { pool, threads } = makePool(1);
  const ask = client();
  void pool.run(work("first"), ask().asker).result;
  const { asker, abort } = ask();
  const { result } = pool.run(work("second"), asker);
  abort.abort();
  await expect(result).rejects.toMatchObject({ code: "cancelled" });
  threads[0].finish();
  expect(threads[0].orders).toHaveLength(1);
});

it("sends the description of a recording once to each thread", () => {
  const { pool, threads } = makePool(1);
  const ask = client();
  const run = (id: number) => void pool.run(work(String(id), { recording: recording(id) }), ask().asker).result;
  for (const id of [1, 1, 2, 1]) run(id);
  order(threads[0], 4);
  expect(threads[0].orders.map((sent) => sent.recording?.data_object_id ?? null)).toEqual([1, null, 2, null]);
  for (let id = 3; id <= 40; id++) run(id);
  run(1);
  order(threads[0], 39);
  const last = threads[0].orders[threads[0].orders.length - 1];
  expect(last.recording?.data_object_id).toBe(1);
  expect(threads[0].orders.filter(({ isFirst }) => isFirst)).toHaveLength(1);
});

it("fails the work of a thread that ends, and goes on with the others", async () => {
  const { pool, threads } = makePool(2);
  const ask = client();
  const results = ["a", "b", "c"].map((name) => pool.run(work(name), ask().asker).result);
  threads[0].emit("exit");
  await expect(results[0]).rejects.toMatchObject({ code: "internal" });
  threads[1].finish();
  await results[1];
  expect(threads[1].current).toBe("c");
  threads[1].emit("exit");
  await expect(results[2]).rejects.toMatchObject({ code: "internal" });
  await pool.close();
});

it("tells that a piece of work failed, and cancels everything when it closes", async () => {
  const { pool, threads } = makePool(1);
  const ask = client();
  const results = ["a", "b"].map((name) => pool.run(work(name), ask().asker).result);
  threads[0].emit("message", { id: 0, failure: { message: "broken", isCancelled: false } });
  await expect(results[0]).rejects.toThrow("The server could not make the page.");
  const closed = expect(results[1]).rejects.toMatchObject({ code: "cancelled" });
  await pool.close();
  await closed;
  await expect(pool.run(work("late"), ask().asker).result).rejects.toMatchObject({ code: "cancelled" });
});

it("does what nobody waits for one at a time, on one thread, behind everything else", async () => {
  const { pool, threads, pass } = makePool(2);
  const ask = client();
  const nobody = client();
  const background = (name: string, more: Partial<ComputeWork> = {}) => {
    const { asker, abort } = nobody();
    const { result } = pool.run(work(name, more), { ...asker, isBackground: true });
    result.catch(() => undefined); // some are cancelled
    return { result, abort };
  };
  background("b1");
  const shared = background("b2", { key: "same" });
  background("b3");
  expect(threads.map(({ current }) => current)).toEqual(["b1", undefined]);
  for (const name of ["u1", "u2", "u3"]) void pool.run(work(name), ask(0).asker).result;
  expect(threads.map(({ current }) => current)).toEqual(["b1", "u1"]);
  // Wanted by a user too, it is the user's.
  const user = pool.run(work("b2", { key: "same" }), ask(1).asker).result;
  threads[0].finish();
  expect(threads.map(({ current }) => current)).toEqual(["b2", "u1"]);
  threads[0].finish();
  expect(await Promise.all([user, shared.result])).toHaveLength(2);
  expect(order(threads[1], 2)).toEqual(["u1", "u3"]);
  expect(threads[0].current).toBe("u2");
  expect(threads[1].current).toBe("u3");
  pass(quietMs);
  expect(threads[1].current).toBe("b3");
});

it("makes way with the background's work for a user who finds no thread, and does it again", async () => {
  const { pool, threads, pass } = makePool(2);
  const [ask, nobody] = [client(), client()];
  const made = pool.run(work("b"), { ...nobody().asker, isBackground: true }).result;
  const run = (name: string) => void pool.run(work(name), ask().asker).result;
  run("u1");
  expect([threads[0].isToStop, threads[1].current]).toEqual([false, "u1"]);
  run("u2");
  expect(threads[0].isToStop).toBe(true);
  threads[0].stop();
  expect(threads[0].current).toBe("u2");
  threads[0].finish();
  threads[1].finish();
  pass(quietMs - 1);
  expect(threads.map(({ current }) => current)).toEqual(["u2", "u1"]);
  pass(1);
  expect([threads[0].current, threads[0].isToStop]).toEqual(["b", false]);
  threads[0].finish();
  expect(await made).toEqual([]);
});

it("keeps the background from nothing for ever: where users are never quiet it has its turn, to the end", () => {
  const { pool, threads, pass } = makePool(2);
  const [ask, nobody] = [client(), client()];
  const run = (name: string) => void pool.run(work(name), ask().asker).result;
  run("u");
  void pool.run(work("b"), { ...nobody().asker, isBackground: true }).result;
  for (let ms = 0; ms < backgroundTurnMs; ms += 100) {
    threads[0].finish();
    expect(threads[1].orders).toEqual([]);
    pass(100);
    run("u");
  }
  const [busy] = threads.filter(({ current }) => current === "b");
  expect(busy).toBeDefined();
  run("u2");
  run("u3");
  expect(busy.isToStop).toBe(false);
});

it("goes on for the background with what its user no longer wants", () => {
  const { pool, threads, pass } = makePool(1);
  const ask = client();
  const nobody = client();
  void pool.run(work("running"), ask().asker).result;
  const { asker } = nobody();
  void pool.run(work("shared", { key: "k" }), { ...asker, isBackground: true }).result;
  const gone = ask();
  pool.run(work("shared", { key: "k" }), gone.asker).result.catch(() => undefined);
  gone.abort.abort();
  threads[0].finish();
  expect(threads[0].current).toBe("running");
  pass(quietMs);
  expect(threads[0].current).toBe("shared");
});

it("takes any number of pieces for one page without a warning", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on("warning", hear);
  const { pool } = makePool(1);
  const { asker } = client()();
  for (let k = 0; k < 50; k++) void pool.run(work(`piece ${k}`), asker).result;
  await new Promise(setImmediate);
  process.off("warning", hear);
  expect(warnings).toEqual([]);
});

/** A pool that knows that quick work takes 1 ms and pieces 50, and three of its users. */
function experienced(count: number) {
  const made = makePool(count);
  const [ask, other, third] = [client(), client(), client()];
  const run = (name: string, who: typeof ask, more: Partial<ComputeWork> = {}) => {
    const { asker, abort } = who();
    const { result } = made.pool.run(work(name, { task: quick, ...more }), asker);
    result.catch(() => undefined); // some are cancelled
    return { result, abort };
  };
  run("known quick", ask);
  made.threads[0].finish(1);
  run("known piece", ask, { task: chunk });
  made.threads[0].finish(50);
  for (const thread of made.threads) thread.orders.length = 0;
  return { ...made, run, users: { ask, other, third } };
}

it("gives a thread at short work what comes next, and no more than it does in a moment", async () => {
  const { threads, run, users } = experienced(1);
  const results = Array.from({ length: 20 }, (_, k) => run(`q${k}`, users.ask).result);
  const atOnce = threads[0].given.length;
  expect(atOnce).toBe(8);
  threads[0].finish(1);
  expect(threads[0].given).toHaveLength(atOnce + 1);
  for (let k = 1; k < 20; k++) threads[0].finish(1);
  expect(threads[0].given).toEqual(results.map((_, k) => `q${k}`));
  expect(await Promise.all(results)).toHaveLength(20);
});

it("puts nothing behind long work, and no long work behind anything", () => {
  const { threads, run, users } = experienced(1);
  run("piece", users.ask, { task: chunk });
  run("q1", users.ask);
  expect(threads[0].given).toEqual(["piece"]);
  run("q2", users.ask);
  run("late piece", users.ask, { task: chunk });
  threads[0].finish(50);
  expect(threads[0].given).toEqual(["piece", "q1", "q2"]);
  threads[0].finish(1);
  threads[0].finish(1);
  expect(threads[0].current).toBe("late piece");
});

it("spreads short work over the threads, and still leaves one to others", () => {
  const { threads, run, users } = experienced(2);
  run("b", users.other);
  run("c", users.third);
  for (let k = 0; k < 4; k++) run(`a${k}`, users.ask);
  expect(threads.map(({ given }) => given.length).sort()).toEqual([1, 5]);
  run("b2", users.other);
  const [one, two] = threads.map(({ given }) => given);
  expect([one.filter((name) => name.startsWith("a")), two.filter((name) => name.startsWith("a"))]).toContainEqual([]);
});

it("ends what it gave too early: when it is cancelled, and when the thread ends", async () => {
  const { pool, threads, run, users } = experienced(1);
  const first = run("q0", users.ask);
  const second = run("q1", users.ask);
  const third = run("q2", users.ask);
  second.abort.abort();
  await expect(second.result).rejects.toMatchObject({ code: "cancelled" });
  expect(threads[0].orders.map(({ control }) => control[0])).toEqual([0, 1, 0]);
  threads[0].finish(1);
  threads[0].stop();
  threads[0].emit("exit");
  expect(await first.result).toEqual([]);
  await expect(third.result).rejects.toMatchObject({ code: "internal" });
  await pool.close();
});
