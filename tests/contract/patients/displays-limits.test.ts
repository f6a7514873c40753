/** Display groups under people and programs that mean no good, over versions, and over a failure half way. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  createLayout,
  type DisplayForm,
  deleteLayout,
  displayGroupKind,
  getLayouts,
  modifyLayout,
  updateWindowProperties,
} from "../../../src/protocol/displays.ts";
import { getDocuments, mergeDocument, mergeOwnDocument, saveDocument } from "../../../src/protocol/documents.ts";
import { displaysText } from "../../../src/protocol/text/displays-text.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { catalogueOf, type DocumentKind, documentKinds } from "../../../src/server/documents/index.ts";
import { addToken, addWorkspace, setPermissions } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { administrating, saveBody, twoWindows, update, type Viewer, viewerOf } from "./displays-world.ts";

const { refused } = displaysText;
const area = (letter: string, props: object = {}) => ({ area: letter, componentId: "placeholder", version: 1, props });
const plain = (more: Partial<DisplayForm> = {}): DisplayForm => ({
  name: "A",
  cssGridTemplate: '"a"',
  areas: [area("a") as DisplayForm["areas"][number]],
  ...more,
});

let world: World;
let ann: Viewer;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
/** Somebody else for each test: one person's changes are counted. */
beforeEach(async () => {
  ann = await viewerOf(world);
});
afterAll(() => world?.close());

const personal = (layouts: unknown, name = "G") => ({ name, layouts, layout_type: "personal" });

it("takes ten displays and refuses an eleventh in the specified words, whichever call brings it", async () => {
  const ten = await ann.make(
    "Ten",
    Array.from({ length: 10 }, (_, k) => twoWindows(`D${k}`)),
  );
  const eleven = [...ten.layouts, plain()];
  for (const [route, body] of [
    [createLayout, personal(eleven)],
    [modifyLayout, saveBody(ten, { layouts: eleven })],
  ] as const)
    expect(await ann.refused(route, body)).toEqual([
      409,
      "too_many_displays",
      { errorMessage: "Refused: Cannot have more than 10 layout groups.", code: "too_many_displays" },
    ]);
  expect((await ann.refused(createLayout, personal(Array.from({ length: 101 }, () => plain()))))[0]).toBe(400);
  expect(await ann.group(ten.id)).toEqual(ten);
  await ann.remove(ten);
});

it("refuses names that do not fit, with what they may be", async () => {
  const made = await ann.make("x".repeat(50), [plain({ name: "y".repeat(25) })]);
  expect(made).toMatchObject({ name: "x".repeat(50), layouts: [{ name: "y".repeat(25) }] });
  for (const name of ["", " ", "x".repeat(51), "two\nlines", "a\u0007", "a\u2028x"])
    for (const [route, body] of [
      [createLayout, personal([], name)],
      [modifyLayout, saveBody(made, { name })],
    ] as const)
      expect(await ann.refused(route, body)).toMatchObject([
        400,
        "bad_name",
        { errorMessage: documentsText.refused.badName(50) },
      ]);
  for (const name of ["", " ", "x".repeat(26), "two\nlines"])
    for (const [route, body] of [
      [createLayout, personal([plain({ name })])],
      [modifyLayout, saveBody(made, { layouts: [plain({ name })] })],
    ] as const)
      expect(await ann.refused(route, body)).toMatchObject([400, "bad_name", { errorMessage: refused.displayName }]);
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("refuses templates that are empty, ragged or torn, and windows that are not those of the template", async () => {
  const made = await ann.make("Grid", [plain()]);
  const letters = "abcdefghijklmnopq";
  for (const [more, errorMessage] of [
    [{ cssGridTemplate: "" }, refused.gridTemplate],
    [{ cssGridTemplate: '""' }, refused.gridTemplate],
    [{ cssGridTemplate: '"a b" "a"' }, refused.gridTemplate],
    [{ cssGridTemplate: '"a" url(//x)' }, refused.gridTemplate],
    [{ cssGridTemplate: '"a b" "b a"', areas: [area("a"), area("b")] }, refused.gridAreas],
    [{ areas: [] }, refused.gridAreas],
    [{ areas: [area("a"), area("a")] }, refused.gridAreas],
    [{ areas: [area("b")] }, refused.gridAreas],
    [
      { cssGridTemplate: `"${[...letters].join(" ")}"`, areas: [...letters].map((each) => area(each)) },
      refused.tooManyAreas,
    ],
  ] as const)
    for (const [route, body] of [
      [createLayout, personal([{ ...plain(), ...more }])],
      [modifyLayout, saveBody(made, { layouts: [{ ...made.layouts[0], ...(more as object) }] })],
    ] as const)
      expect(await ann.refused(route, body)).toMatchObject([400, "bad_layout", { errorMessage }]);
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("takes no forged ids: of displays that are not the group's, of other documents, twice the same", async () => {
  const made = await ann.make("Own", [plain(), plain({ name: "B" })]);
  const [a] = made.layouts;
  expect(await ann.refused(modifyLayout, saveBody(made, { layouts: [{ ...a, id: 3 }] }))).toMatchObject([
    404,
    "display_not_found",
    { errorMessage: "Layout not found: 3" },
  ]);
  expect(await ann.refused(modifyLayout, saveBody(made, { layouts: [a, a] }))).toMatchObject([400, "bad_document", {}]);
  const settings = await world.answer(
    mergeOwnDocument,
    { kind: "personal_settings", version: 1, changes: [{ path: ["theme"], value: "dark" }] },
    { token: ann.token },
  );
  const body = { layout_id: settings.id, revision: 1, name: "", layouts: [], layout_type: "personal" };
  for (const [route, call] of [
    [modifyLayout, body],
    [deleteLayout, { layout_id: settings.id, revision: 1 }],
    [updateWindowProperties, { layout_id: settings.id, updates: [update("LFF", 1)] }],
  ] as const)
    expect(await ann.refused(route, call)).toMatchObject([404, "document_not_found", {}]);
  expect(await ann.group(settings.id)).toBeUndefined();
  // By the calls of all documents the same rules hold.
  const generic = { document_id: made.id, version: 1, revision: 1, name: "Own" };
  const torn = { displays: { 1: { name: "A", cssGridTemplate: '"a" "b"', areas: {} } }, order: [1], next: 2 };
  for (const [content, code] of [
    [torn, "bad_layout"],
    [{ ...torn, order: [2] }, "bad_document"],
    [{ ...torn, order: [1, 1] }, "bad_document"],
    [{ ...torn, next: 1 }, "bad_document"],
    [{ ...torn, displays: { __proto__x: {} } }, "bad_document"],
  ] as const)
    expect(await ann.refused(saveDocument, { ...generic, content })).toMatchObject([400, code, {}]);
  for (const [path, code] of [
    [["displays", "1", "name"], "bad_property"],
    [["displays", "9", "areas", "a", "props", "LFF"], "bad_document"],
    [["next"], "bad_property"],
  ] as const) {
    const changes = [{ path, value: 1 }];
    expect(await ann.refused(mergeDocument, { document_id: made.id, version: 1, changes })).toMatchObject([
      400,
      code,
      {},
    ]);
  }
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("takes no bodies that are none of its calls, however large or nested", async () => {
  const window = update("LFF", 1);
  for (const [route, body] of [
    [getLayouts, { layout_ids: ["1"] }],
    [getLayouts, { layout_ids: [1e300] }],
    [createLayout, { ...personal([]), layouts: {} }],
    [createLayout, { ...personal([]), name: 7 }],
    [createLayout, personal([plain({ areas: [{ ...area("a"), area: "<b>" }] as never })])],
    [createLayout, personal([plain({ areas: [{ ...area("a"), componentId: "Not a kind" }] as never })])],
    [createLayout, personal([plain({ areas: [{ ...area("a"), version: 0 }] as never })])],
    [createLayout, personal([plain({ areas: [{ ...area("a"), props: [] }] as never })])],
    [
      createLayout,
      personal([
        plain({ areas: [area("a", Object.fromEntries(Array.from({ length: 101 }, (_, k) => [`p${k}`, k])))] as never }),
      ]),
    ],
    [modifyLayout, { layout_id: -1, revision: 1, ...personal([]) }],
    [modifyLayout, { layout_id: 1, revision: "newest", ...personal([]) }],
    [deleteLayout, { layout_id: 1, revision: 0.5 }],
    [updateWindowProperties, { layout_id: 1, updates: [] }],
    [updateWindowProperties, { layout_id: 1, updates: Array.from({ length: 101 }, () => window) }],
    [updateWindowProperties, { layout_id: 1, updates: [{ ...window, property_name: "__proto__" }] }],
    [updateWindowProperties, { layout_id: 1, updates: [{ ...window, window_id: "constructor" }] }],
    [createLayout, personal([plain({ areas: [area("a", { text: "a\u0000b" })] as never })])],
    [createLayout, personal([plain({ areas: [area("a", { text: "\ud800" })] as never })])],
  ] as const)
    expect([body, (await ann.refused(route, body))[0]]).toEqual([body, 400]);
  const start =
    '{"name":"G","layout_type":"personal","layouts":[{"name":"A","cssGridTemplate":"\\"a\\"","areas":[{"area":"a","componentId":"placeholder","props":';
  const of = (props: string) => world.call(createLayout, `${start}${props}}]}]}`, { token: ann.token });
  expect((await of(`{"deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)).status).toBe(400);
  expect((await of(`{"__proto__":{"isAdmin":true}}`)).status).toBe(400);
  expect((await of(`{"cut":`)).status).toBe(400);
  expect((await of(`{"long":"${"x".repeat(330 * 1024)}"}`)).status).toBe(413);
  const [status, code, { errorMessage }] = await ann.refused(
    createLayout,
    personal([plain({ areas: [area("a", { long: "x".repeat(260 * 1024) })] as never })]),
  );
  expect([status, code, errorMessage]).toEqual([413, "document_too_large", documentsText.refused.tooLarge(256 * 1024)]);
  expect(await ann.groups()).toEqual([]);
  // Written out it is a text like any other.
  const made = await ann.make("Written out", [plain({ areas: [area("a", { text: "\\ud800 😀" })] as never })]);
  expect(await ann.group(made.id)).toEqual(made);
  await ann.remove(made);
});

it("keeps a group within its size, also by single properties", async () => {
  const made = await ann.make("Large", [twoWindows("A")]);
  const text = "x".repeat(120 * 1024);
  await ann.update(made.id, update("one", text));
  const full = await ann.update(made.id, update("two", text));
  const more = { layout_id: made.id, updates: [update("three", text)] };
  expect(await ann.refused(updateWindowProperties, more)).toMatchObject([413, "document_too_large", {}]);
  expect(await ann.group(made.id)).toEqual(full);
  await ann.remove(full);
});

it("keeps workspaces apart, and people without the right out, also when it was taken away a moment ago", async () => {
  const ours = await ann.make("Inside", [plain()], (await sharedType()) as string);
  const stranger = await viewerOf(world, administrating, await addWorkspace(world.pool));
  const gone = await viewerOf(world);
  const kept = await gone.make("Kept", [plain()]);
  await setPermissions(world.pool, gone.roleId, []);
  expect(await stranger.groups()).toEqual([]);
  expect(await stranger.group(ours.id)).toBeUndefined();
  for (const [viewer, group, status] of [
    [stranger, ours, 404],
    [gone, kept, 403],
  ] as const) {
    const layout_type = viewer === stranger ? "personal" : group.type;
    for (const [route, body] of [
      [modifyLayout, saveBody(group, { layout_type })],
      [deleteLayout, { layout_id: group.id, revision: 1 }],
      [updateWindowProperties, { layout_id: group.id, updates: [update("x", 1, { componentId: "placeholder" })] }],
    ] as const)
      expect((await viewer.refused(route, body))[0]).toBe(status);
  }
  expect((await gone.refused(getLayouts, {}))[0]).toBe(403);
  // The name of another workspace is no place to keep anything.
  const { rows } = await world.pool.query<{ name: string }>("select name from workspace where id = $1", [
    stranger.workspaceId,
  ]);
  const body = { name: "G", layouts: [], layout_type: rows[0].name };
  expect(await ann.refused(createLayout, body)).toMatchObject([400, "bad_scope", {}]);
  expect(await ann.group(ours.id)).toEqual(ours);
  await ann.remove(ours);
});

const sharedType = async () =>
  (
    await world.pool.query<{ name: string }>("select lower(name) as name from workspace where id = $1", [
      world.workspaceId,
    ])
  ).rows[0].name;

it("is not filled by one who makes 5,000 groups, and nobody else notices those that are there", async () => {
  const hal = await viewerOf(world);
  const tokens = await Promise.all([hal.token, addToken(world.pool, hal)]);
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, k) =>
      world.call(createLayout, personal([plain()], `G${k}`), { token: tokens[k % 2] }),
    ),
  );
  const counts = answers.map(({ status }) => status);
  expect(counts.filter((status) => status === 200)).toHaveLength(30);
  expect(counts.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
  expect(JSON.parse(answers.find(({ status }) => status === 409)?.text ?? "")).toEqual({
    errorMessage: documentsText.refused.tooMany(30),
    code: "too_many_documents",
  });
  // However they came there.
  await world.pool.query(
    `insert into document (workspace_id, kind, scope, owner_id, made_by, name, version, content, changed_by)
     select workspace_id, kind, scope, owner_id, made_by, 'More', version, content, changed_by
     from document, generate_series(1, 5000) where id = (select max(id) from document where owner_id = $1)`,
    [hal.id],
  );
  const ida = await viewerOf(world);
  expect(await ida.groups()).toEqual([]);
  const made = await ida.make("Mine", [plain()]);
  expect(await ida.groups()).toEqual([made]);
  expect(await hal.groups()).toHaveLength(5030);
});

it("writes nothing by half when the server fails in the middle, and tells nobody", async () => {
  const made = await ann.make("Whole", [twoWindows("A")], await sharedType());
  const told = world.events.length;
  world.app.http.log.level = "silent"; // it fails on purpose
  await world.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin
       if new.action like '/v1/layouts/%' then raise exception 'no more'; end if; return new; end $$`,
  );
  await world.pool.query("create trigger failing before insert on user_action for each row execute function fail()");
  for (const [route, body] of [
    [createLayout, personal([plain()])],
    [modifyLayout, saveBody(made, { name: "Half" })],
    [updateWindowProperties, { layout_id: made.id, updates: [update("LFF", 3), update("viewDuration", 5000)] }],
    [deleteLayout, { layout_id: made.id, revision: 1 }],
  ] as const)
    expect((await world.call(route, body, { token: ann.token })).status).toBe(500);
  await world.pool.query("drop trigger failing on user_action");
  world.app.http.log.level = "error";
  expect(await ann.groups()).toEqual([made]);
  expect(await ann.views()).toEqual({});
  expect(await ann.save(made, { name: "Again" })).toMatchObject({ name: "Again", revision: 2 });
  const ofThis = () => world.events.slice(told).filter((event) => event.kind === "document-changed");
  await expect.poll(() => ofThis().length).toBe(1);
});

it("answers a page of before an update in its version, and takes nothing from it", async () => {
  const today = documentKinds.get(displayGroupKind) as DocumentKind;
  type Display = Readonly<Record<string, unknown>>;
  const each = (content: Display, move: (display: Display) => Display) => ({
    ...content,
    displays: Object.fromEntries(
      Object.entries(content.displays as Record<string, Display>).map(([id, display]) => [id, move(display)]),
    ),
  });
  /** Today's kind as the second version of one that called the template otherwise. */
  const moved: DocumentKind = {
    ...today,
    migrations: [
      {
        up: (content) => each(content, ({ template, ...rest }) => ({ ...rest, cssGridTemplate: template })),
        down: (content) => each(content, ({ cssGridTemplate, ...rest }) => ({ ...rest, template: cssGridTemplate })),
      },
    ],
    examples: [{}, today.examples[0]],
  };
  const own = await makeWorld(
    {},
    {
      documentKinds: catalogueOf([
        ...[...documentKinds.values()].filter(({ kind }) => kind !== displayGroupKind),
        moved,
      ]),
    },
  );
  try {
    const jan = await viewerOf(own);
    const made = await jan.make("Moved", [twoWindows("A")]);
    const { rows } = await own.pool.query<{ version: number }>("select version from document where id = $1", [made.id]);
    expect(rows).toEqual([{ version: 2 }]);
    const asked = { kinds: [{ kind: displayGroupKind, version: 1 }] };
    const [old] = (await own.answer(getDocuments, asked, { token: jan.token })).documents;
    const content = contentNow(made.layouts[0]);
    expect(old).toMatchObject({ version: 1, content: moved.migrations[0].down(content) });
    for (const [route, body] of [
      [createLayout, personal([plain()])],
      [modifyLayout, saveBody(made)],
      [updateWindowProperties, { layout_id: made.id, updates: [update("LFF", 3)] }],
    ] as const)
      for (const version of [1, 3])
        expect(await jan.refused(route, { ...body, version })).toMatchObject([
          409,
          "other_version",
          { errorMessage: documentsText.refused.otherVersion },
        ]);
    // Written by the version before: read, and moved up by the next change.
    await own.pool.query(`update document set version = 1, content = $2 where id = $1`, [
      made.id,
      JSON.stringify(moved.migrations[0].down(content)),
    ]);
    expect((await jan.groups())[0].layouts).toEqual(made.layouts);
    expect((await jan.update(made.id, update("LFF", 3))).layouts[0].areas[0].props).toEqual({ LFF: 3, notch: 60 });
    // Of a node that is newer, and damaged ones: left out, the others are shown.
    const other = await jan.make("As ever", [plain()]);
    await own.pool.query("update document set version = 9 where id = $1", [made.id]);
    expect((await jan.groups()).map(({ id }) => id)).toEqual([other.id]);
    expect(await jan.refused(modifyLayout, saveBody(made))).toMatchObject([409, "other_version", {}]);
    await own.pool.query(`update document set version = 2, content = '{"order":[5]}' where id = $1`, [made.id]);
    expect((await jan.groups()).map(({ id }) => id)).toEqual([other.id]);
  } finally {
    await own.close();
  }
});

/** What a document of one display holds. */
const contentNow = ({ name, cssGridTemplate, areas }: DisplayForm) => ({
  displays: {
    1: { name, cssGridTemplate, areas: Object.fromEntries(areas.map(({ area: letter, ...rest }) => [letter, rest])) },
  },
  order: [1],
  next: 2,
});
