import { describe, expect, it } from "vitest";
import { type EegMontage, montageDocumentOf } from "../../../protocol/montages.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { type MontageFailure, type MontageStoreDeps, makeMontageStore } from "./montage-store.ts";

const made = (id: number, over: Partial<EegMontage> = {}): EegMontage => ({
  ...{ id, name: `M${id}`, channels: [{ first: "C3", second: "Cz" }], type: "Personal", user_id: 1, revision: 1 },
  ...{ is_own: true, may_change: true, changed_by: "Ada", changed_at: 0 },
  ...over,
});

class Failed extends Error {
  constructor(readonly kind: MontageFailure["kind"]) {
    super(`${kind}!`);
  }
}

/** A server that holds montages, and what was asked of it. */
function world(...held: EegMontage[]) {
  const rows = new Map(held.map((montage) => [montage.id, montage]));
  const calls: string[] = [];
  const told: string[] = [];
  const now = { isAway: false, mayWrite: true, beforeModify: () => {} };
  const demand = () => {
    if (now.isAway) throw new Failed("other");
  };
  const deps: MontageStoreDeps = {
    async ask(ids) {
      calls.push(`ask ${ids ?? "all"}`);
      await null;
      demand();
      return [...rows.values()].filter(({ id }) => ids?.includes(id) ?? true);
    },
    async create({ id: _, name, channels, type }) {
      calls.push(`create ${name}`);
      demand();
      const montage = made(2000 + rows.size, { name, channels: [...channels], type });
      rows.set(montage.id, montage);
      return montage;
    },
    async modify({ id, revision }, name, channels) {
      calls.push(`modify ${name}`);
      demand();
      now.beforeModify();
      const there = rows.get(id);
      if (there === undefined) throw new Failed("gone");
      if (there.revision !== revision) throw new Failed("changed");
      const saved = { ...there, name, channels: [...channels], revision: revision + 1 };
      rows.set(id, saved);
      return saved;
    },
    async remove({ id, revision }) {
      calls.push(`remove ${id}`);
      demand();
      const there = rows.get(id);
      if (there === undefined) throw new Failed("gone");
      if (there.revision !== revision) throw new Failed("changed");
      rows.delete(id);
    },
    failureOf: (error) => ({ kind: (error as Failed).kind, reason: (error as Failed).message }),
    mayWrite: () => now.mayWrite,
    tell: (reason) => told.push(reason),
  };
  const store = makeMontageStore(deps);
  const settled = () => store.reload();
  const names = () => store.state.people.map(({ name }) => name);
  const change = (id: number, over: Partial<EegMontage> = {}) => {
    const there = rows.get(id) ?? made(id);
    rows.set(id, { ...there, revision: there.revision + 1, changed_by: "Ben", ...over });
  };
  const news = (id: number, revision: number) =>
    store.hear({ id: montageDocumentOf(id) as number, kind: "eeg_montage", revision });
  return { store, rows, calls, told, now, settled, names, change, news };
}
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe("montages of a review", () => {
  it("are read once, in the order of their names, without the Standard ones", async () => {
    const { store, settled, names, calls } = world(
      made(1002, { name: "b" }),
      made(1001, { name: "a" }),
      made(1, { type: "Standard" }),
    );
    expect(store.state.status).toBe("loading");
    await settled();
    expect([store.state.status, names(), calls]).toEqual(["ready", ["a", "b"], ["ask all"]]);
  });

  it("follow the news one by one; what has not changed stays the same object", async () => {
    const { store, settled, names, change, news, rows, calls } = world(made(1001), made(1002));
    await settled();
    const kept = store.find(1002);
    change(1001, { name: "Z" });
    news(1001, 2);
    await flush();
    expect([names(), store.find(1002) === kept]).toEqual([["M1002", "Z"], true]);
    news(1001, 2); // known
    rows.delete(1001);
    news(1001, 3);
    await flush();
    expect([names(), store.lastName(1001), store.lastName(1002)]).toEqual([["M1002"], "Z", "M1002"]);
    expect(calls).toEqual(["ask all", "ask 1001", "ask 1001"]);
    const drawn = store.state.people;
    store.hear(null);
    await settled();
    expect(store.find(1002)).toBe(kept);
    expect(store.state.people).toBe(drawn); // no window is drawn anew
  });

  it("that cannot be fetched are said to be so, and can be asked for again", async () => {
    const { store, settled, told, now } = world(made(1001));
    now.isAway = true;
    await settled();
    expect([store.state.status, told]).toEqual(["failed", [montageText.failedWhy("other!")]]);
    // Asked again when the news are followed: nothing new, and not told twice.
    store.hear(null);
    await settled();
    expect([store.state.status, told.length]).toEqual(["failed", 1]);
    now.isAway = false;
    await store.reload();
    expect([store.state.status, store.state.people.length]).toEqual(["ready", 1]);
  });
});

describe("saving", () => {
  it("tells of a newer version, and of one that is gone, and overwrites neither", async () => {
    const { store, settled, change, rows } = world(made(1001));
    await settled();
    const from = store.find(1001);
    if (from === undefined) throw new Error("not there");
    change(1001, { name: "theirs" });
    expect(await store.save(from, "mine", [])).toMatchObject({
      kind: "changed",
      theirs: { name: "theirs", changed_by: "Ben" },
    });
    rows.delete(1001);
    expect(await store.save(from, "mine", [])).toEqual({ kind: "gone" });
    expect(store.find(1001)).toBeUndefined();
  });

  it("takes what it saved for saved, also where only the answer was lost", async () => {
    const { store, settled, rows } = world(made(1001));
    await settled();
    const from = store.find(1001);
    if (from === undefined) throw new Error("not there");
    const channels = [{ first: "O1", second: "O2", alias: "back" }];
    rows.set(1001, made(1001, { name: "mine", channels, revision: 2, changed_by: "Ada" }));
    expect(await store.save(from, "mine ", channels)).toMatchObject({ kind: "saved", montage: { revision: 2 } });
    expect(await store.save(from, "mine", [])).toMatchObject({ kind: "changed" });
  });

  it("renames over whatever the channels are by then; a blank or unchanged name makes no call", async () => {
    const { store, settled, change, calls, rows, now } = world(made(1001));
    await settled();
    await store.rename(1001, "  ");
    await store.rename(1001, " M1001 ");
    expect(calls).toEqual(["ask all"]);
    change(1001, { channels: [{ first: "O1", second: "O2" }] });
    await store.rename(1001, "New");
    expect(rows.get(1001)).toMatchObject({ name: "New", channels: [{ first: "O1", second: "O2" }] });
    now.beforeModify = () => change(1001);
    await expect(store.rename(1001, "Never")).rejects.toThrow("Ben changed this montage");
  });

  it("copies under a name that fits, and makes nothing for whoever is not signed in any more", async () => {
    const { store, settled, names, now, calls } = world();
    await settled();
    const original = { name: "W".repeat(50), channels: [] };
    const how = { type: "Shared", nowMs: 5 } as const;
    expect((await store.copy(original, { name: " ", ...how })).name).toBe(`${"W".repeat(43)} (copy)`);
    await store.copy(original, { name: "mine", ...how });
    expect(names()).toEqual(["mine", `${"W".repeat(43)} (copy)`]);
    now.mayWrite = false;
    const before = calls.length;
    await expect(store.copy(original, { name: "never", ...how })).rejects.toThrow(displayBarText.signedOut);
    await expect(store.rename(2000, "never")).rejects.toThrow(displayBarText.signedOut);
    await expect(store.remove(2000)).rejects.toThrow(displayBarText.signedOut);
    expect(calls).toHaveLength(before);
  });

  it("deletes what it saw, and says why it could not", async () => {
    const { store, settled, names, change, now, rows } = world(made(1001), made(1002));
    await settled();
    change(1001);
    await expect(store.remove(1001)).rejects.toThrow("changed!");
    await store.remove(1001); // seen by now
    rows.delete(1002);
    await store.remove(1002); // gone already
    expect(names()).toEqual([]);
    rows.set(1003, made(1003));
    await store.reload();
    now.isAway = true;
    await expect(store.remove(1003)).rejects.toThrow("other!");
    expect(names()).toEqual(["M1003"]);
  });
});
