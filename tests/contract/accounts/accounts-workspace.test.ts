/** What the calls say of the workspace, and what they say to requests that are none. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClientSettings, getToken, getWorkspaceEnv, getWorkspacesByUser } from "../../../src/protocol/accounts.ts";
import { createSite } from "../../../src/protocol/admin.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "./accounts-world.ts";

const { refused } = accountText;
let world: World;
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: "https://connect.example" });
}, 120_000);
afterAll(() => world?.close());

describe("the workspace", () => {
  it("says what a browser must know before anybody signed in", async () => {
    const settings = await world.answer(getClientSettings, {});
    expect(settings).toMatchObject({
      parent_study_id: world.workspaceId,
      deployment: "CLOUD",
      has_session_timeout: true,
      privacy_url: null,
    });
    expect(settings.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(settings.changelog).toContain("# Changelog");
    expect(settings.workspace_name).not.toBe("");
  });

  it("names no other workspace to strangers, only to its own people", async () => {
    const other = await addWorkspace(world.pool, "SECRET TRIAL");
    const { text } = await world.call(getClientSettings, {}, { workspace: other });
    expect(JSON.parse(text)).toMatchObject({ parent_study_id: other, workspace_name: "" });
    expect(text).not.toContain("SECRET TRIAL");
    const user = await world.person(["access_data_visualize"], { workspaceId: other });
    const token = await world.signIn({ ...user, workspaceId: other });
    expect(await world.answer(getWorkspacesByUser, {}, { token })).toEqual({
      data: [{ id: other, name: "SECRET TRIAL" }],
    });
  });

  it("says where its services are: the public address", async () => {
    const token = await world.signIn(await world.person());
    const origin = "https://connect.example";
    expect(await world.answer(getWorkspaceEnv, {}, { token })).toEqual({
      identity_service: origin,
      query_service: origin,
      prefetch_service: origin,
    });
  });
});

describe("what cannot be a request", () => {
  it.each([
    ["a zero byte", { email: "a\u0000@b.cd", password: "x" }],
    ["half a surrogate", '{"email":"a\\ud800@b.cd","password":"x"}'],
    ["a password without end", { email: "a@b.cd", password: "x".repeat(257) }],
    ["an e-mail without end", { email: `${"a".repeat(255)}@b.cd`, password: "x" }],
    ["an object for a text", { email: { $ne: "" }, password: "x" }],
    ["no object", "[]"],
    ["nothing", ""],
  ])("is refused in one plain sentence: %s", async (_, body) => {
    const { status, text } = await world.call(getToken, body, { address: "192.0.2.200" });
    expect([400, 401]).toContain(status);
    expect(text).toMatch(/^[A-Z][^{}]*\.$/);
  });

  it("is refused as JSON where the call says so", async () => {
    const token = await world.signIn(await world.person(["access_admin_sites"]));
    const { status, text } = await world.call(createSite, { identifier: 5 }, { token });
    expect([status, JSON.parse(text)]).toEqual([400, { errorMessage: refused.badForm }]);
  });
});
