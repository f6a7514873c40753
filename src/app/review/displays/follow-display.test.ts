import { proxy, ref } from "valtio";
import { describe, expect, it } from "vitest";
import { areasOf, type LayoutTree, parseLayout } from "../../../domain/layout.ts";
import type { DisplayGroup, WindowUpdate } from "../../../protocol/displays.ts";
import type { Area, Display, DisplayDocument, OpenedWindow, ReviewWorkspace } from "../workspace-types.ts";
import { structureOf } from "./display-document.ts";
import { makeDisplayStore } from "./display-store.ts";
import type { CallFailure } from "./display-store-types.ts";
import { followDisplay } from "./follow-display.ts";
import { isOwnView, withProperty } from "./overlay.ts";

const eeg = (area: string) => ({ area, componentId: "eeg_montage", version: 1, props: {} });
const treeOf = (template: string): LayoutTree => {
  const parsed = parseLayout(template);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.tree;
};
const group: DisplayGroup = {
  id: 1,
  name: "G",
  type: "personal",
  layouts: [
    { id: 1, name: "One", cssGridTemplate: '"a"', areas: [eeg("a")] },
    { id: 2, name: "Two", cssGridTemplate: '"a" "b"', areas: [eeg("a"), eeg("b")] },
  ],
  revision: 1,
  is_own: true,
  may_change: true,
  changed_by: "Ada",
  changed_at: 0,
};

/** A workspace whose windows are nothing but settings. */
function fakeWorkspace(document: DisplayDocument) {
  const display = proxy<Display>({ tree: null, areas: {}, active: "", isFixed: false });
  const listeners = new Set<() => void>();
  const editors = new Set<() => void>();
  const tell = (all: Set<() => void>) => {
    for (const one of [...all]) one();
  };
  let serial = 0;
  const open = (stored: DisplayDocument["areas"][string]): Area => ({
    state: "open",
    document: ref(stored),
    opened: ref({
      serial: ++serial,
      version: stored.componentId === "time_series_group" ? 2 : 1,
      window: { props: proxy({ HFF: 30, LFF: 1, ...stored.props }), timeline: proxy({}) },
      module: { stored: ({ props }: { props: object }) => ({ ...props }) },
    }) as never,
  });
  const workspace = {
    recording: { groups: [] },
    display,
    opened: (area: string) => display.areas[area]?.opened ?? null,
    stored: ({ window, module }: OpenedWindow) => module.stored(window),
    listen(listener: () => void) {
      listeners.add(listener);
      listener();
      return () => listeners.delete(listener);
    },
    onEdit(listener: () => void) {
      editors.add(listener);
      return () => editors.delete(listener);
    },
    show(next: DisplayDocument | null, { isSame } = { isSame: false }) {
      const tree = (next?.tree ?? null) as LayoutTree | null;
      const letters = tree === null ? [] : areasOf(tree);
      for (const area of Object.keys(display.areas)) if (!isSame || !letters.includes(area)) delete display.areas[area];
      display.tree = tree === null || typeof tree === "string" ? tree : ref(tree);
      for (const area of letters) display.areas[area] ??= open(next?.areas[area] ?? eeg(area));
      tell(listeners);
    },
    resize(tree: LayoutTree) {
      display.tree = typeof tree === "string" ? tree : ref(tree);
      tell(editors);
    },
    snapshot: () => ({
      tree: display.tree,
      areas: Object.fromEntries(Object.entries(display.areas).map(([area, { document: stored }]) => [area, stored])),
      spans: {},
    }),
  };
  workspace.show(document);
  return workspace as typeof workspace & ReviewWorkspace;
}

class Refusal extends Error {
  constructor(readonly kind: CallFailure["kind"]) {
    super(kind);
  }
}

async function open(chosen: number, { layouts, type } = group) {
  const server = {
    group: structuredClone({ ...group, layouts, type }),
    sent: [] as WindowUpdate[],
    told: [] as string[],
    failure: null as CallFailure["kind"] | null,
    mayWrite: "yes" as "yes" | "later",
  };
  const store = makeDisplayStore({
    ask: async () => ({ layouts: [structuredClone(server.group)], views: {} }),
    create: () => Promise.reject(new Refusal("refused")),
    async modify({ revision }, name, layouts) {
      if (revision !== server.group.revision) throw new Refusal("changed");
      server.group = { ...server.group, name, layouts: structuredClone(layouts) as never, revision: revision + 1 };
      return structuredClone(server.group);
    },
    remove: async () => {},
    async update(_, updates) {
      if (server.failure !== null) throw new Refusal(server.failure);
      server.sent.push(...updates);
      const ofGroup = updates.filter((update) => !isOwnView(server.group, update));
      server.group = ofGroup.reduce(withProperty, { ...server.group, revision: server.group.revision + 1 });
      return structuredClone(server.group);
    },
    failureOf: (error) => ({ kind: error instanceof Refusal ? error.kind : "refused", reason: String(error) }),
    mayWrite: () => server.mayWrite,
    canOutlivePage: () => true,
    tell: (reason) => server.told.push(reason),
    remembered: () => ({ group: 1, display: chosen }),
    remember: () => {},
    now: () => 0,
    later: () => () => {},
  });
  const settled = async () => {
    for (let k = 0; k < 100; k++) await Promise.resolve();
  };
  await settled();
  const shown = layouts[chosen - 1];
  const areas = Object.fromEntries(shown.areas.map(({ area, ...window }) => [area, window]));
  const workspace = fakeWorkspace({ tree: treeOf(shown.cssGridTemplate), areas, spans: {} });
  const followed = followDisplay(workspace, store, {
    chosen: { group: 1, display: chosen },
    structure: structureOf(shown),
  });
  const props = (area: string) => workspace.opened(area)?.window.props as { HFF: number };
  return { server, store, workspace, followed, props, settled };
}

const templates = ({ layouts }: DisplayGroup) => layouts.map(({ cssGridTemplate }) => cssGridTemplate);

it("keeps a setting that was changed right before another display was chosen, and shows that one", async () => {
  const { server, store, workspace, props, settled } = await open(1);
  props("a").HFF = 70;
  store.chooseDisplay(1, 2);
  expect(Object.keys(workspace.display.areas)).toEqual(["a", "b"]);
  store.saveNow();
  await settled();
  expect(server.sent).toMatchObject([{ display_id: 1, window_id: "a", property_name: "HFF", value: 70 }]);
});

it("waits for what was set in a window, and sends it again after it was refused", async () => {
  const { server, props, followed } = await open(1);
  expect(followed.keeper.isKept()).toBe(true);
  props("a").HFF = 70;
  server.failure = "refused";
  await expect(followed.keeper.save("a")).rejects.toThrow("refused");
  server.failure = null;
  await followed.keeper.save("a");
  expect(server.sent).toMatchObject([{ display_id: 1, window_id: "a", property_name: "HFF", value: 70 }]);
  expect(server.told).toEqual([]);
});

describe("a window whose document is of an older version of its kind", () => {
  const props = { viewDuration: 60_000, source: "of version 1" };
  const older = { area: "a", componentId: "time_series_group", version: 1, props };
  const layouts = [{ id: 1, name: "One", cssGridTemplate: '"a"', areas: [older] }];
  const openOlder = async (type = "personal") => {
    const world = await open(1, { ...group, layouts, type });
    const set = world.workspace.opened("a")?.window.props as Record<string, unknown>;
    delete set.source; // as it is read
    return { ...world, set };
  };

  it("is saved whole, in the present version, and by its properties from then on", async () => {
    const { server, followed, set } = await openOlder();
    set.HFF = 70;
    await followed.keeper.save("a");
    const [{ areas }] = server.group.layouts;
    expect(areas).toEqual([{ ...older, version: 2, props: { HFF: 70, LFF: 1, viewDuration: 60_000 } }]);
    set.LFF = 3;
    await followed.keeper.save("a");
    expect(server.sent).toMatchObject([{ version: 2, property_name: "LFF", value: 3 }]);
  });

  it("says that it could not be saved, and is saved when it is tried again", async () => {
    const { server, followed, set, settled } = await openOlder();
    server.mayWrite = "later";
    set.HFF = 70;
    await expect(followed.keeper.save("a")).rejects.toThrow("not signed in");
    server.mayWrite = "yes";
    await followed.keeper.save("a");
    expect(server.group.layouts[0].areas[0].props).toMatchObject({ HFF: 70 });
    expect(server.told).toEqual([]);
    await settled();
  });

  it("keeps what of a Shared display is each person's own as it was", async () => {
    const { server, store, followed, set, settled } = await openOlder("ward");
    set.viewDuration = 3_600_000;
    set.HFF = 70;
    followed.untie();
    store.saveNow();
    await settled();
    expect(server.sent).toMatchObject([{ property_name: "viewDuration", value: 3_600_000 }]);
    expect(server.group.layouts[0].areas[0]).toMatchObject({ version: 2, props: { HFF: 70, viewDuration: 60_000 } });
  });
});

it("saves what was set before view mode, and nothing that is set in it, also not afterwards", async () => {
  const { server, followed, workspace, props, settled } = await open(1);
  props("a").HFF = 70;
  await settled();
  workspace.display.isFixed = true;
  expect(followed.keeper.isKept()).toBe(false);
  props("a").HFF = 15;
  await settled();
  followed.leave();
  workspace.display.isFixed = false;
  await settled();
  expect(server.sent.map(({ property_name, value }) => [property_name, value])).toEqual([["HFF", 70]]);
  followed.untie();
});

it("keeps nothing that was taken back after it could not be saved", async () => {
  for (const kind of ["away", "refused"] as const) {
    const { server, store, props, followed, settled } = await open(1);
    props("a").HFF = 70;
    server.failure = kind;
    await expect(followed.keeper.save("a")).rejects.toThrow(kind);
    server.failure = null;
    props("a").HFF = 30;
    followed.untie();
    store.saveNow();
    await settled();
    expect(server.sent.map(({ value }) => value)).toEqual([30]);
    expect(store.display({ group: 1, display: 1 })?.areas[0].props).toEqual({ HFF: 30 });
  }
});

it("does not send by itself what was refused, and takes out what a window has no more", async () => {
  const { server, store, workspace, props, followed, settled } = await open(1);
  props("a").HFF = 70;
  server.failure = "refused";
  await expect(followed.keeper.save("a")).rejects.toThrow("refused");
  server.failure = null;
  delete (workspace.opened("a")?.window.props as { LFF?: number }).LFF;
  followed.untie();
  store.saveNow();
  await settled();
  expect(server.sent).toMatchObject([{ property_name: "LFF", value: undefined }]);
});

it("holds the page for what was set while nobody is signed in, and for a rearrangement beside a setting", async () => {
  const { server, workspace, props, followed, settled } = await open(2);
  expect(followed.holdsPage()).toBe(false);
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  expect(followed.holdsPage()).toBe(false);
  props("a").HFF = 70;
  expect(followed.holdsPage()).toBe(true);
  followed.leave();
  await settled();
  expect(followed.holdsPage()).toBe(false);
  expect(templates(server.group)[1]).toBe('"a" 60% "b" 40%');
  expect(server.group.layouts[1].areas[0].props).toEqual({ HFF: 70 });
  props("a").HFF = 50;
  server.mayWrite = "later";
  expect(followed.holdsPage()).toBe(true);
});

it("writes a rearrangement into the display it was made in, whatever is shown afterwards", async () => {
  const { server, store, workspace, settled } = await open(2);
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  workspace.resize(treeOf('"a" 62% "b" 38%'));
  store.chooseDisplay(1, 1);
  await settled();
  expect(templates(server.group)).toEqual(['"a"', '"a" 62% "b" 38%']);
  expect(server.group.revision).toBe(2);
  expect(workspace.display.tree).toBe("a");
});

it("shows nothing anew while a rearrangement is sent: windows that came with it stay the ones that they are", async () => {
  const { server, workspace, followed, settled } = await open(2);
  const shown: unknown[] = [];
  workspace.show = (document) => void shown.push(document);
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  followed.leave();
  await settled();
  expect(templates(server.group)[1]).toBe('"a" 60% "b" 40%');
  expect(shown).toEqual([]);
});

it("keeps a rearrangement when the group was changed elsewhere meanwhile", async () => {
  const { server, workspace, followed, settled } = await open(2);
  server.group = { ...server.group, revision: 5, name: "Renamed" };
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  followed.untie();
  await settled();
  expect(server.group).toMatchObject({ name: "Renamed", revision: 6 });
  expect(templates(server.group)[1]).toBe('"a" 60% "b" 40%');
  expect(server.told).toEqual([]);
});

it("takes a rearrangement back, and says so, when somebody rearranged the same display", async () => {
  const { server, store, workspace, settled } = await open(2);
  const theirs = { ...group.layouts[1], cssGridTemplate: '"a b"' };
  server.group = { ...server.group, revision: 5, layouts: [group.layouts[0], theirs] };
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  store.chooseDisplay(1, 1);
  await settled();
  expect(templates(server.group)).toEqual(['"a"', '"a b"']);
  expect(server.told).toHaveLength(1);
});

it("shows nothing of a display that somebody deleted", async () => {
  const { server, store, workspace, settled } = await open(2);
  server.group = { ...server.group, revision: 2, layouts: [group.layouts[0]] };
  store.hear({ id: 1, kind: "display_group", revision: 2 });
  await settled();
  expect(store.state.chosen).toEqual({ group: 1, display: null });
  expect(workspace.display.tree).toBeNull();
  expect(workspace.display.areas).toEqual({});
});

it("shows the chosen display where the workspace was opened with another one", async () => {
  const { store, workspace } = await open(2);
  workspace.show({ tree: "a", areas: { a: eeg("a") }, spans: {} });
  const followed = followDisplay(workspace, store, { chosen: null, structure: "" });
  expect(Object.keys(workspace.display.areas)).toEqual(["a", "b"]);
  expect(followed.shown().chosen).toEqual({ group: 1, display: 2 });
});

it("shows the view of a link, keeps nothing of what is done in it, and goes back", async () => {
  const { server, store, workspace, props, followed, settled } = await open(2);
  workspace.resize(treeOf('"a" 60% "b" 40%'));
  const shared = { name: "Theirs", cssGridTemplate: '"a"', areas: [{ ...eeg("a"), props: { HFF: 15 } }] };
  const visited = { key: "k", made_by: "Ada", made_at: 0, is_own: false, spans: [], active: "a", display: shared };
  store.visit(visited);
  expect(Object.keys(workspace.display.areas)).toEqual(["a"]);
  expect(props("a").HFF).toBe(15);
  expect(followed.shown()).toEqual({ chosen: null, structure: "", visited });
  expect(followed.keeper.isKept()).toBe(false);
  await settled();
  // What was under way is of the display it was made in.
  expect(templates(server.group)).toEqual(['"a"', '"a" 60% "b" 40%']);
  const { revision } = server.group;
  props("a").HFF = 70;
  workspace.resize("a");
  server.group = { ...server.group, revision: revision + 1, name: "Renamed" };
  store.hear({ id: 1, kind: "display_group", revision: revision + 1 });
  await settled();
  expect(followed.shown().visited).toEqual(visited);
  store.leaveVisited();
  expect(Object.keys(workspace.display.areas)).toEqual(["a", "b"]);
  expect(followed.shown().chosen).toEqual({ group: 1, display: 2 });
  store.visit({ ...visited, key: "l" });
  store.chooseDisplay(1, 2);
  expect(Object.keys(workspace.display.areas)).toEqual(["a", "b"]);
  followed.untie();
  store.saveNow();
  await settled();
  expect([server.sent, server.group.revision, server.told]).toEqual([[], revision + 1, []]);
});
