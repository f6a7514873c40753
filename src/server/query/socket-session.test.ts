import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BusEvent } from "../platform/bus/bus.ts";
import { DatabaseSilent } from "../platform/database/database-away.ts";
import type { Session } from "../platform/http/caller.ts";
import { KnownSessions } from "./known-sessions.ts";
import { socketLimits } from "./socket-limits.ts";
import { admit, SessionWatch } from "./socket-session.ts";

const hourMs = 3_600_000;
const session = (changes: Partial<Session> = {}): Session => ({
  tokenId: 5,
  purpose: "session",
  workspaceId: 1,
  workspaceName: "W",
  userId: 9,
  email: "a@b.test",
  permissions: new Set(["visualize_data"]),
  isDomainAllowed: true,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + hourMs),
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watched session; `now` is what the database says. */
function watched(first: Session) {
  const seen: string[] = [];
  const world = { now: first as Session | null | Error, asked: 0 };
  const watch = new SessionWatch({
    token: "t",
    session: first,
    sessionOf: async () => {
      world.asked++;
      if (world.now instanceof Error) throw world.now;
      return world.now;
    },
    onEnd: () => seen.push("end"),
    onScopeChange: () => seen.push("scope"),
  });
  const hear = async (event: BusEvent) => {
    watch.hear(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { watch, world, seen, hear };
}

it("ends with its token, whoever else's ended before", async () => {
  const { seen, hear, world } = watched(session());
  await hear({ kind: "tokens-ended", tokenIds: [4, 6] });
  expect(seen).toEqual([]);
  await hear({ kind: "tokens-ended", tokenIds: [4, 5] });
  await hear({ kind: "tokens-ended", tokenIds: [5] });
  expect(seen).toEqual(["end"]);
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  expect(world.asked).toBe(0);
});

it("looks again when its user, everybody of its workspace, or nobody knows who was changed", async () => {
  const { seen, hear, world, watch } = watched(session());
  await hear({ kind: "users-changed", workspaceId: 2, userIds: "all" });
  await hear({ kind: "users-changed", workspaceId: 1, userIds: [8] });
  await hear({ kind: "mail-waiting" });
  expect([seen, world.asked]).toEqual([[], 0]);
  await hear({ kind: "users-changed", workspaceId: 1, userIds: [8, 9] });
  await hear({ kind: "users-changed", workspaceId: 1, userIds: "all" });
  await hear({ kind: "bus-resumed" });
  expect([seen, world.asked]).toEqual([["scope", "scope", "scope"], 3]);
  world.now = session({ permissions: new Set(["access_data_visualize"]) });
  await hear({ kind: "users-changed", workspaceId: 1, userIds: [9] });
  expect(seen.at(-1)).toBe("end");
  watch.close();
});

it("ends when the database no longer knows it, though no event came", async () => {
  const { seen, world } = watched(session());
  await vi.advanceTimersByTimeAsync(59_000);
  expect(world.asked).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect([world.asked, seen]).toEqual([1, []]);
  world.now = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["end"]);
});

it("ends when it expires, and not when it was renewed", async () => {
  const brief = () => session({ expiresAt: new Date(Date.now() + 5000) });
  const [one, other] = [watched(brief()), watched(brief())];
  one.world.now = null;
  other.world.now = session({ expiresAt: new Date(Date.now() + hourMs) });
  await vi.advanceTimersByTimeAsync(5001);
  expect([one.seen, other.seen]).toEqual([["end"], []]);
  other.watch.close();
});

it("ends when nobody can tell whether it is still good", async () => {
  const { seen, world } = watched(session());
  world.now = new Error("no database");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["end"]);
});

it("says nothing any more once it is closed", async () => {
  const { seen, watch, hear, world } = watched(session());
  world.now = null;
  const question = watch.ask();
  watch.close();
  await question;
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  await hear({ kind: "users-changed", workspaceId: 1, userIds: "all" });
  expect(seen.filter((what) => what === "end")).toEqual([]);
});

it.each([
  ["a link of a mail", session({ purpose: "create_account" }), "bad_token"],
  ["another workspace", session({ workspaceId: 2 }), "other_workspace"],
  ["no permission", session({ permissions: new Set() }), "no_permission"],
  ["an address that is not allowed any more", session({ isDomainAllowed: false }), "no_permission"],
])("refuses %s", async (_, found, code) => {
  await expect(admit({ token: "t", parent_study_id: 1 }, async () => found)).rejects.toMatchObject({ code });
});

it.each([
  ["nothing", {}, "no_token", undefined],
  ["an empty token", { token: "" }, "no_token", undefined],
  ["a workspace's name", { token: "t", parent_study_id: "DEMO" }, "bad_handshake", /parent_study_id.*number/],
  [
    "two wrong members",
    { token: "t", parent_study_id: 1.5, client: 7 },
    "bad_handshake",
    /client.*parent_study_id|parent_study_id.*client/,
  ],
  ["too long a token", { token: "t".repeat(513) }, "no_token", undefined],
])("says of a handshake with %s what is wrong", async (_, said, code, sentence) => {
  const refused = await admit(said, async () => session()).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code });
  const { data } = refused as { data?: { message: string } };
  if (sentence === undefined) expect(data).toBeUndefined();
  else expect(data?.message).toMatch(sentence);
});

it("takes null in a handshake for what is left out", async () => {
  const { token } = await admit({ token: "t", parent_study_id: null, client: null }, async () => session());
  expect(token).toBe("t");
});

it("passes on that the database does not answer", async () => {
  const down = async () => {
    throw new Error("down");
  };
  await expect(admit({ token: "t" }, down)).rejects.toThrow("down");
});

it("goes on for a quarter of an hour while the database is away, and no longer than its token as it was known", async () => {
  const minuteMs = 60_000;
  const { world, seen, hear } = watched(session());
  world.now = new DatabaseSilent();
  await hear({ kind: "bus-resumed" });
  await vi.advanceTimersByTimeAsync(socketLimits.graceMs - minuteMs);
  expect(seen).toEqual(["scope"]);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(seen).toEqual(["scope", "end"]);
  const short = watched(session({ expiresAt: new Date(Date.now() + 2 * minuteMs) }));
  short.world.now = new DatabaseSilent();
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  expect(short.seen).toEqual(["end"]);
});

it("is good again once the database says so", async () => {
  const { watch, world, seen } = watched(session());
  world.now = new DatabaseSilent();
  await vi.advanceTimersByTimeAsync(socketLimits.graceMs / 2);
  world.now = session();
  await watch.ask();
  await vi.advanceTimersByTimeAsync(socketLimits.graceMs);
  expect(seen).toEqual([]);
  world.now = null;
  await watch.ask();
  expect(seen).toEqual(["end"]);
});

describe("sessions while the database is away", () => {
  const makeKnown = () => {
    const world = { now: session() as Session | null | Error };
    const sessionOf = async () => {
      if (world.now instanceof Error) throw world.now;
      return world.now;
    };
    return { world, known: new KnownSessions(sessionOf, { ask: (query) => query() }) };
  };

  it("are remembered for a quarter of an hour, and for who was admitted alone", async () => {
    const { world, known } = makeKnown();
    await known.ask("mine");
    world.now = new DatabaseSilent();
    vi.advanceTimersByTime(socketLimits.graceMs - 1);
    expect((await known.askOrRemember("mine"))?.userId).toBe(9);
    await expect(known.askOrRemember("other")).rejects.toThrow("no answer");
    vi.advanceTimersByTime(1);
    await expect(known.askOrRemember("mine")).rejects.toThrow("no answer");
  });

  it.each<BusEvent>([
    { kind: "tokens-ended", tokenIds: [5] },
    { kind: "users-changed", workspaceId: 1, userIds: [9] },
  ])("are forgotten when they end or may have changed: $kind", async (event) => {
    const { world, known } = makeKnown();
    await known.ask("mine");
    known.hear({ kind: "tokens-ended", tokenIds: [6] });
    known.hear({ kind: "users-changed", workspaceId: 2, userIds: "all" });
    world.now = new DatabaseSilent();
    expect((await known.askOrRemember("mine"))?.userId).toBe(9);
    known.hear(event);
    await expect(known.askOrRemember("mine")).rejects.toThrow("no answer");
  });
});
