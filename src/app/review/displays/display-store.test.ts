import { expect, it } from "vitest";
import { withDisplay, withName, withOrder } from "../../../domain/displays.ts";
import type { WindowUpdate } from "../../../protocol/displays.ts";
import { display, eeg, groupOf, world } from "./test-displays.ts";

const names = ({ layouts }: { layouts: readonly { name: string }[] } = { layouts: [] }) =>
  layouts.map(({ name }) => name);
const update = (property_name: string, value: unknown, display_id = 1): WindowUpdate => ({
  display_id,
  window_id: "a",
  componentId: "eeg_montage",
  version: 1,
  property_name,
  value,
});

it("opens the display that was chosen last, else the first one; Personal groups come first", async () => {
  const groups = [groupOf(1, { type: "ward", name: "A" }), groupOf(2, { name: "Z" })];
  const first = world(groups);
  await first.rest();
  expect(first.store.state.groups.map(({ id }) => id)).toEqual([2, 1]);
  expect(first.store.state.chosen).toEqual({ group: 2, display: 1 });
  const again = world(groups, { group: 1, display: 2 });
  await again.rest();
  expect(again.store.state.chosen).toEqual({ group: 1, display: 2 });
  const gone = world(groups, { group: 1, display: 9 });
  await gone.rest();
  expect(gone.store.state.chosen).toEqual({ group: 1, display: 1 });
});

it("says that the groups could not be fetched, and fetches them again", async () => {
  const { server, store, rest } = world([groupOf(1)], null, "away");
  await rest();
  expect(store.state.status).toBe("failed");
  server.failure = null;
  const done = store.reload();
  await done;
  expect(store.state.status).toBe("ready");
  expect(store.state.failure).toBeNull();
});

it("makes a change over what somebody else changed meanwhile", async () => {
  const { server, store, rest } = world();
  await rest();
  server.groups = [groupOf(1, { revision: 7, layouts: [display(1, "theirs"), display(2), display(3)] })];
  await store.change(1, null, (layouts) => withName(layouts, 2, "mine"));
  expect(names(server.groups[0])).toEqual(["theirs", "mine", "D3"]);
  expect(server.groups[0].revision).toBe(8);
});

it("makes changes one after another, each over the one before", async () => {
  const { server, store, rest } = world();
  await rest();
  const add = (name: string) =>
    store.change(1, null, (layouts) => withDisplay(layouts, { name, cssGridTemplate: '"a"', areas: [eeg()] }));
  await Promise.all([add("x"), add("y"), store.renameGroup(1, "Night")]);
  expect(names(server.groups[0])).toEqual(["D1", "D2", "x", "y"]);
  expect(server.groups[0].name).toBe("Night");
});

it("shows an order at once and takes it back when it is refused", async () => {
  const { server, store, rest } = world();
  await rest();
  const move = () => store.changeAtOnce(1, (layouts) => ({ layouts: withOrder(layouts, 2, 0) }));
  server.failure = "refused";
  const refused = move();
  expect(names(store.group(1))).toEqual(["D2", "D1"]);
  await refused;
  expect(names(store.group(1))).toEqual(["D1", "D2"]);
  expect(server.told).toHaveLength(1);
  server.failure = null;
  await move();
  expect(names(server.groups[0])).toEqual(["D2", "D1"]);
});

it("sends properties together after a rest, the last value of each, and again when the server was away", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 30));
  store.setProperty(1, update("HFF", 70));
  store.setProperty(1, update("LFF", 1));
  expect(store.group(1)?.layouts[0].areas[0].props).toEqual({ HFF: 70, LFF: 1 });
  expect(store.state).toMatchObject({ isSaving: true, savedAtMs: null });
  server.failure = "away";
  await rest();
  expect(store.state.waiting).not.toBeNull();
  expect(store.state).toMatchObject({ isSaving: true, savedAtMs: null });
  server.failure = null;
  server.nowMs = 5000;
  await rest();
  expect(server.sent).toEqual([[update("HFF", 70), update("LFF", 1)]]);
  // Saved is what the server has said it has, and when.
  expect(store.state).toMatchObject({ waiting: null, isSaving: false, savedAtMs: 5000 });
});

it("sends what waits of all windows at once as the page goes, in nobody else's name", async () => {
  const { server, store, rest } = world();
  await rest();
  const other = { ...update("HFF", 50), display_id: 2 };
  store.setProperty(1, update("HFF", 70));
  store.setProperty(1, update("LFF", 1));
  store.setProperty(1, other);
  store.leave();
  // The page is asked to go, and then hidden: what is on its way is not sent twice.
  store.leave();
  const both = [[update("HFF", 70), update("LFF", 1)], [other]];
  expect(server.sent).toEqual(both);
  server.mayWrite = "later";
  store.leave();
  expect(server.sent).toEqual(both);
  // The page stays: whatever was not confirmed is sent again.
  server.mayWrite = "yes";
  await rest();
  expect(server.sent).toEqual([...both, ...both]);
});

it("sends a rearrangement before the properties that would raise its revision, as the page goes", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  const renamed = store.changeAtOnce(1, (layouts) => withName(layouts, 1, "new"), true);
  store.leave();
  expect(server.sent).toEqual([]);
  await renamed;
  await rest();
  expect(server.outliving).toEqual(["modify", "update"]);
  expect(server.sent).toEqual([[update("HFF", 70)]]);
  expect(names(server.groups[0])).toEqual(["new", "D2"]);
  expect(server.asked).toBe(1);
});

it("holds the page for what may be lost with it, and for nothing else", async () => {
  const { server, store, rest } = world();
  await rest();
  server.mayWrite = "later";
  expect(store.holdsPage(null)).toBe(false);
  expect(store.holdsPage(1)).toBe(true);
  store.setProperty(1, update("HFF", 70));
  expect(store.holdsPage(null)).toBe(true);
  server.mayWrite = "yes";
  expect(store.holdsPage(null)).toBe(false);
  expect(store.holdsPage(1)).toBe(true);
  server.canOutlivePage = false;
  expect(store.holdsPage(null)).toBe(true);
  server.canOutlivePage = true;
  server.failure = "away";
  await rest();
  expect(store.holdsPage(null)).toBe(true);
  server.mayWrite = "never";
  expect(store.holdsPage(null)).toBe(false);
  server.mayWrite = "yes";
  server.failure = null;
  await rest();
  expect(store.holdsPage(null)).toBe(false);
  expect(store.holdsPage(1)).toBe(false);
  const renamed = store.changeAtOnce(1, (layouts) => withName(layouts, 1, "new"));
  expect(store.holdsPage(null)).toBe(true);
  await renamed;
  expect(store.holdsPage(null)).toBe(false);
  // A rearrangement would wait for another call.
  const other = store.change(1, null, (layouts) => withName(layouts, 1, "newer"));
  expect(store.holdsPage(null)).toBe(false);
  expect(store.holdsPage(1)).toBe(true);
  await other;
});

it("keeps a property that waits over what the server says of its group", async () => {
  const { store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  await store.reload();
  expect(store.group(1)?.layouts[0].areas[0].props).toEqual({ HFF: 70 });
});

it("drops a refused property and says why", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  server.failure = "refused";
  await rest();
  expect(server.told).toHaveLength(1);
  server.failure = null;
  await rest();
  expect(server.sent).toEqual([]);
});

it("saves what waits of a window at once, and says to whoever waits for it why it could not", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  await store.saveWindow(1, 1, "a");
  expect(server.sent).toEqual([[update("HFF", 70)]]);
  store.setProperty(1, update("HFF", 50));
  server.failure = "away";
  await expect(store.saveWindow(1, 1, "a")).rejects.toThrow("away");
  server.failure = null;
  await rest();
  expect(server.sent.at(-1)).toEqual([update("HFF", 50)]);
  store.setProperty(1, update("HFF", 30));
  server.failure = "refused";
  await expect(store.saveWindow(1, 1, "a")).rejects.toThrow("refused");
  expect(server.told).toEqual([]);
  server.mayWrite = "later";
  await expect(store.saveWindow(1, 1, "a")).rejects.toThrow("not signed in");
});

it("keeps span and speed of a Shared display to the reader", async () => {
  const { store, rest } = world([groupOf(1, { type: "ward" })]);
  await rest();
  store.setProperty(1, update("viewDuration", 10_000));
  expect(store.group(1)?.layouts[0].areas[0].props).toEqual({});
  expect(store.state.views).toEqual({ 1: { 1: { a: { viewDuration: 10_000 } } } });
});

it("goes to another group when the chosen one is deleted, and to none of its displays when that one is gone", async () => {
  const { server, store, rest } = world([groupOf(1), groupOf(2)]);
  await rest();
  await store.deleteGroup(1);
  expect(store.state.chosen).toEqual({ group: 2, display: 1 });
  server.groups = [groupOf(2, { revision: 2, layouts: [display(2)] })];
  store.hear({ id: 2, kind: "display_group", revision: 2 });
  await rest();
  expect(store.state.chosen).toEqual({ group: 2, display: null });
});

it("tells that somebody deleted the display on the screen, or its group, and nothing of the reader's own deletions", async () => {
  const { server, store, rest } = world([groupOf(1), groupOf(2)]);
  await rest();
  await store.deleteGroup(1);
  await rest();
  expect(server.told).toEqual([]);
  server.groups = [groupOf(2, { revision: 2, layouts: [display(2)] })];
  store.hear({ id: 2, kind: "display_group", revision: 2 });
  await rest();
  const lost = (name: string) => `The display ${name} was deleted, or is not shared with you any more.`;
  expect(server.told).toEqual([lost("D1")]);
  store.chooseDisplay(2, 2);
  server.groups = [];
  store.hear({ id: 2, kind: "display_group", revision: 3 });
  await rest();
  expect(server.told).toEqual([lost("D1"), lost("D2")]);
  expect(store.state.chosen).toBeNull();
});

it("asks nothing when the news is of what it knows", async () => {
  const { server, store, rest } = world();
  await rest();
  store.hear({ id: 1, kind: "display_group", revision: 1 });
  await rest();
  expect(server.asked).toBe(1);
});

it("keeps a change whose answer overtook a list that was asked for before it", async () => {
  const { server, store, rest } = world();
  await rest();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.slow = held;
  store.hear(null);
  await store.change(1, null, (layouts) => withName(layouts, 1, "new"));
  server.slow = null;
  answer();
  await rest();
  expect(names(store.group(1))).toEqual(["new", "D2"]);
});

it("never sends what waits in another person's name, also after the review was left", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  server.mayWrite = "later";
  store[Symbol.dispose]();
  await rest();
  expect(server.sent).toEqual([]);
  server.mayWrite = "never";
  await rest();
  server.mayWrite = "yes";
  await rest();
  expect(server.sent).toEqual([]);
  expect(server.timers.size).toBe(0);
});

it("takes no property of a window that stands somewhere else by now", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, { ...update("HFF", 70), componentId: "time_series_group" });
  store.setProperty(1, { ...update("HFF", 70), window_id: "b" });
  await rest();
  expect(server.sent).toEqual([]);
});

it("sends nothing of what was set in a window just before it was closed", async () => {
  const { server, store, rest } = world();
  await rest();
  store.setProperty(1, update("HFF", 70));
  store.setProperty(1, update("HFF", 100, 2));
  const closed = store.changeAtOnce(1, (layouts) => ({
    layouts: layouts.map((each) => (each.id === 1 ? { ...each, areas: [{ ...eeg(), area: "b" }] } : each)),
  }));
  await rest();
  await closed;
  await rest();
  expect([server.sent, server.told, store.state.isSaving]).toEqual([[[update("HFF", 100, 2)]], [], false]);
});

it("changes nothing by a blank name of a group", async () => {
  const { server, store, rest } = world();
  await rest();
  await store.renameGroup(1, "  ");
  expect(server.groups[0]).toMatchObject({ name: "G1", revision: 1 });
});
