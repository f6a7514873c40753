/** Sites, projects and buckets (spec 000 sections 5 to 7). */
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  checkBucket,
  createProject,
  createSite,
  deleteProjects,
  deleteSites,
  getBuckets,
  getProjects,
  getProjectUserSites,
  getSites,
  getUserProjects,
  modifyProject,
  modifySite,
} from "../../../src/protocol/admin.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { probeFolder } from "../../../src/server/admin/studies/bucket-probe.ts";
import { addProject, addSite, setScope } from "../../support/accounts.ts";
import { type AdminWorld, openAdminWorld, type Person, type Workplace } from "./admin-world.ts";

let world: AdminWorld;
let place: Workplace;
let admin: Person;

beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  place = await world.workplace();
  ({ admin } = place);
});

const member = (permissions: readonly Permission[]) =>
  world.person({
    workspaceId: place.workspaceId,
    permissions,
    projectIds: [place.projectId],
    siteIds: [place.siteId],
  });
const onlyId = (id: number) => ({ filters: [{ field: "id", operator: "equals" as const, value: String(id) }] });

describe("sites", () => {
  const form = (identifier: string) => ({
    identifier,
    name: "Clinic",
    location: "Oslo, Norway",
    description: "Two\nlines",
    user_ids: [admin.id],
  });
  const all = { return_all_sites: true };

  it("are created, listed, changed and deleted", async () => {
    const user = await member([]);
    world.events.length = 0;
    const { id, message } = await world.answer(admin, createSite, form(" Ö日🧠x "));
    expect(message).toBe(adminText.done.siteCreated);
    expect(world.events).toEqual([{ kind: "users-changed", workspaceId: place.workspaceId, userIds: [admin.id] }]);
    const site = async () => (await world.answer(admin, getSites, { ...all, ...onlyId(id) })).data;
    expect(await site()).toEqual([
      {
        id,
        identifier: "Ö日🧠x",
        name: "Clinic",
        description: "Two\nlines",
        location: "Oslo, Norway",
        user_ids: [admin.id],
        user_count: 1,
        patient_count: 0,
      },
    ]);
    const changed = { site_id: id, name: "House", location: "Bergen", user_ids: [user.id] };
    world.events.length = 0;
    expect(await world.answer(admin, modifySite, changed)).toEqual({ message: adminText.done.siteModified });
    expect(world.events).toEqual([
      { kind: "users-changed", workspaceId: place.workspaceId, userIds: [admin.id, user.id] },
    ]);
    expect(await site()).toMatchObject([
      { identifier: "Ö日🧠x", name: "House", location: "Bergen", description: "Two\nlines", user_ids: [user.id] },
    ]);
    await world.answer(admin, modifySite, { ...changed, description: "", user_ids: [] });
    expect(await site()).toMatchObject([{ description: "", user_ids: [], user_count: 0 }]);
    expect(await world.answer(admin, deleteSites, { site_ids: [id] })).toEqual({
      message: adminText.done.sitesDeleted,
    });
    expect(await site()).toEqual([]);
    expect((await world.actions(place.workspaceId)).map(({ action, permission }) => [action, permission])).toEqual(
      [createSite, modifySite, modifySite, deleteSites].map(({ path }) => [path, "access_admin_sites"]),
    );
  });

  it.each([
    [{ name: "" }, adminText.rules.name],
    [{ location: " " }, adminText.rules.location],
    [{ identifier: "  " }, adminText.rules.siteId],
    [{ identifier: "ABC" }, adminText.rules.siteIdLength],
    [{ identifier: " ABC" }, adminText.rules.siteIdLength],
    [{ identifier: "ABCDE" }, adminText.rules.siteIdLength],
    [{ user_ids: [] }, adminText.rules.user],
    [{ identifier: "AB\u0000C" }, adminText.rules.plain],
    [{ name: "a\u0007" }, adminText.rules.plain],
    [{ description: "a\u0000" }, adminText.rules.plain],
    [{ name: "", location: "", identifier: "", user_ids: [] }, adminText.rules.name],
  ])("refuse %j", async (part, message) => {
    expect(await world.refusal(admin, createSite, { ...form("ABCD"), ...part })).toEqual([400, message]);
  });

  it("have identifiers of their own, whatever the case of letters", async () => {
    await world.answer(admin, createSite, form("ABCD"));
    expect(await world.refusal(admin, createSite, form("abcd"))).toEqual([409, adminText.taken.site]);
    const { admin: foreigner } = await world.workplace();
    await world.answer(foreigner, createSite, { ...form("ABCD"), user_ids: [foreigner.id] });
  });

  it("with patients stay", async () => {
    const empty = await addSite(world.pool, place.workspaceId);
    await world.addPatient(place.workspaceId, place.projectId, place.siteId);
    const { data } = await world.answer(admin, getSites, {
      ...all,
      order_by: "patient_count",
      order_direction: "desc",
    });
    expect(data.map(({ id, patient_count }) => [id, patient_count])).toEqual([
      [place.siteId, 1],
      [empty, 0],
    ]);
    expect(await world.refusal(admin, deleteSites, { site_ids: [empty, place.siteId] })).toEqual([
      409,
      adminText.inUse.site,
    ]);
    expect((await world.answer(admin, getSites, all)).total).toBe(2);
  });

  it("are the own ones unless all are asked for, and then those in scope", async () => {
    const other = await addSite(world.pool, place.workspaceId);
    const ids = async (who: Person, query: object) =>
      (await world.answer(who, getSites, { ...query, order_by: "id", order_direction: "asc" })).data.map(
        ({ id }) => id,
      );
    expect(await ids(admin, {})).toEqual([place.siteId]);
    expect(await ids(admin, { return_all_sites: false })).toEqual([place.siteId]);
    expect(await ids(admin, all)).toEqual([place.siteId, other]);
    expect(await ids(await member(["access_admin_user_management"]), all)).toEqual([place.siteId]);
  });

  it("of another workspace do not exist, nor do its users", async () => {
    const foreign = await world.workplace();
    const gone = [404, adminText.notFound.site];
    const change = { site_id: foreign.siteId, name: "Mine", location: "Here", user_ids: [] };
    expect(await world.refusal(admin, modifySite, change)).toEqual(gone);
    expect(await world.refusal(admin, deleteSites, { site_ids: [place.siteId, foreign.siteId] })).toEqual(gone);
    const alien = { ...form("ABCD"), user_ids: [admin.id, foreign.admin.id] };
    expect(await world.refusal(admin, createSite, alien)).toEqual([404, adminText.notFound.user]);
    expect((await world.answer(admin, getSites, all)).total).toBe(1);
  });

  it("keep the members that the editor does not see", async () => {
    const editor = await member(["access_admin_sites"]);
    const seen = await member([]);
    const hidden = await world.person({ workspaceId: place.workspaceId, permissions: [], siteIds: [place.siteId] });
    const change = { site_id: place.siteId, name: "Clinic", location: "Oslo" };
    expect(await world.refusal(editor, modifySite, { ...change, user_ids: [hidden.id] })).toEqual([
      404,
      adminText.notFound.user,
    ]);
    const shown = await world.answer(editor, getSites, all);
    expect(shown.data[0]).toMatchObject({ user_ids: [admin.id, editor.id, seen.id], user_count: 3 });
    await world.answer(editor, modifySite, { ...change, user_ids: [editor.id, admin.id] });
    const { data } = await world.answer(admin, getSites, all);
    expect(data[0].user_ids).toEqual([admin.id, editor.id, hidden.id]);
  });
});

describe("projects", () => {
  const form = (identifier: string) => ({ identifier, name: "Study", user_ids: [admin.id] });

  it("are created in the first bucket, listed, changed and deleted", async () => {
    const { id, message } = await world.answer(admin, createProject, form(" P'1 "));
    expect(message).toBe(adminText.done.projectCreated);
    const project = async () => (await world.answer(admin, getProjects, onlyId(id))).data;
    expect(await project()).toEqual([
      {
        id,
        identifier: "P'1",
        name: "Study",
        bucket_name: expect.stringMatching(/^bucket-/),
        user_ids: [admin.id],
        user_count: 1,
        patient_count: 0,
      },
    ]);
    const user = await member([]);
    const changed = { project_id: id, name: "Trial", type: "observational", user_ids: [user.id] };
    expect(await world.answer(admin, modifyProject, changed)).toEqual({ message: adminText.done.projectModified });
    expect(await project()).toMatchObject([{ identifier: "P'1", name: "Trial", user_ids: [user.id] }]);
    expect(await world.answer(admin, deleteProjects, { project_ids: [id] })).toEqual({
      message: adminText.done.projectsDeleted,
    });
    expect(await project()).toEqual([]);
    expect((await world.actions(place.workspaceId)).map(({ action, permission }) => [action, permission])).toEqual(
      [createProject, modifyProject, deleteProjects].map(({ path }) => [path, "access_admin_studies"]),
    );
  });

  it.each([
    [{ name: " " }, adminText.rules.name],
    [{ identifier: "" }, adminText.rules.projectId],
    [{ user_ids: [] }, adminText.rules.user],
    [{ identifier: "a\tb" }, adminText.rules.plain],
  ])("refuse %j, as JSON", async (part, message) => {
    expect(await world.refusal(admin, createProject, { ...form("P"), ...part })).toEqual([400, message]);
  });

  it("ask for a name and a user when they are changed", async () => {
    const change = { project_id: place.projectId, name: "Study", user_ids: [admin.id] };
    expect(await world.refusal(admin, modifyProject, { ...change, name: "" })).toEqual([400, adminText.rules.name]);
    expect(await world.refusal(admin, modifyProject, { ...change, user_ids: [] })).toEqual([400, adminText.rules.user]);
  });

  it("are changed by who sees none of their users, and keep those", async () => {
    const far = await addSite(world.pool, place.workspaceId);
    const trial = await addProject(world.pool, place.workspaceId);
    const people = { workspaceId: place.workspaceId, permissions: [] };
    const hidden = await world.person({ ...people, siteIds: [far], projectIds: [trial] });
    const editor = await member(["access_admin_studies"]);
    const seen = async () => (await world.answer(editor, getProjects, onlyId(trial))).data;
    expect(await seen()).toMatchObject([{ user_ids: [] }]);
    await world.answer(editor, modifyProject, { project_id: trial, name: "Renamed", user_ids: [] });
    expect(await seen()).toMatchObject([{ name: "Renamed" }]);
    const users = await world.pool.query("select user_id from user_project where project_id = $1", [trial]);
    expect(users.rows).toEqual([{ user_id: hidden.id }]);
    const empty = { project_id: await addProject(world.pool, place.workspaceId), name: "Nobody", user_ids: [] };
    expect(await world.refusal(editor, modifyProject, empty)).toEqual([400, adminText.rules.user]);
  });

  it("have identifiers of their own, and stay while they have patients", async () => {
    await world.answer(admin, createProject, form("P1"));
    expect(await world.refusal(admin, createProject, form("p1"))).toEqual([409, adminText.taken.project]);
    await world.addPatient(place.workspaceId, place.projectId, place.siteId);
    expect(await world.refusal(admin, deleteProjects, { project_ids: [place.projectId] })).toEqual([
      409,
      adminText.inUse.project,
    ]);
  });

  it("of another workspace or out of scope do not exist", async () => {
    const foreign = await world.workplace();
    const gone = [404, adminText.notFound.project];
    const change = { project_id: foreign.projectId, name: "Mine", user_ids: [admin.id] };
    expect(await world.refusal(admin, modifyProject, change)).toEqual(gone);
    expect(await world.refusal(admin, deleteProjects, { project_ids: [foreign.projectId] })).toEqual(gone);
    await addProject(world.pool, place.workspaceId);
    expect((await world.answer(admin, getProjects, {})).total).toBe(2);
    const manager = await member(["access_admin_user_management"]);
    expect((await world.answer(manager, getProjects, {})).data.map(({ id }) => id)).toEqual([place.projectId]);
  });
});

it.each([
  "site",
  "project",
] as const)("a %s is deleted with uploads that were given up, and not with others", async (kind) => {
  const site = await addSite(world.pool, place.workspaceId);
  const project = await addProject(world.pool, place.workspaceId);
  const gone = {
    site: () => world.refusal(admin, deleteSites, { site_ids: [site] }),
    project: () => world.refusal(admin, deleteProjects, { project_ids: [project] }),
  }[kind];
  const { rows } = await world.pool.query(
    `insert into upload (workspace_id, project_id, site_id, patient_identifier, is_new_patient, email, bucket_id, timezone)
     select workspace_id, id, $2, '1234', true, 'gone@connect.test', bucket_id, 'UTC' from project where id = $1 returning id`,
    [kind === "project" ? project : place.projectId, kind === "site" ? site : place.siteId],
  );
  const become = (set: string) => world.pool.query(`update upload set ${set} where id = $1`, [rows[0].id]);
  expect(await gone()).toEqual([409, adminText.hasUploads[kind]]);
  await become("status = 'CANCELED'");
  expect(await gone()).toEqual([409, adminText.hasUploads[kind]]);
  await become("is_purged = true");
  await {
    site: () => world.answer(admin, deleteSites, { site_ids: [site] }),
    project: () => world.answer(admin, deleteProjects, { project_ids: [project] }),
  }[kind]();
  expect((await world.pool.query("select 1 from upload where id = $1", [rows[0].id])).rowCount).toBe(0);
});

describe("projects and sites of a user", () => {
  it("are one's own, or those of others in scope for who manages users", async () => {
    const user = await member(["visualize_data"]);
    const [project, site] = [
      await addProject(world.pool, place.workspaceId),
      await addSite(world.pool, place.workspaceId),
    ];
    await setScope(world.pool, user.id, { projectIds: [place.projectId, project], siteIds: [place.siteId, site] });
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids(await world.answer(user, getUserProjects, {}))).toEqual([place.projectId, project]);
    expect(ids(await world.answer(user, getProjectUserSites, { project_id: project }))).toEqual([place.siteId, site]);
    const manager = await member(["access_admin_user_management"]);
    expect(ids(await world.answer(manager, getUserProjects, { user_id: user.id }))).toEqual([place.projectId]);
    expect(ids(await world.answer(manager, getProjectUserSites, { user_id: user.id }))).toEqual([place.siteId]);
    const gone = [404, adminText.notFound.project];
    const hidden = { user_id: user.id, project_id: project };
    expect(await world.refusal(manager, getProjectUserSites, hidden)).toEqual(gone);
    const foreign = await world.workplace();
    expect(await world.refusal(user, getProjectUserSites, { project_id: foreign.projectId })).toEqual(gone);
    const denied = [403, accountText.refused.noPermission];
    expect(await world.refusal(user, getUserProjects, { user_id: admin.id })).toEqual(denied);
    expect(await world.refusal(manager, getUserProjects, { user_id: foreign.admin.id })).toEqual([
      404,
      adminText.notFound.user,
    ]);
  });
});

/** Where nobody may make a folder, on Linux; as root, who may enter every other folder, neither. */
const closedFolder = "/sys/kernel";

describe("buckets", () => {
  const addBucket = async (endpoint: string, workspaceId = place.workspaceId): Promise<number> => {
    const sql = "insert into bucket (workspace_id, name, endpoint) values ($1, $2, $3) returning id";
    return (await world.pool.query(sql, [workspaceId, `b-${Math.random()}`, endpoint])).rows[0].id;
  };
  const check = (bucket_id: number) => world.answer(admin, checkBucket, { bucket_id });

  it("are listed with the projects that use them", async () => {
    const empty = await addBucket("https://s3.example");
    const { data } = await world.answer(admin, getBuckets, { order_by: "id", order_direction: "asc" });
    const { data: projects } = await world.answer(admin, getProjects, {});
    expect(data.map(({ id, projects }) => ({ id, projects }))).toEqual([
      { id: expect.any(Number), projects: [{ id: place.projectId, identifier: projects[0].identifier }] },
      { id: empty, projects: [] },
    ]);
  });

  it("are reachable when a probe comes back, and nothing of it stays", async () => {
    const id = await addBucket("file:probed/deep");
    expect(await check(id)).toEqual({
      is_reachable: true,
      message: adminText.bucket.reachable,
      checked_at: expect.any(Number),
    });
    expect(readdirSync(join(world.dataDir, "probed/deep"))).toEqual([]);
  });

  it("are not reachable outside the data folder, through a link, as a file, or where nobody listens", async () => {
    writeFileSync(join(world.dataDir, "a-file"), "");
    symlinkSync(tmpdir(), join(world.dataDir, "a-link"));
    const cases = [
      ["file:../outside", adminText.bucket.outside],
      ["file:/tmp", adminText.bucket.outside],
      ["file:a-link", adminText.bucket.outside],
      ["file:a-file", adminText.bucket.unreachable],
      ["file:a\u0001".repeat(300), adminText.bucket.unreachable],
      ["https://s3.example", adminText.bucket.unknownKind],
    ] as const;
    for (const [endpoint, message] of cases)
      expect(await check(await addBucket(endpoint))).toMatchObject({ is_reachable: false, message });
  });

  it.skipIf(!existsSync(closedFolder))("say so when the server may not write", async () => {
    expect(await probeFolder(closedFolder, "objects")).toBe(adminText.bucket.noAccess);
  });

  it("of another workspace do not exist", async () => {
    const foreign = await world.workplace();
    const id = await addBucket("file:objects", foreign.workspaceId);
    for (const bucket_id of [id, 2_147_483_647])
      expect(await world.refusal(admin, checkBucket, { bucket_id })).toEqual([404, adminText.notFound.bucket]);
  });
});
