import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeError } from "../describe-error.ts";
import { awayReason, DatabaseSilent, markFailure } from "./database-away.ts";
import { quietDuring, watchDatabase } from "./database-watch.ts";

const withCode = (code: string, more: object = {}) => Object.assign(new Error(`it said ${code}`), { code, ...more });
const refused = () => markFailure(withCode("ECONNREFUSED"));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function makeWatch() {
  const lines: [string, object][] = [];
  const world = { answers: false, dropped: [] as number[], changes: 0 };
  const watch = watchDatabase({
    probe: async () => world.answers,
    dropConnections: (olderThanMs) => world.dropped.push(olderThanMs),
    log: { info: (facts, event) => lines.push([event, facts]), warn: (facts, event) => lines.push([event, facts]) },
  });
  watch.onChange(() => {
    world.changes++;
  });
  return { watch, world, lines };
}

describe("the database is away", () => {
  it.each([
    ["it refuses connections", refused(), "ECONNREFUSED"],
    ["it shuts down", withCode("57P01", { severity: "FATAL" }), "57P01"],
    ["it starts", Object.assign(new Error("query"), { params: [], cause: withCode("57P03") }), "57P03"],
    ["it takes nobody more", withCode("53300", { severity: "FATAL" }), "53300"],
    [
      "the connection was lost",
      markFailure(new Error("Connection terminated unexpectedly")),
      "Connection terminated unexpectedly",
    ],
    ["it does not answer", new DatabaseSilent(), "no answer"],
  ])("when %s", (_, error, reason) => {
    expect(awayReason(error)).toBe(reason);
  });

  it.each([
    ["another service refuses connections", withCode("ECONNREFUSED")],
    ["a statement failed", withCode("23505", { severity: "ERROR" })],
    ["a query was wrong", Object.assign(new Error("query"), { params: [], cause: withCode("42P01") })],
    ["something else was thrown", "ECONNREFUSED"],
  ])("is not said when %s", (_, error) => {
    expect(awayReason(error)).toBeNull();
  });

  it("has a reason in the log, and never the values of a query", () => {
    const lost = new Error("Failed query: select 'name'");
    const error = Object.assign(lost, { params: ["name"], cause: new Error("Connection terminated unexpectedly") });
    expect(describeError(error).message).toBe("Connection terminated unexpectedly");
    expect(describeError(Object.assign(lost, { cause: withCode("22000") })).message).toBe("");
    const full = withCode("53100", { severity: "ERROR" });
    expect(describeError(Object.assign(lost, { cause: full })).message).toBe("it said 53100");
  });
});

it("tells once when it goes and once when it is back, and asks each second meanwhile", async () => {
  const { watch, world, lines } = makeWatch();
  for (let k = 0; k < 100; k++) expect(watch.note(refused())).toBe(true);
  await vi.advanceTimersByTimeAsync(2500);
  expect([watch.isAway, lines, world.changes]).toEqual([true, [["database.away", { reason: "ECONNREFUSED" }]], 1]);
  world.answers = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect([watch.isAway, lines.length, world.changes, world.dropped]).toEqual([false, 2, 2, []]);
  expect(lines[1][0]).toBe("database.back");
  watch.note(refused());
  expect(lines).toHaveLength(3);
  watch.close();
  expect(vi.getTimerCount()).toBe(0);
});

it("gives connections up that were lost in silence, once new ones can be made", async () => {
  const { watch, world } = makeWatch();
  watch.note(new DatabaseSilent());
  await vi.advanceTimersByTimeAsync(3000);
  world.answers = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect([watch.isAway, world.dropped]).toEqual([false, [4000]]); // and none made since it went
});

it("fails a question at once while it is away, and when there is no answer", async () => {
  const { watch, world } = makeWatch();
  expect(await watch.ask(async () => 7)).toBe(7);
  await expect(watch.ask(() => Promise.reject(new Error("other")))).rejects.toThrow("other");
  expect(watch.isAway).toBe(false);
  const silent = expect(watch.ask(() => new Promise(() => undefined))).rejects.toBeInstanceOf(DatabaseSilent);
  await vi.advanceTimersByTimeAsync(3000);
  await silent;
  let asked = 0;
  await expect(watch.ask(async () => asked++)).rejects.toBeInstanceOf(DatabaseSilent);
  expect(asked).toBe(0);
  world.answers = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await watch.ask(async () => 8)).toBe(8);
});

it("waits for a database that is busy: slow is not away", async () => {
  const { watch, world, lines } = makeWatch();
  world.answers = true;
  let answer = (_: number): void => undefined;
  const asked = watch.ask(
    () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  answer(9);
  expect([await asked, watch.isAway, lines]).toEqual([9, false, []]);
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps out of the log what every loop would say of the outage, and nothing else", () => {
  const { watch } = makeWatch();
  const written: unknown[][] = [];
  const { logMethod } = quietDuring(() => watch);
  const say = (...said: unknown[]) => logMethod(said, ((...line: unknown[]) => written.push(line)) as never);
  say({ err: refused() }, "jobs.unclaimed");
  say({ err: withCode("ECONNREFUSED") }, "mail.unsent");
  say({ jobId: 3 }, "job.done");
  say("http.listening");
  expect(written.map((line) => line.at(-1))).toEqual(["mail.unsent", "job.done", "http.listening"]);
  watch.close();
});
