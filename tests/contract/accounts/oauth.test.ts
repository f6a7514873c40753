/** The authorization-code flow, seen by an independent client library against the running server. */
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePassword, getCurrentUser, oauthLogin } from "../../../src/protocol/accounts.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { issueCode } from "../../../src/server/oauth/codes.ts";
import { addUser, answerAs, callAs, signIn, type TestUser, testAdmin, withDatabase } from "../../support/accounts.ts";
import { untilBlockedBy } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

const redirectUri = "https://hub.example/hub/oauth_callback?next=%2Fhub";
const secret = "s3cret/with:odd+characters %41";
const hub: oauth.Client = { client_id: "hub", token_endpoint_auth_method: "client_secret_basic" };
const desk: oauth.Client = { client_id: "desk", token_endpoint_auth_method: "none" };
const clients = [
  { client_id: "hub", client_secret: secret, redirect_uris: [redirectUri, "https://hub.example/other"] },
  { client_id: "desk", redirect_uris: [redirectUri] },
];
/** Of the administrator, once a test has changed it. */
const changedPassword = "Changed-password-1";
const insecure = { [oauth.allowInsecureRequests]: true };

let server: RunningServer;
let as: oauth.AuthorizationServer;

beforeAll(async () => {
  server = await startServer({ env: { OAUTH_CLIENTS: JSON.stringify(clients) } });
  as = {
    issuer: server.url,
    authorization_endpoint: `${server.url}/`,
    token_endpoint: `${server.url}/v1/oauth/token`,
    userinfo_endpoint: `${server.url}/v1/oauth/userinfo`,
  };
});
afterAll(() => server?.stop());

/** What the sign-in page does with the query of an authorization request. */
async function signInFor(client: oauth.Client, challenge?: string, more: object = {}) {
  return callAs(server.url, null, oauthLogin, {
    ...testAdmin,
    client_id: client.client_id,
    redirect_uri: redirectUri,
    ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: "S256" }),
    ...more,
  });
}

interface Flow {
  verifier: string;
  callback: URLSearchParams;
  code: string;
}

async function begin(client: oauth.Client, { hasPkce = true, more = {} } = {}): Promise<Flow> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = hasPkce ? await oauth.calculatePKCECodeChallenge(verifier) : undefined;
  const answer = await signInFor(client, challenge, more);
  expect(answer.status).toBe(200);
  const { code } = JSON.parse(answer.text);
  const address = new URL(redirectUri);
  const state = "state with ünïcode & more";
  address.searchParams.set("state", state);
  address.searchParams.set("code", code);
  return { verifier, callback: oauth.validateAuthResponse(as, client, address, state), code };
}

const authentication = (client: oauth.Client) =>
  client.token_endpoint_auth_method === "none" ? oauth.None() : oauth.ClientSecretBasic(secret);
const exchange = (
  client: oauth.Client,
  { callback, verifier }: Flow,
  auth = authentication(client),
  uri = redirectUri,
) => oauth.authorizationCodeGrantRequest(as, client, auth, callback, uri, verifier, insecure);

async function accessToken(client: oauth.Client, flow: Flow, auth = authentication(client)): Promise<string> {
  const response = await exchange(client, flow, auth);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { access_token, token_type, expires_in } = await oauth.processAuthorizationCodeResponse(as, client, response);
  expect([token_type, expires_in]).toEqual(["bearer", 3600]);
  return access_token;
}
const refusalOf = async (response: Response) => [response.status, (await response.json()).error];
const form = (fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  fetch(as.token_endpoint as string, { method: "POST", body: new URLSearchParams(fields), headers });

describe("an independent client", () => {
  it.each([
    ["a confidential client, secret in the header", hub, () => oauth.ClientSecretBasic(secret)],
    ["a confidential client, secret in the form", hub, () => oauth.ClientSecretPost(secret)],
    ["a public client", desk, () => oauth.None()],
  ])("signs a user in: %s", async (_, client, auth) => {
    const token = await accessToken(client, await begin(client), auth());
    const response = await oauth.userInfoRequest(as, client, token, insecure);
    const user = await oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, response);
    const { id } = await answerAs(server.url, (await signIn(server.url)).token, getCurrentUser, {});
    expect(user).toMatchObject({ sub: String(id), email: testAdmin.email, workspace: "DEMO" });
    // Nobody has mailed to the address of the first administrator.
    expect(user).toMatchObject({ email_verified: false, preferred_username: `user-${id}` });
    expect(user.name).not.toBe("");
    const posted = await fetch(as.userinfo_endpoint as string, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await posted.json()).sub).toBe(String(id));
  });

  it("may leave PKCE out when it has a secret", async () => {
    const { code } = await begin(hub, { hasPkce: false });
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const answer = await form({ ...fields, client_id: "hub", client_secret: secret });
    expect([answer.status, (await answer.json()).token_type]).toEqual([200, "Bearer"]);
  });
});

describe("a code", () => {
  const plain = (code: string, more: Record<string, string> = {}) =>
    form({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: "hub",
      client_secret: secret,
      ...more,
    });

  it("is good once; a second use ends the access token of the first", async () => {
    const flow = await begin(hub);
    const token = await accessToken(hub, flow);
    expect((await oauth.userInfoRequest(as, hub, token, insecure)).status).toBe(200);
    expect(await refusalOf(await exchange(hub, flow))).toEqual([400, "invalid_grant"]);
    expect((await oauth.userInfoRequest(as, hub, token, insecure)).status).toBe(401);
  });

  it("is good for one of many that race", async () => {
    const flow = await begin(hub);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(hub, flow)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  it.each<[string, (flow: Flow) => Promise<Response>]>([
    ["a wrong verifier", (flow) => exchange(hub, { ...flow, verifier: oauth.generateRandomCodeVerifier() })],
    [
      "another redirect address",
      (flow) => exchange(hub, flow, oauth.ClientSecretBasic(secret), "https://hub.example/other"),
    ],
    ["no verifier", ({ code }) => plain(code)],
    ["a verifier that is too short", ({ code }) => plain(code, { code_verifier: "short" })],
  ])("is refused with %s, and used up", async (_, ask) => {
    const flow = await begin(hub);
    expect(await refusalOf(await ask(flow))).toEqual([400, "invalid_grant"]);
    expect(await refusalOf(await exchange(hub, flow))).toEqual([400, "invalid_grant"]);
  });

  it("is refused to another client, and with a verifier it was not made with", async () => {
    const flow = await begin(hub);
    expect(await refusalOf(await exchange(desk, flow))).toEqual([400, "invalid_grant"]);
    await accessToken(hub, flow);
    expect(await refusalOf(await exchange(hub, await begin(hub, { hasPkce: false })))).toEqual([400, "invalid_grant"]);
    expect(await refusalOf(await plain("nonsense"))).toEqual([400, "invalid_grant"]);
  });

  it("is refused when it has expired, and kept as a hash alone", async () => {
    const flow = await begin(hub);
    await withDatabase(server.dataDir, async (pool) => {
      const { rows } = await pool.query(
        "select hash, expires_at - created_at as life from token where purpose = 'oauth_code'",
      );
      expect(JSON.stringify(rows)).not.toContain(flow.code);
      expect(rows.map(({ life }) => life.minutes)).toEqual(rows.map(() => 1));
      await pool.query("update token set expires_at = now() - interval '1 second' where purpose = 'oauth_code'");
    });
    expect(await refusalOf(await exchange(hub, flow))).toEqual([400, "invalid_grant"]);
  });
});

it("makes no code and no token for an account that changed meanwhile", async () => {
  const flow = await begin(hub);
  await withDatabase(server.dataDir, async (pool, db) => {
    const { rows } = await pool.query<{ id: number; workspace_id: number }>(
      "select id, workspace_id from app_user where email = $1",
      [testAdmin.email],
    );
    const [{ id, workspace_id: workspaceId }] = rows;
    const facts = { client_id: "hub", redirect_uri: redirectUri, code_challenge: null };
    expect(await issueCode(db, { id, workspaceId, passwordHash: "of yesterday" }, facts)).toBeNull();
    const change = await pool.connect();
    await change.query("begin");
    await change.query("update app_user set password_hash = password_hash where id = $1", [id]);
    const answer = exchange(hub, flow);
    await untilBlockedBy(change, pool);
    await change.query("delete from token where user_id = $1", [id]);
    await change.query("commit");
    change.release();
    expect(await refusalOf(await answer)).toEqual([400, "invalid_grant"]);
  });
});

describe("the sign-in page's call", () => {
  it.each([
    ["an unknown client", { client_id: "nobody" }, 400],
    ["a foreign redirect address", { redirect_uri: "https://evil.example/" }, 400],
    ["a longer redirect address", { redirect_uri: `${redirectUri}&x=1` }, 400],
    ["a challenge of another method", { code_challenge: "a".repeat(43), code_challenge_method: "plain" }, 400],
    ["a challenge without its method", { code_challenge: "a".repeat(43) }, 400],
    ["a wrong password", { password: "Wrong-password-1" }, 401],
  ])("refuses %s", async (_, more, status) => {
    const answer = await signInFor(hub, undefined, more);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/^[A-Z][^{}]*\.$/);
  });

  it("refuses who could not log in here: without any permission, or of a domain that is not allowed", async () => {
    await withDatabase(server.dataDir, async (pool) => {
      const { workspaceId } = await signIn(server.url);
      const idle = await addUser(pool, { workspaceId, permissions: [] });
      const viewer = await addUser(pool, { workspaceId, permissions: ["visualize_data"] });
      const asked = async ({ email, password }: TestUser) => {
        const { status, text } = await signInFor(hub, undefined, { email, password });
        return status === 200 ? status : [status, text];
      };
      expect(await asked(idle)).toEqual([403, accountText.login.noAccess]);
      expect(await asked(viewer)).toBe(200);
      const restrict = (is: boolean) =>
        pool.query("update workspace set restrict_email_domains = $1 where id = $2", [is, workspaceId]);
      await restrict(true);
      expect(await asked(viewer)).toEqual([403, accountText.refused.domainNotAllowed]);
      expect((await signInFor(hub)).status, "who manages users is exempt").toBe(200);
      await restrict(false);
    });
  });

  it("refuses a public client without PKCE", async () => {
    expect((await signInFor(desk)).status).toBe(400);
  });
});

describe("the token endpoint", () => {
  it.each<[string, Record<string, string> | [string, string][], Record<string, string>, number, string]>([
    ["nobody", { grant_type: "authorization_code" }, {}, 401, "invalid_client"],
    ["an unknown client", { client_id: "x", client_secret: secret }, {}, 401, "invalid_client"],
    ["a wrong secret", { client_id: "hub", client_secret: "wrong" }, {}, 401, "invalid_client"],
    ["a missing secret", { client_id: "hub" }, {}, 401, "invalid_client"],
    ["a secret of a public client", { client_id: "desk", client_secret: "any" }, {}, 401, "invalid_client"],
    ["an unreadable header", {}, { authorization: `Basic ${btoa("hub:%zz")}` }, 401, "invalid_client"],
    [
      "two ways at once",
      { client_secret: secret },
      { authorization: `Basic ${btoa("hub:x")}` },
      400,
      "invalid_request",
    ],
    ["another grant", { client_id: "desk", grant_type: "password" }, {}, 400, "unsupported_grant_type"],
    ["no grant", { client_id: "desk", code: "x", redirect_uri: "x" }, {}, 400, "invalid_request"],
    ["no code", { client_id: "desk", grant_type: "authorization_code", redirect_uri: "x" }, {}, 400, "invalid_request"],
    [
      "a parameter twice",
      [
        ["client_id", "desk"],
        ["client_id", "hub"],
      ],
      {},
      400,
      "invalid_request",
    ],
  ])("refuses %s", async (_, fields, headers, status, error) => {
    const answer = await form(fields, headers);
    if (headers.authorization && status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Basic/);
    expect(await refusalOf(answer)).toEqual([status, error]);
  });

  it("takes forms only, small ones, and nothing from foreign pages", async () => {
    const json = await fetch(as.token_endpoint as string, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(await refusalOf(json)).toEqual([415, "invalid_request"]);
    expect(await refusalOf(await form({ client_id: "x".repeat(20_000) }))).toEqual([413, "invalid_request"]);
    expect((await form({}, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("an access token", () => {
  it("opens userinfo and nothing else", async () => {
    const token = await accessToken(hub, await begin(hub));
    expect((await callAs(server.url, token, getCurrentUser, {})).status).toBe(401);
    const session = await signIn(server.url);
    for (const other of [session.token, "nonsense"]) {
      const response = await fetch(as.userinfo_endpoint as string, { headers: { authorization: `Bearer ${other}` } });
      expect(response.headers.get("www-authenticate")).toBe('Bearer realm="CONNECT", error="invalid_token"');
      expect(await refusalOf(response)).toEqual([401, "invalid_token"]);
    }
  });

  it("ends when the password is changed", async () => {
    const token = await accessToken(hub, await begin(hub));
    const session = await signIn(server.url);
    const passwords = { password: testAdmin.password, new_password: changedPassword };
    await answerAs(server.url, session.token, changePassword, passwords);
    expect((await oauth.userInfoRequest(as, hub, token, insecure)).status).toBe(401);
  });
});

it("signs people in whatever others bring to the hub", async () => {
  const wrong = { grant_type: "authorization_code", code: "no code of ours", redirect_uri: redirectUri };
  for (let n = 0; n < 70; n++) {
    expect((await form({ ...wrong, client_id: "hub", client_secret: secret })).status).toBe(400);
    await fetch(as.userinfo_endpoint as string, { headers: { authorization: "Bearer over" } });
  }
  await accessToken(hub, await begin(hub, { more: { password: changedPassword } }));
});

it("slows guessing down", async () => {
  const answers: number[] = [];
  for (let n = 0; n < 80 && answers.at(-1) !== 429; n++)
    answers.push((await form({ client_id: "hub", client_secret: `guess ${n}` })).status);
  expect(answers.at(-1)).toBe(429);
  const answer = await form({ client_id: "hub", client_secret: "guess" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refusalOf(answer)).toEqual([429, "temporarily_unavailable"]);
});

it("logs neither codes nor tokens nor secrets", async () => {
  await expect.poll(() => server.output()).toContain("oauth.replayed");
  expect(server.output()).not.toContain(secret);
  expect(server.output()).not.toContain(testAdmin.email);
});
