/** Invitations and the domains they may go to (spec 000 sections 5 and 7). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addDomain,
  getDomainRestriction,
  getDomains,
  getUsers,
  inviteUsers,
  removeDomains,
  setRestrictEmailDomains,
} from "../../../src/protocol/admin.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { addSite, addToken } from "../../support/accounts.ts";
import { type AdminWorld, openAdminWorld, type Person, type Workplace } from "./admin-world.ts";

let world: AdminWorld;
let place: Workplace;
let admin: Person;
let roleId: number;

beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  place = await world.workplace();
  ({ admin } = place);
  roleId = await world.role(place.workspaceId, ["visualize_data"]);
});

const invitation = (...emails: string[]) => ({
  emails,
  project_ids: [place.projectId],
  site_ids: [place.siteId],
  role_ids: [roleId],
});
const mails = async () =>
  (
    await world.pool.query("select kind, recipient, facts from mail where workspace_id = $1 order by id", [
      place.workspaceId,
    ])
  ).rows;
const users = async () => (await world.answer(admin, getUsers, { order_direction: "asc" })).data;

describe("inviting", () => {
  it("makes users who are not verified, with a mail for each, all in one go", async () => {
    const form = invitation(" Ann@x.test", "bob@x.test ", "ann@X.test");
    expect(await world.answer(admin, inviteUsers, form)).toEqual({ message: adminText.done.invited });
    const [, ann, bob, ...rest] = await users();
    expect(rest).toEqual([]);
    expect(ann).toMatchObject({
      email: "ann@X.test",
      is_verified: false,
      site_ids: [place.siteId],
      project_ids: [place.projectId],
      role_ids: [roleId],
    });
    expect(await mails()).toEqual([
      { kind: "invite", recipient: "ann@X.test", facts: { user_id: ann.id } },
      { kind: "invite", recipient: "bob@x.test", facts: { user_id: bob.id } },
    ]);
    expect(world.events.at(-1)).toEqual({ kind: "mail-waiting" });
    const [action] = await world.actions(place.workspaceId);
    expect(action).toMatchObject({ action: inviteUsers.path, facts: { user_ids: [ann.id, bob.id] } });
    expect(JSON.stringify(action.facts)).not.toContain("@");
  });

  it("names the addresses that have an account, and then invites nobody", async () => {
    const user = await world.person({ workspaceId: place.workspaceId, permissions: [] });
    const loud = user.email.toUpperCase();
    expect(await world.refusal(admin, inviteUsers, invitation("new@x.test", loud))).toEqual([
      409,
      `${loud} already has an account.`,
    ]);
    expect(await world.refusal(admin, inviteUsers, invitation(loud, "new@x.test", admin.email))).toEqual([
      409,
      `${loud} and ${admin.email} already have an account.`,
    ]);
    expect(await users()).toHaveLength(2);
    expect(await mails()).toEqual([]);
  });

  it("may be repeated until it is completed: new choices, a new mail, the old link ends", async () => {
    await world.answer(admin, inviteUsers, invitation("ann@x.test"));
    const [, ann] = await users();
    const link = await addToken(world.pool, { ...ann, workspaceId: place.workspaceId }, { purpose: "create_account" });
    const site = await addSite(world.pool, place.workspaceId);
    const other = await world.role(place.workspaceId, ["upload_data"]);
    await world.answer(admin, inviteUsers, {
      ...invitation("ANN@x.test", "bob@x.test"),
      site_ids: [site],
      role_ids: [other],
    });
    const [, again] = await users();
    expect(again).toMatchObject({ id: ann.id, site_ids: [site], role_ids: [other], is_verified: false });
    expect((await mails()).map(({ facts }) => facts.user_id)).toEqual([ann.id, ann.id, expect.any(Number)]);
    expect(world.events.some((event) => event.kind === "tokens-ended" && event.tokenIds.length === 1)).toBe(true);
    expect((await world.call({ token: link }, inviteUsers, invitation("c@x.test"))).status).toBe(401);
  });

  it("treats who was invited out of scope as taken, and refuses who was invited to more", async () => {
    const editor = await world.person({
      workspaceId: place.workspaceId,
      permissions: ["access_admin_user_management", "visualize_data"],
      projectIds: [place.projectId],
      siteIds: [place.siteId],
    });
    const waiting = { workspaceId: place.workspaceId, isVerified: false };
    const far = await world.person({ ...waiting, permissions: [] });
    const high = await world.person({
      ...waiting,
      permissions: ["upload_data"],
      projectIds: [place.projectId],
      siteIds: [place.siteId],
    });
    expect(await world.refusal(editor, inviteUsers, invitation(far.email))).toEqual([
      409,
      adminText.taken.email(far.email),
    ]);
    expect(await world.refusal(editor, inviteUsers, invitation(high.email))).toEqual([403, adminText.aboveYou]);
    const more = await world.role(place.workspaceId, ["upload_data"]);
    expect(await world.refusal(editor, inviteUsers, { ...invitation("n@x.test"), role_ids: [more] })).toEqual([
      403,
      adminText.grantsMore,
    ]);
    const site = await addSite(world.pool, place.workspaceId);
    expect(await world.refusal(editor, inviteUsers, { ...invitation("n@x.test"), site_ids: [site] })).toEqual([
      404,
      adminText.notFound.site,
    ]);
    await world.answer(editor, inviteUsers, invitation("n@x.test"));
  });

  it.each([
    [["no-at"], adminText.rules.emailInvalid],
    [["a@x.test", " "], adminText.rules.emailRequired],
    [["a@x.test\r\nBcc: b@x.test"], adminText.rules.emailInvalid],
    [["a\u0000@x.test"], adminText.rules.emailInvalid],
    [["a@x.test, b@x.test"], adminText.rules.emailInvalid],
    [["<a@x.test>"], adminText.rules.emailInvalid],
  ])("refuses %j", async (emails, message) => {
    expect(await world.refusal(admin, inviteUsers, invitation(...emails))).toEqual([400, message]);
  });

  it.each(["project_ids", "site_ids", "role_ids"])("asks for at least one of %s", async (name) => {
    expect(await world.refusal(admin, inviteUsers, { ...invitation("a@x.test"), [name]: [] })).toEqual([
      400,
      adminText.rules.inviteChoices,
    ]);
  });

  it("takes nothing of another workspace, and the same address may be in both", async () => {
    const foreign = await world.workplace();
    const form = invitation("a@x.test");
    const cases = [
      [{ project_ids: [foreign.projectId] }, adminText.notFound.project],
      [{ site_ids: [foreign.siteId] }, adminText.notFound.site],
      [{ role_ids: [foreign.admin.roleId] }, adminText.notFound.role],
    ] satisfies [object, string][];
    for (const [part, message] of cases)
      expect(await world.refusal(admin, inviteUsers, { ...form, ...part })).toEqual([404, message]);
    await world.answer(admin, inviteUsers, invitation(foreign.admin.email, "Zoë@bücher.test", "o'neil+%_@x.test"));
    expect((await users()).map(({ email }) => email)).toContain("Zoë@bücher.test");
  });

  it("invites an address once, however many ask at the same moment", async () => {
    const form = invitation(...Array.from({ length: 20 }, (_, n) => `n${n}@x.test`));
    const replies = await Promise.all(Array.from({ length: 4 }, () => world.call(admin, inviteUsers, form)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await users()).toHaveLength(21);
  });

  it("tells who invites without end to wait", async () => {
    const replies = [];
    for (let n = 0; n < 70; n++) replies.push(await world.call(admin, inviteUsers, invitation("a@x.test")));
    const last = replies.at(-1);
    expect(last?.status).toBe(429);
    expect(last?.text).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
  });
});

describe("domains", () => {
  const restrict = (is: boolean) => world.answer(admin, setRestrictEmailDomains, { restrict_email_domains: is });

  it("are added in lower case, listed, and removed", async () => {
    const { id, message } = await world.answer(admin, addDomain, { domain: " Clinic.Example " });
    expect(message).toBe(adminText.done.domainAdded);
    expect(await world.refusal(admin, addDomain, { domain: "clinic.EXAMPLE" })).toEqual([409, adminText.taken.domain]);
    await world.answer(admin, addDomain, { domain: "a.example" });
    const { data, total, filters } = await world.answer(admin, getDomains, {});
    expect([data.map(({ domain }) => domain), total, filters]).toEqual([
      ["a.example", "clinic.example"],
      2,
      ["id", "domain"],
    ]);
    expect(await world.answer(admin, removeDomains, { domain_ids: [id] })).toEqual({
      message: adminText.done.domainsRemoved,
    });
    const gone = [404, adminText.notFound.domain];
    expect(await world.refusal(admin, removeDomains, { domain_ids: [id] })).toEqual(gone);
    const foreign = await world.workplace();
    expect(await world.refusal(foreign.admin, removeDomains, { domain_ids: [data[0].id] })).toEqual(gone);
    expect((await world.actions(place.workspaceId)).map(({ action }) => action)).toEqual([
      addDomain.path,
      addDomain.path,
      removeDomains.path,
    ]);
  });

  it.each([
    ["  ", adminText.rules.domainRequired],
    ["nodot", adminText.rules.domainInvalid],
    ["a b.example", adminText.rules.domainInvalid],
    ["@clinic.example", adminText.rules.domainInvalid],
    ["clinic.example'; --", adminText.rules.domainInvalid],
    ["clin\u0000ic.example", adminText.rules.domainInvalid],
  ])("refuse %j", async (domain, message) => {
    expect(await world.refusal(admin, addDomain, { domain })).toEqual([400, message]);
  });

  it("restrict who may be invited, exactly, and never shut out who restricts", async () => {
    expect(await world.answer(admin, getDomainRestriction, {})).toEqual({ restrict_email_domains: false });
    expect(await restrict(true)).toEqual({ restrict_email_domains: true });
    expect((await world.answer(admin, getDomains, {})).total).toBe(0); // and the list can still be filled
    const { id } = await world.answer(admin, addDomain, { domain: "connect.test" });
    const refused = [400, accountText.refused.domainNotAllowed];
    for (const email of ["a@x.test", "a@sub.connect.test", "a@connect.test.evil.test"])
      expect(await world.refusal(admin, inviteUsers, invitation("ok@connect.test", email))).toEqual(refused);
    await world.answer(admin, inviteUsers, invitation("a@CONNECT.test"));
    await restrict(false);
    world.events.length = 0;
    await world.answer(admin, removeDomains, { domain_ids: [id] });
    await restrict(true);
    const everybody = { kind: "users-changed", workspaceId: place.workspaceId, userIds: "all" };
    expect(world.events, "whoever is connected is looked at again").toEqual([everybody, everybody]);
    await restrict(false);
    await world.answer(admin, inviteUsers, invitation("a@x.test"));
  });
});
