/** Nobody is raised above, or changed by, somebody who holds less: one rule for every call that changes who may do what where. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createProject,
  createSite,
  deleteRoles,
  inviteUsers,
  modifyProject,
  modifyRole,
  modifySite,
  modifyUser,
} from "../../../src/protocol/admin.ts";
import { type Permission, permissions } from "../../../src/protocol/permissions.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { addProject, addSite } from "../../support/accounts.ts";
import { type AdminWorld, openAdminWorld, type Person, type Workplace } from "./admin-world.ts";

const above: [number, string] = [403, adminText.aboveYou];
const further: [number, string] = [403, adminText.reachesFurther];

let world: AdminWorld;
let place: Workplace;
let admin: Person;
/** A site and a project that only the administrator's permissions reach. */
let farSite: number;
let farProject: number;

beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  place = await world.workplace();
  ({ admin } = place);
  farSite = await addSite(world.pool, place.workspaceId);
  farProject = await addProject(world.pool, place.workspaceId);
});

const person = (held: readonly Permission[], more: { siteIds?: number[]; projectIds?: number[] } = {}) =>
  world.person({
    workspaceId: place.workspaceId,
    permissions: held,
    siteIds: [place.siteId, ...(more.siteIds ?? [])],
    projectIds: [place.projectId, ...(more.projectIds ?? [])],
  });
const idsOf = (...names: Permission[]) => permissions.filter(({ name }) => names.includes(name)).map(({ id }) => id);
const siteForm = (site_id: number, ...people: Person[]) => ({
  site_id,
  name: "Clinic",
  location: "Oslo",
  user_ids: people.map(({ id }) => id),
});
const projectForm = (project_id: number, ...people: Person[]) => ({
  project_id,
  name: "Study",
  user_ids: people.map(({ id }) => id),
});
const sitesOf = async ({ id }: Person) =>
  (await world.pool.query("select site_id from user_site where user_id = $1 order by 1", [id])).rows.map(
    ({ site_id }) => site_id,
  );

describe("the members of a site", () => {
  it("are neither added nor removed by somebody who holds less than they do", async () => {
    const editor = await person(["access_admin_sites"]);
    const reviewer = await person(["visualize_data"]);
    expect(await world.refusal(editor, modifySite, siteForm(farSite, editor, reviewer))).toEqual(above);
    expect(await sitesOf(reviewer)).toEqual([place.siteId]);
    expect(await world.refusal(editor, modifySite, siteForm(place.siteId, editor, admin))).toEqual(above);
    expect(await sitesOf(reviewer)).toEqual([place.siteId]);
    const made = { identifier: "NEW1", name: "New", location: "Oslo", user_ids: [reviewer.id] };
    expect(await world.refusal(editor, createSite, made)).toEqual(above);
    // Who stays what they were does not stand in the way.
    await world.answer(editor, modifySite, siteForm(place.siteId, editor, admin, reviewer));
  });

  it("come to no project that the editor does not reach", async () => {
    const editor = await person(["access_admin_sites", "visualize_data"]);
    const near = await person(["visualize_data"]);
    const wide = await person(["visualize_data"], { projectIds: [farProject] });
    expect(await world.refusal(editor, modifySite, siteForm(farSite, near, wide))).toEqual(further);
    expect(await sitesOf(near)).toEqual([place.siteId]);
    await world.answer(editor, modifySite, siteForm(farSite, near, editor));
    expect(await sitesOf(near)).toEqual([place.siteId, farSite]);
  });
});

describe("the members of a project", () => {
  it("follow the same rule", async () => {
    const editor = await person(["access_admin_studies", "visualize_data"]);
    const uploader = await person(["upload_data"]);
    const wide = await person(["visualize_data"], { siteIds: [farSite] });
    expect(await world.refusal(editor, modifyProject, projectForm(farProject, uploader))).toEqual(above);
    expect(await world.refusal(editor, modifyProject, projectForm(farProject, wide))).toEqual(further);
    const made = { identifier: "NEW", name: "New", user_ids: [uploader.id] };
    expect(await world.refusal(editor, createProject, made)).toEqual(above);
    await world.answer(editor, modifyProject, projectForm(farProject, editor));
  });
});

describe("roles", () => {
  it("are not given to people whose sites the giver does not see", async () => {
    const editor = await person(["access_admin_user_management", "visualize_data"]);
    const wide = await person([], { siteIds: [farSite] });
    const role = await world.role(place.workspaceId, ["visualize_data"]);
    const form = { user_id: wide.id, role_ids: [role], site_ids: [place.siteId], project_ids: [place.projectId] };
    expect(await world.refusal(editor, modifyUser, form)).toEqual(further);
    const near = await person([]);
    await world.answer(editor, modifyUser, { ...form, user_id: near.id });
  });

  it("do not grow for people elsewhere, and not for people who hold more", async () => {
    const editor = await person(["access_admin_role_and_permissions", "visualize_data"]);
    const held = { name: "Nurse", description: "At the bedside.", permission_ids: idsOf("visualize_data") };
    const far = await world.person({
      workspaceId: place.workspaceId,
      permissions: [],
      siteIds: [farSite],
      projectIds: [farProject],
    });
    expect(await world.refusal(editor, modifyRole, { role_id: far.roleId, ...held })).toEqual(further);
    const empty = await world.role(place.workspaceId, ["visualize_data"]);
    await world.pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [admin.id, empty]);
    const less = { ...held, name: "Less", permission_ids: idsOf("access_admin_role_and_permissions") };
    expect(await world.refusal(editor, modifyRole, { role_id: empty, ...less })).toEqual(
      // The administrator has it from another role and loses nothing by this one.
      [200, JSON.stringify({ message: adminText.done.roleModified })],
    );
    const only = await person(["upload_data"]);
    await world.pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [only.id, empty]);
    expect(await world.refusal(editor, deleteRoles, { role_ids: [empty] })).toEqual(above);
    const near = await person([]);
    await world.answer(editor, modifyRole, { role_id: near.roleId, ...held });
  });

  it("are not given with an invitation that was made for further places", async () => {
    const editor = await person(["access_admin_user_management", "visualize_data"]);
    const role = await world.role(place.workspaceId, ["visualize_data"]);
    const waiting = await world.person({
      workspaceId: place.workspaceId,
      permissions: [],
      siteIds: [place.siteId, farSite],
      projectIds: [place.projectId],
      isVerified: false,
    });
    const form = { role_ids: [role], site_ids: [place.siteId], project_ids: [place.projectId] };
    expect(await world.refusal(editor, inviteUsers, { ...form, emails: [waiting.email] })).toEqual(further);
    await world.answer(editor, inviteUsers, { ...form, emails: ["new.reviewer@connect.test"] });
  });
});
