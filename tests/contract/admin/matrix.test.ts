/** Every declared call by whoever may try it. Made from the declarations: a new call is in it by being declared. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../../../src/protocol/catalogue.ts";
import { type Permission, permissionNames } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { liveText } from "../../../src/protocol/text/live-text.ts";
import { addToken, addUser, addWorkspace, type TestUser } from "../../support/accounts.ts";
import { type Answer, type CallOptions, makeWorld, type World } from "../accounts/accounts-world.ts";

const { refused, noCreatePermission } = accountText;
const garbage = "A".repeat(43);

let world: World;
let otherWorkspace: number;
let everything: TestUser;
let stranger: TestUser;
let invited: TestUser;
let gateway: string;
const holders = new Map<string, TestUser>();

beforeAll(async () => {
  world = await makeWorld();
  const { pool } = world;
  otherWorkspace = await addWorkspace(pool);
  everything = await world.person(permissionNames);
  stranger = await addUser(pool, { workspaceId: otherWorkspace, permissions: permissionNames });
  invited = await world.person(permissionNames, { isVerified: false });
  gateway = `gateway-${"B".repeat(43)}`;
  await pool.query("insert into gateway (workspace_id, name, hash) values ($1, 'Bed 1', $2)", [
    world.workspaceId,
    createHash("sha256").update(gateway).digest("hex"),
  ]);
}, 120_000);
afterAll(() => world?.close());

/** One user for each set of permissions. */
async function holderOf(permissions: readonly Permission[]): Promise<TestUser> {
  const key = [...permissions].sort().join();
  const holder = holders.get(key) ?? (await world.person(permissions));
  holders.set(key, holder);
  return holder;
}

/** What a token, made for this one call, is told by the call. Bodies are empty: the guard comes before them. */
async function tryWith(
  route: Route,
  who: { id: number; workspaceId: number },
  how: { lifeMs?: number; purpose?: string; facts?: object } & CallOptions = {},
): Promise<Answer> {
  const token = await addToken(world.pool, who, how);
  return world.call(route, {}, { token, workspace: how.workspace });
}

/** A wish for another address that waits for its link. */
async function wishOf({ id }: { id: number }): Promise<number> {
  const sql = `insert into email_change (user_id, email, email_key, expires_at)
    values ($1, 'wish@connect.test', 'wish@connect.test', now() + interval '1 hour') returning id`;
  return Number((await world.pool.query<{ id: string }>(sql, [id])).rows[0].id);
}

/** Text of a refusal, in the form the route promises. */
function refusalOf(route: Route, { text, type }: Answer): string {
  if (route.refusals !== "errorMessage") {
    expect(type).toContain("text/plain");
    return text;
  }
  expect(type).toContain("application/json");
  const body: unknown = JSON.parse(text);
  expect(body).toEqual({ errorMessage: expect.any(String) });
  return (body as { errorMessage: string }).errorMessage;
}

const expectRefusal = (route: Route, answer: Answer, status: number, text: string) =>
  expect([answer.status, refusalOf(route, answer)]).toEqual([status, text]);
const expectAdmitted = (answer: Answer) => expect([401, 403, 404, 500]).not.toContain(answer.status);
const titled = (routes: readonly Route[]) => routes.map((route) => [route.path, route] as const);

const guarded = allRoutes.filter(({ needs }) => needs !== "anyone" && needs !== "gateway");
const open = allRoutes.filter(({ needs }) => needs === "anyone");
const forGateways = allRoutes.filter(({ needs }) => needs === "gateway");
const forSessions = guarded.filter(({ needs }) => needs === "session" || typeof needs !== "string");

it("covers what is registered: every declared call, and no other", () => {
  for (const { path } of allRoutes)
    expect(world.app.http.hasRoute({ method: "POST", url: path }), `${path} is registered`).toBe(true);
});

describe.each(titled(guarded))("%s refuses", (_, route) => {
  it("no token", async () => {
    expectRefusal(route, await world.call(route, {}), 401, refused.noToken);
    expectRefusal(route, await world.call(route, {}, { token: "Bearer " }), 401, refused.noToken);
  });

  it("what is no token", async () => {
    for (const token of [garbage, `Bearer ${garbage}`, "x", "' or 1=1 --", "A".repeat(5000)])
      expectRefusal(route, await world.call(route, {}, { token }), 401, refused.badToken);
  });

  it("expired and revoked tokens", async () => {
    expectRefusal(route, await tryWith(route, everything, { lifeMs: -1 }), 401, refused.badToken);
    const revoked = await addToken(world.pool, everything);
    await world.pool.query("delete from token where user_id = $1", [everything.id]);
    expectRefusal(route, await world.call(route, {}, { token: revoked }), 401, refused.badToken);
  });

  it("codes and tokens of the notebook hub", async () => {
    for (const purpose of ["oauth_code", "oauth_access"])
      expectRefusal(route, await tryWith(route, everything, { purpose }), 401, refused.badToken);
  });

  it("another workspace's token, and workspaces that are not there", async () => {
    const answer = await tryWith(route, stranger, { workspace: world.workspaceId });
    expectRefusal(route, answer, 403, refused.otherWorkspace);
    for (const workspace of [2_000_000_000, "0", "-1", "x", "99999999999"])
      expectRefusal(route, await tryWith(route, everything, { workspace }), 404, refused.unknownWorkspace);
  });

  it("a body that names another workspace", async () => {
    const purposes: Partial<Record<string, string>> = {
      invitation: "create_account",
      "reset link": "reset_password",
      "email link": "change_email",
    };
    const purpose = (typeof route.needs === "string" && purposes[route.needs]) || "session";
    const facts = purpose === "change_email" ? { email_change_id: await wishOf(everything) } : {};
    const token = await addToken(world.pool, purpose === "create_account" ? invited : everything, { purpose, facts });
    const answer = await world.call(route, { workspace_name: "Another" }, { token });
    expectRefusal(route, answer, 403, refused.otherWorkspace);
  });
});

describe.each(titled(forSessions))("%s", (_, route) => {
  it("refuses the links of mails, whatever their user holds", async () => {
    const invitation = await tryWith(route, invited, { purpose: "create_account" });
    expectRefusal(route, invitation, 403, refused.noPermission);
    const reset = await tryWith(route, everything, { purpose: "reset_password" });
    expectRefusal(route, reset, 403, refused.noPermission);
  });

  it("asks for its permission, and for one of them only", async () => {
    const { needs } = route;
    if (typeof needs === "string") {
      expectAdmitted(await tryWith(route, await holderOf([])));
      return;
    }
    const others = permissionNames.filter((name) => !needs.includes(name));
    expectRefusal(route, await tryWith(route, await holderOf(others)), 403, refused.noPermission);
    for (const permission of needs) {
      const holder = await holderOf([permission]);
      expectAdmitted(await tryWith(route, holder));
      expectAdmitted(await tryWith(route, holder, { workspace: world.workspaceId }));
    }
  });

  it("refuses who was made unverified or never was", async () => {
    expectRefusal(route, await tryWith(route, invited), 401, refused.badToken);
  });
});

describe.each(titled(forGateways))("%s", (_, route) => {
  it("takes the credential of a gateway and nothing else", async () => {
    expectRefusal(route, await world.call(route, {}), 401, refused.noToken);
    for (const token of [garbage, await addToken(world.pool, everything), `gateway-${garbage}`])
      expectRefusal(route, await world.call(route, {}, { token }), 401, liveText.refused.credential);
    for (const purpose of ["create_account", "reset_password", "oauth_access"])
      expectRefusal(route, await tryWith(route, everything, { purpose }), 401, liveText.refused.credential);
    expectAdmitted(await world.call(route, {}, { token: gateway }));
    const other = await world.call(route, {}, { token: gateway, workspace: otherWorkspace });
    expectRefusal(route, other, 403, refused.otherWorkspace);
  });
});

describe.each(titled(guarded))("%s refuses", (_, route) => {
  it("the credential of a gateway", async () => {
    expectRefusal(route, await world.call(route, {}, { token: gateway }), 401, refused.badToken);
  });
});

describe.each(titled(guarded.filter(({ needs }) => needs === "invitation")))("%s", (_, route) => {
  it("takes invitations only", async () => {
    for (const purpose of ["session", "reset_password"])
      expectRefusal(route, await tryWith(route, everything, { purpose }), 403, noCreatePermission);
    expectAdmitted(await tryWith(route, invited, { purpose: "create_account" }));
  });
});

describe.each(titled(guarded.filter(({ needs }) => needs === "reset link")))("%s", (_, route) => {
  it("takes reset links only", async () => {
    expectRefusal(route, await tryWith(route, everything), 403, refused.noPermission);
    const invitation = await tryWith(route, invited, { purpose: "create_account" });
    expectRefusal(route, invitation, 403, refused.noPermission);
    expectAdmitted(await tryWith(route, everything, { purpose: "reset_password" }));
  });
});

describe.each(titled(guarded.filter(({ needs }) => needs === "email link")))("%s", (_, route) => {
  it("takes the links of new addresses only, while the wish for one stands", async () => {
    expectRefusal(route, await tryWith(route, everything), 403, refused.noPermission);
    expectRefusal(route, await tryWith(route, everything, { purpose: "reset_password" }), 403, refused.noPermission);
    const someone = await holderOf(["visualize_data"]);
    const link = { purpose: "change_email", facts: { email_change_id: 1_000_000 } };
    expectRefusal(route, await tryWith(route, someone, link), 401, refused.badToken);
  });
});

describe.each(titled(guarded.filter(({ needs }) => needs === "any token")))("%s", (_, route) => {
  it("takes sessions and links", async () => {
    expectAdmitted(await tryWith(route, await holderOf([])));
    expectAdmitted(await tryWith(route, everything, { purpose: "reset_password" }));
    expectAdmitted(await tryWith(route, invited, { purpose: "create_account" }));
  });
});

describe.each(titled(allRoutes.filter(({ hasGet }) => hasGet)))("%s by GET", (_, route) => {
  const get = async (token: string | null, query = ""): Promise<[number, string]> => {
    const headers = token === null ? {} : { authorization: token };
    const answer = await world.app.http.inject({ method: "GET", url: `${route.path}?${query}`, headers });
    const { statusCode: status, body: text } = answer;
    if (status !== 401 && status !== 403) return [status, text];
    return [status, refusalOf(route, { status, text, type: String(answer.headers["content-type"]) } as Answer)];
  };

  it("is guarded as its POST is", async () => {
    expect(await get(null)).toEqual([401, refused.noToken]);
    expect(await get(garbage)).toEqual([401, refused.badToken]);
    const token = await addToken(world.pool, everything);
    const ownName = `workspace_name=${encodeURIComponent("Another")}`;
    expect(await get(token, ownName)).toEqual([403, refused.otherWorkspace]);
    expect(await get(await addToken(world.pool, stranger), `parent_study_id=${world.workspaceId}`)).toEqual([
      403,
      refused.otherWorkspace,
    ]);
    const others = permissionNames.filter((name) => !route.needs.includes(name));
    expect(await get(await addToken(world.pool, await holderOf(others)))).toEqual([403, refused.noPermission]);
    expect([400, 404]).toContain((await get(token))[0]);
  });
});

it("answers no other call by GET or HEAD", async () => {
  const token = await addToken(world.pool, everything);
  for (const { path, hasGet } of allRoutes)
    for (const method of hasGet ? (["HEAD"] as const) : (["GET", "HEAD"] as const)) {
      const { statusCode } = await world.app.http.inject({ method, url: path, headers: { authorization: token } });
      expect([path, statusCode]).toEqual([path, 404]);
    }
});

describe.each(titled(open))("%s", (_, route) => {
  it("needs no token and looks at none", async () => {
    expectAdmitted(await world.call(route, {}));
    expectAdmitted(await world.call(route, {}, { token: garbage, workspace: otherWorkspace }));
  });

  it("knows no workspace that is not there", async () => {
    const answer = await world.call(route, {}, { workspace: 2_000_000_000 });
    expectRefusal(route, answer, 404, refused.unknownWorkspace);
  });
});
