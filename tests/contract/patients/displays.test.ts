/** Display groups and displays over HTTP (spec 001 sections 2.4 to 2.7 and 7): what people do with them, and who. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  createLayout,
  deleteLayout,
  displayGroupKind,
  displayViewsKind,
  getLayouts,
  modifyLayout,
  updateWindowProperties,
} from "../../../src/protocol/displays.ts";
import { displaysText } from "../../../src/protocol/text/displays-text.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { administrating, saveBody, twoWindows, update, type Viewer, viewerOf } from "./displays-world.ts";

const { refused } = displaysText;

let world: World;
let ann: Viewer;
let ben: Viewer;
let admin: Viewer;
/** As calls name what the workspace shares. */
let shared: string;
beforeAll(async () => {
  world = await makeWorld();
  const { rows } = await world.pool.query<{ name: string }>("select name from workspace where id = $1", [
    world.workspaceId,
  ]);
  shared = rows[0].name.toLowerCase();
}, 120_000);
/** Others for each test: one person's changes are counted. */
beforeEach(async () => {
  [ann, ben, admin] = [await viewerOf(world), await viewerOf(world), await viewerOf(world, administrating)];
});
afterAll(() => world?.close());

/** Every call that names a group, on this one. */
const tries = (layout_id: number, revision = 1) =>
  [
    [modifyLayout, { layout_id, revision, name: "mine", layouts: [], layout_type: shared }],
    [updateWindowProperties, { layout_id, updates: [update("LFF", 3)] }],
    [deleteLayout, { layout_id, revision }],
  ] as const;

it("begins with none, and makes groups with the fields of the specification", async () => {
  const cat = await viewerOf(world);
  expect(await cat.groups()).toEqual([]);
  expect(await cat.views()).toEqual({});
  const made = await cat.make("Personal", [twoWindows("Night"), { ...twoWindows("Day"), id: 77 }]);
  expect(made).toEqual({
    id: expect.any(Number),
    name: "Personal",
    type: "personal",
    layouts: [
      { id: 1, ...twoWindows("Night") },
      { id: 2, ...twoWindows("Day") },
    ],
    revision: 1,
    is_own: true,
    may_change: true,
    changed_by: "Test User",
    changed_at: expect.any(Number),
  });
  expect(await cat.groups()).toEqual([made]);
  const empty = await cat.make(" Empty ");
  expect(empty).toMatchObject({ name: "Empty", layouts: [] });
  expect(await cat.groups()).toEqual([made, empty]);
  expect(await cat.group(empty.id)).toEqual(empty);
  expect(await cat.group(2_000_000_000)).toBeUndefined();
});

it("saves a group whole: renamed, sorted, added to, edited, taken away; ids stay and are not used twice", async () => {
  const made = await ann.make("G", [twoWindows("A"), twoWindows("B"), twoWindows("C")]);
  const [a, b, c] = made.layouts;
  const sorted = await ann.save(made, { name: "H", layouts: [c, a, { ...b, name: "B2" }] });
  expect(sorted).toEqual({
    ...made,
    name: "H",
    layouts: [c, a, { ...b, name: "B2" }],
    revision: 2,
    changed_at: expect.any(Number),
  });
  const gone = await ann.save(sorted, { layouts: [a] });
  const bare = { name: "New", cssGridTemplate: '"a"', areas: [{ area: "a", componentId: "placeholder" }] };
  const added = await ann.save(gone, { layouts: [bare, a] });
  expect(added.layouts).toEqual([
    { id: 4, ...bare, areas: [{ area: "a", componentId: "placeholder", version: 1, props: {} }] },
    a,
  ]);
  // A pinwheel is a grid like any other.
  const areasOf = (letters: string) =>
    [...letters].map((area) => ({ area, componentId: "placeholder", version: 1, props: {} }));
  const pinwheel = { ...a, cssGridTemplate: '"a a b" "d e b" "d c c"', areas: areasOf("abcde") };
  // Areas are told by their place.
  expect((await ann.save(added, { layouts: [pinwheel] })).layouts).toEqual([{ ...pinwheel, areas: areasOf("abdec") }]);
  await ann.remove({ id: made.id, revision: 5 });
  expect((await ann.groups()).map(({ id }) => id)).not.toContain(made.id);
});

it("keeps windows of kinds and versions that the server does not know as they are", async () => {
  const made = await ann.make("Kept", [twoWindows("A")]);
  const window = { display_id: 1, window_id: "b", componentId: "of_a_later_version", version: 7 };
  const changed = await ann.update(made.id, update("more", { list: [1, null] }, window));
  expect(changed.layouts[0].areas[1]).toEqual({
    ...twoWindows("A").areas[1],
    props: { any: ["thing", { deep: null }], more: { list: [1, null] } },
  });
  expect(await ann.save(changed, { name: "Kept on" })).toMatchObject({ layouts: changed.layouts });
  await ann.remove({ id: made.id, revision: 3 });
});

it("shows what is Personal to its owner alone, and what is Shared to the workspace", async () => {
  const mine = await ann.make("Mine", [twoWindows("A")]);
  const ours = await ann.make("Ours", [twoWindows("A")], shared.toUpperCase());
  expect(ours).toMatchObject({ type: shared, is_own: true, may_change: true });
  for (const other of [ben, admin]) {
    expect((await other.groups()).map(({ id }) => id)).not.toContain(mine.id);
    for (const [route, body] of tries(mine.id)) {
      const foreign = await other.refused(route, body);
      expect(foreign).toMatchObject([404, "document_not_found", { errorMessage: documentsText.refused.notFound }]);
      expect(foreign).toEqual(await other.refused(route, { ...body, layout_id: 2_000_000_000 }));
    }
  }
  expect(await ben.group(ours.id)).toEqual({ ...ours, is_own: false, may_change: false });
  for (const [route, body] of tries(ours.id))
    expect(await ben.refused(route, body)).toMatchObject([
      403,
      "document_not_changeable",
      { errorMessage: documentsText.refused.notChangeable },
    ]);
  // A copy is theirs.
  const copy = await ben.make(`${ours.name} (copy)`, ours.layouts);
  expect(copy).toMatchObject({ type: "personal", is_own: true, layouts: ours.layouts });
  expect(await admin.save(ours, { name: "Tidied" })).toMatchObject({ name: "Tidied", revision: 2 });
  expect(await ann.group(ours.id)).toMatchObject({ name: "Tidied", is_own: true });
  expect(await ann.group(mine.id)).toEqual(mine);
});

it("leaves a group where it is: another access is a copy", async () => {
  const made = await ann.make("Stays");
  for (const layout_type of [shared, "standard", ""])
    expect(await ann.refused(modifyLayout, saveBody(made, { layout_type }))).toMatchObject([400, "bad_scope", {}]);
  for (const layout_type of ["standard", "", "another workspace"])
    expect(await ann.refused(createLayout, { name: "G", layouts: [], layout_type })).toMatchObject([
      400,
      "bad_scope",
      {},
    ]);
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("loses nothing when two people edit one Shared display: the second is told who, when, and both versions", async () => {
  const read = await ann.make("Rounds", [twoWindows("A")], shared);
  const theirs = await admin.save(read, { layouts: [{ ...read.layouts[0], name: "Of the administrator" }] });
  const mine = saveBody(read, { name: "Rounds", layouts: [{ ...read.layouts[0], cssGridTemplate: '"a b"' }] });
  const [status, code, said] = await ann.refused(modifyLayout, mine);
  expect([status, code]).toEqual([409, "document_changed"]);
  expect(said.errorMessage).toMatch(/^This was changed by Test User at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  expect(said.theirs).toEqual({ ...theirs, is_own: true });
  const { layout_type: _, ...yours } = mine;
  expect(said.yours).toEqual(yours);
  expect(await ann.group(read.id)).toEqual({ ...theirs, is_own: true });
  // Mine as a copy, and theirs stays.
  expect((await ann.make("Rounds (copy)", mine.layouts, shared)).layouts[0].cssGridTemplate).toBe('"a b"');
  const [, late, deleted] = await ann.refused(deleteLayout, { layout_id: read.id, revision: 1 });
  expect([late, deleted.theirs, deleted.yours]).toEqual(["document_changed", { ...theirs, is_own: true }, undefined]);
  // Of both at once one is saved, whichever it is.
  const both = await Promise.all(
    [ann, admin].map(({ token }, k) => world.call(modifyLayout, saveBody(theirs, { name: `Raced ${k}` }), { token })),
  );
  expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
  const saved = both.findIndex((one) => one.status === 200);
  expect(await ben.group(read.id)).toMatchObject({ name: `Raced ${saved}`, revision: 3 });
});

it("merges single properties of windows, the last one wins, and tells a save of the structure from before", async () => {
  const read = await ann.make("Settings", [twoWindows("A"), twoWindows("B")], shared);
  await Promise.all([
    ann.update(read.id, update("LFF", 3), update("HFF", 70)),
    admin.update(read.id, update("notch", null), update("LFF", 2, { display_id: 2 })),
  ]);
  const now = await ben.group(read.id);
  expect(now?.layouts.map(({ areas }) => areas[0].props)).toEqual([
    { LFF: 3, HFF: 70, notch: null },
    { LFF: 2, notch: 60 },
  ]);
  expect(now?.revision).toBe(3);
  const last = await admin.update(read.id, update("LFF", 0.5));
  expect(last).toMatchObject({ revision: 4 });
  expect((await ann.update(read.id, update("LFF", 0.5))).revision).toBe(4);
  expect((await ann.update(read.id, update("HFF"))).layouts[0].areas[0].props).toEqual({ LFF: 0.5, notch: null });
  expect(await ann.refused(modifyLayout, saveBody(read, { name: "Late" }))).toMatchObject([
    409,
    "document_changed",
    {},
  ]);
});

it("writes into no window that is another one by now", async () => {
  const made = await ann.make("Windows", [twoWindows("A")]);
  for (const more of [
    { componentId: "histogram" },
    { version: 2 },
    { window_id: "c" },
    { display_id: 2 },
    { window_id: "b" },
  ])
    expect(
      await ann.refused(updateWindowProperties, {
        layout_id: made.id,
        updates: [update("HFF", 70), update("LFF", 3, more)],
      }),
    ).toMatchObject([409, "window_changed", { errorMessage: refused.windowChanged }]);
  // All of a call or nothing.
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("keeps span, speed and link of a Shared display to each person", async () => {
  const [dan, eve] = [await viewerOf(world), await viewerOf(world)];
  const ours = await ann.make("Watched", [twoWindows("A"), twoWindows("B")], shared);
  const answered = await dan.update(
    ours.id,
    update("viewDuration", 10_000),
    update("isLinked", false, { display_id: 2 }),
  );
  expect(answered).toEqual({ ...ours, is_own: false, may_change: false });
  await eve.update(ours.id, update("playbackSpeed", 100));
  await ann.update(ours.id, update("viewDuration", 60_000));
  const own = (windows: object) => ({ [ours.id]: windows });
  expect(await dan.views()).toEqual(own({ 1: { a: { viewDuration: 10_000 } }, 2: { a: { isLinked: false } } }));
  expect(await eve.views()).toEqual(own({ 1: { a: { playbackSpeed: 100 } } }));
  expect(await ann.group(ours.id)).toEqual(ours);
  const told = () =>
    world.events.flatMap((event) =>
      event.kind === "document-changed" && event.documentKind === displayViewsKind ? [event.ownerId] : [],
    );
  await expect.poll(told).toEqual([dan.id, eve.id, ann.id]);
  // Together with what is the document's: all of it or nothing.
  const mixed = { layout_id: ours.id, updates: [update("viewDuration", 5000), update("LFF", 3)] };
  expect(await dan.refused(updateWindowProperties, mixed)).toMatchObject([403, "document_not_changeable", {}]);
  const wrong = [update("LFF", 3), update("viewDuration", "long")];
  expect(await ann.refused(updateWindowProperties, { layout_id: ours.id, updates: wrong })).toMatchObject([
    400,
    "bad_document",
    {},
  ]);
  expect(await ann.group(ours.id)).toEqual(ours);
  expect(await dan.views()).toMatchObject(own({ 1: { a: { viewDuration: 10_000 } } }));
  // What is gone is forgotten with the next change; a Personal display is changed itself.
  const rest = await ann.save(ours, { layouts: [ours.layouts[0]] });
  expect(await dan.update(ours.id, update("viewDuration", 20_000))).toMatchObject({ revision: 2 });
  expect(await dan.views()).toEqual(own({ 1: { a: { viewDuration: 20_000 } } }));
  await ann.remove(rest);
  const another = await ann.make("Watched too", [twoWindows("A")], shared);
  await dan.update(another.id, update("viewDuration", 30_000));
  expect(await dan.views()).toEqual({ [another.id]: { 1: { a: { viewDuration: 30_000 } } } });
  const mine = await dan.make("Mine", [twoWindows("A")]);
  expect((await dan.update(mine.id, update("viewDuration", 30_000))).layouts[0].areas[0].props).toMatchObject({
    viewDuration: 30_000,
  });
});

it("copies a display that is just being deleted wholly or not at all", async () => {
  const read = await ann.make("Copied from", [twoWindows("A"), twoWindows("B")], shared);
  const [a, b] = read.layouts;
  const { id: _, ...copied } = b;
  const bodies = [
    [ann, saveBody(read, { layouts: [a] })],
    [admin, saveBody(read, { layouts: [a, b, { ...copied, name: "B (copy)" }] })],
  ] as const;
  const answers = await Promise.all(bodies.map(([{ token }, body]) => world.call(modifyLayout, body, { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const now = await ann.group(read.id);
  expect(now?.layouts.map(({ name }) => name)).toEqual(answers[0].status === 200 ? ["A"] : ["A", "B", "B (copy)"]);
  // From the newest revision, of a display that is gone by then.
  const rest = now?.layouts.length === 1 ? now : await ann.save(now as never, { layouts: [a] });
  expect(await admin.refused(modifyLayout, saveBody(rest, { layouts: [a, b] }))).toMatchObject([
    404,
    "display_not_found",
    { errorMessage: `Layout not found: ${b.id}` },
  ]);
  // A copy of the group beside its deletion is whole either way.
  const [copy] = await Promise.all([ben.make("Copied (copy)", read.layouts), ann.remove(rest)]);
  expect(copy.layouts).toEqual(read.layouts);
  expect(await ben.refused(...tries(rest.id, rest.revision)[0])).toMatchObject([404, "document_not_found", {}]);
});

it("writes down every change and tells who may see it", async () => {
  const fay = await viewerOf(world);
  const made = await fay.make("Told", [twoWindows("A")], shared);
  await fay.update(made.id, update("LFF", 2));
  const { revision } = await fay.update(made.id, update("LFF", 3));
  await fay.remove({ id: made.id, revision });
  const event = { kind: "document-changed", workspaceId: world.workspaceId, ownerId: null };
  const told = () => world.events.filter((each) => each.kind === "document-changed" && each.documentId === made.id);
  await expect
    .poll(told)
    .toEqual(
      [1, 2, 3, 4].map((each) => ({ ...event, documentId: made.id, documentKind: displayGroupKind, revision: each })),
    );
  const facts = { document_id: made.id, document_kind: displayGroupKind };
  const { rows } = await world.pool.query(
    "select action, facts, times, permission from user_action where user_id = $1 and kind = 'change' order by id",
    [fay.id],
  );
  const permission = "visualize_data";
  expect(rows).toEqual([
    { action: createLayout.path, facts, times: 1, permission },
    { action: updateWindowProperties.path, facts, times: 2, permission },
    { action: deleteLayout.path, facts, times: 1, permission },
  ]);
});

it("answers each call by who may see data", async () => {
  const blind = await viewerOf(world, ["access_data_upload_patient_subpage"]);
  expect((await blind.refused(getLayouts, {}))[0]).toBe(403);
  for (const [route, body] of [
    ...tries(1),
    [createLayout, { name: "x", layouts: [], layout_type: "personal" }],
  ] as const)
    expect((await blind.refused(route, body))[0]).toBe(403);
});

/** By the members alone that the specification gives its calls. */
const saveAlone = (layout_id: number, name: string, layouts: readonly object[], layout_type = "personal") =>
  world.answer(modifyLayout, { layout_id, name, layouts, layout_type }, { token: ann.token });

it("is saved and deleted without a revision by who knows the specification's members alone: the last one counts", async () => {
  const made = await ann.make("Plain", [twoWindows("A"), twoWindows("B")]);
  const [a, b] = made.layouts;
  // What was added since has an id that its maker made up.
  const added = { ...twoWindows("C"), id: 1_764_190_000_000 };
  const saved = await saveAlone(made.id, "Plainer", [{ ...b, name: "B2" }, added, a]);
  expect(saved).toMatchObject({ name: "Plainer", layouts: [{ ...b, name: "B2" }, { ...twoWindows("C"), id: 3 }, a] });
  expect(await saveAlone(made.id, "Plain", [a])).toMatchObject({ layouts: [a], revision: 3 });
  expect(await ann.refused(modifyLayout, saveBody(made))).toMatchObject([409, "document_changed", {}]);
  await world.answer(deleteLayout, { layout_id: made.id }, { token: ann.token });
  expect(await ann.group(made.id)).toBeUndefined();
});

it("takes a grid as its rows, and letters of either case", async () => {
  const area = (letter: string) => ({ area: letter, componentId: "placeholder", version: 1, props: {} });
  const areas = [area("B"), area("A"), area("C")];
  const read = { id: 1, name: "G", cssGridTemplate: '"B A" "B C"', areas };
  for (const cssGridTemplate of ['"B A" "B C"', ["B A", "B C"], [["B", "A"], ["B", "C"]]]) // biome-ignore format: a grid
    expect((await saveAlone((await ann.make("Grid")).id, "Grid", [{ ...read, cssGridTemplate }])).layouts).toEqual([
      read,
    ]);
  for (const cssGridTemplate of [[], [[]], [["A", "B"], ["C"]], ['A" "B', "C"]]) {
    const body = { name: "Grid", layouts: [{ ...read, cssGridTemplate }], layout_type: "personal" };
    expect(await ann.refused(createLayout, body)).toMatchObject([400, "bad_layout", {}]);
  }
});

it("changes one property by its name, the layout, the window and the value", async () => {
  const made = await ann.make("One", [twoWindows("A")]);
  const set = (more: object) => ({ layout_id: made.id, property_name: "LFF", window_id: "a", value: 3, ...more });
  const changed = await world.answer(updateWindowProperties, set({}), { token: ann.token });
  expect(changed.layouts[0].areas[0].props).toEqual({ LFF: 3, notch: 60 });
  const gone = await world.answer(updateWindowProperties, set({ value: undefined }), { token: ann.token });
  expect(gone.layouts[0].areas[0].props).toEqual({ notch: 60 });
  expect(await ann.refused(updateWindowProperties, set({ window_id: "z" }))).toMatchObject([409, "window_changed", {}]);
  for (const missing of ["property_name", "window_id"])
    expect(await ann.refused(updateWindowProperties, set({ [missing]: undefined }))).toMatchObject([
      400,
      "bad_property",
      { errorMessage: refused.noWindow },
    ]);
  const two = await saveAlone(made.id, "Two", [...gone.layouts, twoWindows("B")]);
  expect(await ann.refused(updateWindowProperties, set({}))).toMatchObject([
    400,
    "bad_property",
    { errorMessage: refused.whichWindow },
  ]);
  const { layouts } = await world.answer(updateWindowProperties, set({ display_id: 2 }), { token: ann.token });
  expect(layouts).toEqual([two.layouts[0], { ...two.layouts[1], areas: [expect.anything(), two.layouts[1].areas[1]] }]);
  expect(layouts[1].areas[0].props).toEqual({ LFF: 3, notch: 60 });
});
