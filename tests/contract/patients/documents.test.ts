/** Documents over HTTP: who sees and changes what, revisions, merging, limits, and what is left when people go. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteUsers } from "../../../src/protocol/admin.ts";
import {
  createDocument,
  deleteDocument,
  getDocuments,
  mergeDocument,
  mergeOwnDocument,
  saveDocument,
} from "../../../src/protocol/documents.ts";
import { permissionNames } from "../../../src/protocol/permissions.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { writeRate } from "../../../src/server/documents/write-rates.ts";
import { addToken, addWorkspace, setPermissions } from "../../support/accounts.ts";
import { type DocumentWorld, makeDocumentWorld, note, type Person } from "./documents-world.ts";

const { refused } = documentsText;
const kind = note.kind;
const administrating = ["visualize_data", "access_admin_user_management", "access_admin_role_and_permissions"] as const;

let world: DocumentWorld;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  world = await makeDocumentWorld();
  [ann, ben] = await Promise.all([world.someone(), world.someone()]);
}, 120_000);
afterAll(() => world?.close());

/** Every call that names a document, on this one. */
const tries = (id: number, revision = 1) =>
  [
    [saveDocument, { document_id: id, version: 2, revision, name: "mine", content: { text: "mine" } }],
    [mergeDocument, { document_id: id, version: 2, changes: [{ path: ["look", "colour"], value: "red" }] }],
    [deleteDocument, { document_id: id, revision }],
  ] as const;

const actionsOf = async ({ id }: Person) =>
  (
    await world.pool.query<{ action: string; facts: unknown; times: number; kind: string }>(
      "select action, facts, times, kind from user_action where user_id = $1 and kind = 'change' order by id",
      [id],
    )
  ).rows;

it("keeps a person's settings, one document of each, merged property by property", async () => {
  const [cat, dan] = [await world.someone([]), await world.someone([])];
  expect(await cat.settings()).toBeUndefined();
  const first = await cat.set({ path: ["theme"], value: "dark" });
  expect(first).toMatchObject({ kind: "personal_settings", scope: "Personal", name: "", version: 1, revision: 1 });
  expect(first).toMatchObject({ content: { theme: "dark" }, is_own: true, may_change: true, changed_by: "Test User" });
  expect(Math.abs(first.changed_at - Date.now())).toBeLessThan(60_000);
  // Of the same moment, from two computers: neither asks for a revision, both stay.
  await Promise.all([
    cat.set({ path: ["clock"], value: 24 }),
    cat.set({ path: ["tables", "users", "columns", "email"], value: false }, { path: ["pace"], value: "hold" }),
  ]);
  const together = { theme: "dark", clock: 24, pace: "hold", tables: { users: { columns: { email: false } } } };
  expect(await cat.settings()).toMatchObject({ id: first.id, revision: 3, content: together });
  // The last one wins; the same again is no other revision; without a value it goes.
  await cat.set({ path: ["theme"], value: "light" });
  expect((await cat.set({ path: ["theme"], value: "light" })).revision).toBe(4);
  expect((await cat.set({ path: ["theme"] })).content).not.toHaveProperty("theme");
  expect(await dan.settings()).toBeUndefined();
});

it("begins settings with what a browser had, once: what is there stays", async () => {
  const eve = await world.someone([]);
  const body = { kind: "personal_settings", version: 1, is_first: true };
  const asFirst = (value: string) =>
    world.answer(mergeOwnDocument, { ...body, changes: [{ path: ["theme"], value }] }, { token: eve.token });
  expect(await asFirst("dark")).toMatchObject({ revision: 1, content: { theme: "dark" } });
  expect(await asFirst("light")).toMatchObject({ revision: 1, content: { theme: "dark" } });
  const fay = await world.someone([]);
  const both = await Promise.all(
    ["dark", "light"].map((value) =>
      world.answer(mergeOwnDocument, { ...body, changes: [{ path: ["theme"], value }] }, { token: fay.token }),
    ),
  );
  expect(both[0].id).toBe(both[1].id);
  expect((await fay.settings())?.content).toEqual(both[0].content);
});

it("shows what is Personal to nobody else, not even by its id, and not to administrators", async () => {
  const mine = await ann.make("Personal", "of Ann");
  const settings = await ann.set({ path: ["theme"], value: "dark" });
  const admin = await world.someone(administrating);
  for (const other of [ben, admin]) {
    expect((await other.notes()).map(({ id }) => id)).not.toContain(mine.id);
    for (const { id } of [mine, settings])
      for (const [route, body] of tries(id)) {
        const [foreign, missing] = [
          await other.refused(route, body),
          await other.refused(route, { ...body, document_id: 2_000_000_000 }),
        ];
        expect(foreign).toEqual([
          404,
          "document_not_found",
          { code: "document_not_found", errorMessage: refused.notFound },
        ]);
        expect(foreign).toEqual(missing);
      }
  }
  expect(await ann.notes()).toEqual([mine]);
  expect((await ann.settings())?.content).toEqual({ theme: "dark" });
  await ann.remove(mine);
});

it("shows what is Shared to the workspace; its maker and administrators change it, others copy", async () => {
  const shared = await ann.make("Shared", "for all");
  const admin = await world.someone(administrating);
  const almost = await world.someone(["visualize_data", "access_admin_user_management"]);
  for (const [who, may_change] of [
    [ann, true],
    [ben, false],
    [almost, false],
    [admin, true],
  ] as const) {
    const seen = (await who.notes()).find(({ id }) => id === shared.id);
    expect(seen).toMatchObject({ scope: "Shared", name: "for all", is_own: who === ann, may_change });
    if (may_change) continue;
    for (const [route, body] of tries(shared.id))
      expect(await who.refused(route, body)).toMatchObject([
        403,
        "document_not_changeable",
        { errorMessage: refused.notChangeable },
      ]);
  }
  const changed = await admin.save(shared, { text: "tidied" });
  expect((await ben.notes()).find(({ id }) => id === shared.id)).toMatchObject({ content: { text: "tidied" } });
  const copy = await ben.make("Personal", "for all (copy)", changed.content as object);
  expect(copy).toMatchObject({ is_own: true, may_change: true });
  await admin.remove(changed);
  expect((await ann.notes()).map(({ id }) => id)).not.toContain(shared.id);
});

it("lets nobody change what is Standard", async () => {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into document (workspace_id, kind, scope, name, version, content)
     values ($1, $2, 'Standard', 'given', 2, '{"text":"given"}') returning id`,
    [world.workspaceId, kind],
  );
  const admin = await world.someone(administrating);
  expect((await ben.notes()).find(({ id }) => id === rows[0].id)).toMatchObject({
    may_change: false,
    changed_by: "Unknown",
  });
  for (const [route, body] of tries(rows[0].id))
    expect(await admin.refused(route, body)).toMatchObject([
      403,
      "document_not_changeable",
      { errorMessage: refused.standard },
    ]);
  const body = { kind, version: 2, scope: "Standard", name: "mine", content: { text: "" } };
  expect(await admin.refused(createDocument, body)).toMatchObject([400, "bad_scope", {}]);
  await world.pool.query("delete from document where id = $1", [rows[0].id]);
});

it("overwrites nothing in silence: a save from an older revision is told who changed what when", async () => {
  const admin = await world.someone(administrating);
  const read = await ann.make("Shared", "a plan", { text: "one" });
  const theirs = await admin.save(read, { text: "two" });
  expect(theirs.revision).toBe(2);
  const body = { document_id: read.id, version: 2, revision: 1, name: "a plan", content: { text: "three" } };
  const [status, code, said] = await ann.refused(saveDocument, body);
  expect([status, code]).toEqual([409, "document_changed"]);
  expect(said.theirs).toMatchObject({ revision: 2, content: { text: "two" }, changed_by: "Test User", is_own: true });
  expect(said.yours).toEqual({ revision: 1, name: "a plan", content: { text: "three" } });
  expect(said.errorMessage).toMatch(/^This was changed by Test User at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  // A property that somebody changed meanwhile counts as well, and so does deleting.
  await admin.merge(read.id, { path: ["look", "colour"], value: "red" });
  expect(await ann.refused(saveDocument, { ...body, revision: 2 })).toMatchObject([409, "document_changed", {}]);
  expect(await ann.refused(deleteDocument, { document_id: read.id, revision: 2 })).toMatchObject([
    409,
    "document_changed",
    {},
  ]);
  expect(await ann.refused(saveDocument, { ...body, revision: 99 })).toMatchObject([409, "document_changed", {}]);
  const [now] = (await ann.notes()).filter(({ id }) => id === read.id);
  expect(now).toMatchObject({ revision: 3, content: { text: "two", look: { colour: "red" } } });
  const saved = await ann.save(now, { text: "three" }, "another plan");
  expect(saved).toMatchObject({ revision: 4, name: "another plan", content: { text: "three" } });
  await ann.remove(saved);
});

it("saves one of two that are saved from the same revision at once", async () => {
  const read = await ann.make("Personal", "raced");
  const body = (text: string) => ({ document_id: read.id, version: 2, revision: 1, name: "raced", content: { text } });
  const statuses = await Promise.all(
    ["a", "b", "c"].map(async (text) => (await world.call(saveDocument, body(text), { token: ann.token })).status),
  );
  expect(statuses.sort()).toEqual([200, 409, 409]);
  const [now] = (await ann.notes()).filter(({ id }) => id === read.id);
  expect(now.revision).toBe(2);
  await ann.remove(now);
});

it("merges single properties of several people, and no structure", async () => {
  const admin = await world.someone(administrating);
  const shared = await ann.make("Shared", "looks");
  await Promise.all([
    ann.merge(shared.id, { path: ["look", "colour"], value: "red" }),
    admin.merge(shared.id, { path: ["look", "size"], value: 3 }),
  ]);
  const [now] = (await ben.notes()).filter(({ id }) => id === shared.id);
  expect(now).toMatchObject({ revision: 3, content: { text: "looks", look: { colour: "red", size: 3 } } });
  for (const [path, value, code] of [
    [["text"], "other", "bad_property"],
    [["look"], {}, "bad_property"],
    [["look", "colour", "deeper"], 1, "bad_property"],
    [["__proto__", "colour"], 1, "bad_property"],
    [["look", "size"], "large", "bad_document"],
  ] as const) {
    const body = { document_id: shared.id, version: 2, changes: [{ path, value }] };
    expect(await ann.refused(mergeDocument, body)).toMatchObject([400, code, {}]);
  }
  await ann.remove(now);
});

it("answers each page in the version it speaks, and takes nothing from another one", async () => {
  const gus = await world.someone();
  const made = await gus.make("Personal", "moved", { text: "now" });
  await world.pool.query(`update document set version = 1, content = '{"body":"then"}' where id = $1`, [made.id]);
  expect(await gus.notes()).toMatchObject([{ version: 2, content: { text: "then" } }]);
  expect(await gus.notes(1)).toMatchObject([{ version: 1, content: { body: "then" } }]);
  const merged = await gus.merge(made.id, { path: ["look", "size"], value: 2 });
  expect(merged).toMatchObject({ version: 2, content: { text: "then", look: { size: 2 } } });
  const old = { document_id: made.id, version: 1, revision: 2, name: "moved", content: { body: "old page" } };
  expect(await gus.refused(saveDocument, old)).toMatchObject([
    409,
    "other_version",
    { errorMessage: refused.otherVersion },
  ]);
  expect(await gus.refused(getDocuments, { kinds: [{ kind, version: 3 }] })).toMatchObject([409, "other_version", {}]);
  // Of a node that is newer: not shown, not touched, and the others are.
  const other = await gus.make("Personal", "as ever");
  await world.pool.query("update document set version = 9 where id = $1", [made.id]);
  expect((await gus.notes()).map(({ id }) => id)).toEqual([other.id]);
  expect(await gus.refused(...tries(made.id, 2)[0])).toMatchObject([409, "other_version", {}]);
});

it("needs what the kind needs, also when it was taken away a moment ago", async () => {
  const blind = await world.someone([]);
  expect((await blind.refused(getDocuments, { kinds: [{ kind, version: 2 }] }))[0]).toBe(403);
  const body = { kind, version: 2, scope: "Shared", name: "x", content: { text: "x" } };
  expect((await blind.refused(createDocument, body))[0]).toBe(403);
  const hal = await world.someone();
  const made = await hal.make("Personal", "kept");
  await setPermissions(world.pool, hal.roleId, []);
  for (const [route, call] of tries(made.id)) expect((await hal.refused(route, call))[0]).toBe(403);
});

it("keeps workspaces apart", async () => {
  const stranger = await world.someone(administrating, { workspaceId: await addWorkspace(world.pool) });
  const shared = await ann.make("Shared", "inside");
  expect(await stranger.notes()).toEqual([]);
  for (const [route, body] of tries(shared.id))
    expect(await stranger.refused(route, body)).toMatchObject([404, "document_not_found", {}]);
  await ann.remove(shared);
});

it("takes so many, so large and no larger, with names that fit", async () => {
  const ida = await world.someone();
  const body = { kind, version: 2, scope: "Personal", name: "n", content: { text: "" } };
  for (const [change, status, code] of [
    [{ content: { text: "x".repeat(2000) } }, 413, "document_too_large"],
    [{ content: { text: "ü".repeat(1000) } }, 413, "document_too_large"],
    [{ content: { text: 1 } }, 400, "bad_document"],
    [{ content: { text: "", more: 1 } }, 400, "bad_document"],
    [{ content: [] }, 400, "bad_document"],
    [{ content: null }, 400, "bad_document"],
    [{ name: " " }, 400, "bad_name"],
    [{ name: "x".repeat(51) }, 400, "bad_name"],
    [{ name: "two\nlines" }, 400, "bad_name"],
    [{ kind: "display" }, 400, "unknown_kind"],
    [{ kind: "constructor" }, 400, "unknown_kind"],
    [{ kind: "'; drop table document" }, 400, undefined],
    [{ version: 3 }, 409, "other_version"],
    [{ content: { text: "a\u0000b" } }, 400, undefined],
  ] as const)
    expect(await ida.refused(createDocument, { ...body, ...change })).toMatchObject([status, code, {}]);
  for (const name of ["a", "b", "c"]) await ida.make("Personal", name);
  expect(await ida.refused(createDocument, body)).toMatchObject([
    409,
    "too_many_documents",
    { errorMessage: refused.tooMany(3) },
  ]);
  expect(
    await ida.refused(createDocument, {
      ...body,
      kind: "personal_settings",
      version: 1,
      name: "",
      content: {},
      scope: "Shared",
    }),
  ).toMatchObject([400, "bad_scope", {}]);
  await ida.set({ path: ["theme"], value: "dark" });
  expect(
    await ida.refused(createDocument, { ...body, kind: "personal_settings", version: 1, name: "", content: {} }),
  ).toMatchObject([409, "too_many_documents", {}]);
  const [jan, kim] = [await world.someone(), await world.someone()];
  for (const [k, who] of [jan, jan, kim, kim].entries()) await who.make("Shared", `shared ${k}`);
  expect(await kim.refused(createDocument, { ...body, scope: "Shared" })).toMatchObject([
    409,
    "too_many_documents",
    { errorMessage: refused.tooManyShared(4) },
  ]);
  for (const who of [jan, kim]) for (const one of await who.notes()) if (one.is_own) await who.remove(one);
});

it("takes no bodies that are none of its calls, however they are nested", async () => {
  for (const body of [
    { document_id: 1.5 },
    { document_id: "1" },
    { document_id: -1 },
    { document_id: 1e300 },
    { document_id: [1] },
  ])
    expect((await ann.refused(deleteDocument, { revision: 1, ...body }))[0]).toBe(400);
  const deep = `{"kind":"${kind}","version":2,"scope":"Personal","name":"n","content":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const large = JSON.stringify({
    kind,
    version: 2,
    scope: "Personal",
    name: "n",
    content: { text: "x".repeat(300_000) },
  });
  expect((await world.call(createDocument, deep, { token: ann.token })).status).toBe(400);
  expect((await world.call(createDocument, large, { token: ann.token })).status).toBe(413);
  const many = Array.from({ length: 101 }, (_, k) => ({ path: ["tables", `t${k}`, "columns", "a"], value: true }));
  expect((await ann.refused(mergeOwnDocument, { kind: "personal_settings", version: 1, changes: many }))[0]).toBe(400);
  expect((await ann.refused(getDocuments, { kinds: [] }))[0]).toBe(400);
});

it("holds up who floods, and nobody else", async () => {
  const leo = await world.someone([]);
  const settings = { kind: "personal_settings", version: 1 };
  const flood = () =>
    Promise.all(
      Array.from({ length: writeRate.burst + 40 }, (_, k) =>
        world.call(
          mergeOwnDocument,
          { ...settings, changes: [{ path: ["clock"], value: k % 2 ? 12 : 24 }] },
          { token: leo.token },
        ),
      ),
    );
  // A slow machine answers so slowly that what may be done fills up meanwhile: there it takes more of them.
  const answers = await flood();
  while (answers.every(({ status }) => status === 200)) answers.push(...(await flood()));
  const late = answers.filter(({ status }) => status === 429);
  expect(late.length).toBeGreaterThan(0);
  expect(late[0].retryAfter).toBe(5);
  expect(JSON.parse(late[0].text)).toEqual({ errorMessage: refused.tooFast, code: "too_many_changes" });
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect((await ben.set({ path: ["clock"], value: 12 })).content).toEqual({ clock: 12 });
  // The audit of small changes is one row that counts.
  const rows = await actionsOf(leo);
  expect(rows.length).toBeLessThanOrEqual(2);
});

it("writes down every change: structure row by row, properties in one that grows", async () => {
  const mia = await world.someone();
  const made = await mia.make("Shared", "audited");
  const facts = { document_id: made.id, document_kind: kind };
  await mia.merge(made.id, { path: ["look", "size"], value: 1 });
  await mia.merge(made.id, { path: ["look", "size"], value: 2 });
  const saved = await mia.save({ ...made, revision: 3 }, { text: "b" });
  await mia.remove(saved);
  expect(await actionsOf(mia)).toEqual([
    { action: createDocument.path, facts, times: 1, kind: "change" },
    { action: mergeDocument.path, facts, times: 2, kind: "change" },
    { action: saveDocument.path, facts, times: 1, kind: "change" },
    { action: deleteDocument.path, facts, times: 1, kind: "change" },
  ]);
});

it("deletes what is Personal with its owner, and keeps what they shared", async () => {
  const nia = await world.someone();
  await nia.make("Personal", "alone");
  await nia.set({ path: ["theme"], value: "dark" });
  const shared = await nia.make("Shared", "left behind");
  const token = await addToken(world.pool, await world.person(permissionNames));
  await world.answer(deleteUsers, { user_ids: [nia.id] }, { token });
  const { rows } = await world.pool.query("select id from document where owner_id = $1 or made_by = $1", [nia.id]);
  expect(rows).toEqual([]);
  const left = (await ben.notes()).find(({ id }) => id === shared.id);
  expect(left).toMatchObject({ name: "left behind", may_change: false, changed_by: "Unknown" });
  const admin = await world.someone(administrating);
  await admin.remove(shared);
  expect((await ben.notes()).map(({ id }) => id)).not.toContain(shared.id);
});
