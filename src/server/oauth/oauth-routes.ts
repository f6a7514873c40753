/**
 * The authorization-code flow for a notebook hub. The sign-in page is the authorize page; the hub asks for a token and
 * for the user with calls of its own, outside the declared ones: their form is RFC 6749's.
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { loginRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { oauthLogin } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { checkLogin, demandEntry } from "../identity/sign-in.ts";
import { addressKey, countAttempt, giveBackAttempt, type ThrottleRule } from "../identity/throttle.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { addressOf } from "../platform/http/client-address.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import type { Config } from "../platform/start/config.ts";
import { authenticate, clientOf } from "./clients.ts";
import { accessLifeMs, issueCode, redeemCode, userInfoOf } from "./codes.ts";
import { answerOauthError, OauthError } from "./errors.ts";

export interface OauthDeps {
  db: NodePgDatabase;
  bus: Bus;
  config: Pick<Config, "oauthClients">;
}

const tokenPath = "/v1/oauth/token";
const userInfoPath = "/v1/oauth/userinfo";
const maxFormBytes = 16 * 1024;

/**
 * Wrong secrets from one address, and wrong codes of clients without one. A hub has one address for all its users: what they bring to it,
 * a code that is no good or a token that is over, keeps nobody else from signing in.
 */
const strangerRule = { kind: "growing", free: 60, maxSeconds: 900, forgetSeconds: 30 } as const satisfies ThrottleRule;

export function addOauthRoutes(app: FastifyInstance, host: RouteHost, deps: OauthDeps): void {
  addOauthLogin(host, deps);
  app.register(async (scope) => {
    scope.setErrorHandler(answerOauthError);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxFormBytes },
      async (_request: FastifyRequest, text: string) => formOf(text),
    );
    scope.post(tokenPath, (request, reply) => answerToken(deps, request, reply));
    scope.route({ method: ["GET", "POST"], url: userInfoPath, handler: (...both) => answerUserInfo(deps, ...both) });
  });
}

function addOauthLogin(host: RouteHost, { db, config }: OauthDeps): void {
  host.add(oauthLogin, async (body, { workspaceId, address, origin }, { cookies }) => {
    const client = clientOf(config.oauthClients, body.client_id);
    // Before anything else: whoever sends people elsewhere learns nothing about their passwords.
    if (client === undefined || !client.redirectUris.includes(body.redirect_uri))
      throw new Refused(400, "This application is not known here.");
    const challenge = body.code_challenge ?? null;
    const hasMethod = body.code_challenge_method !== undefined;
    if ((challenge === null && client.clientSecret === null) || hasMethod !== (challenge !== null))
      throw new Refused(400, "This application must send a code challenge with the method S256.");
    const { email, password } = body;
    const failure = firstFailure(loginRules, { email, password });
    if (failure !== undefined) throw new Refused(400, failure);
    const user = await checkLogin({
      ...{ db, workspaceId, email, password, address, cookies },
      isSecure: origin.startsWith("https:"),
    });
    const facts = { client_id: client.clientId, redirect_uri: body.redirect_uri, code_challenge: challenge };
    await demandEntry(db, user);
    const code = await issueCode(db, user, facts);
    if (code === null) throw new Refused(401, accountText.refused.badLogin);
    return { code };
  });
}

/** @throws OauthError when a parameter comes twice (RFC 6749 3.2). */
function formOf(text: string): ReadonlyMap<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new OauthError("invalid_request", "A parameter comes twice.");
    if (value !== "") form.set(name, value);
  }
  return form;
}

async function answerToken({ db, bus, config }: OauthDeps, request: FastifyRequest, reply: FastifyReply) {
  const key = addressKey("oauth", addressOf(request));
  await countAttempt(db, key, strangerRule);
  const form = request.body instanceof Map ? (request.body as ReadonlyMap<string, string>) : new Map<string, string>();
  const client = authenticate(config.oauthClients, request.headers.authorization, form);
  if (client.clientSecret !== null) await giveBackAttempt(db, key);
  const grant = form.get("grant_type");
  if (grant !== undefined && grant !== "authorization_code")
    throw new OauthError("unsupported_grant_type", "Only authorization codes are taken.");
  const code = form.get("code");
  const redirectUri = form.get("redirect_uri");
  if (grant === undefined || code === undefined || redirectUri === undefined)
    throw new OauthError("invalid_request", "grant_type, code and redirect_uri must be given.");
  const verifier = form.get("code_verifier");
  const redeemed = await redeemCode(db, { code, clientId: client.clientId, redirectUri, verifier });
  if ("endedTokenIds" in redeemed) {
    request.log.warn({ tokenIds: redeemed.endedTokenIds }, "oauth.replayed");
    bus.send({ kind: "tokens-ended", tokenIds: redeemed.endedTokenIds });
    throw new OauthError("invalid_grant", "The code is not valid.");
  }
  if (client.clientSecret === null) await giveBackAttempt(db, key);
  return reply
    .header("cache-control", "no-store")
    .header("pragma", "no-cache")
    .send({ access_token: redeemed.accessToken, token_type: "Bearer", expires_in: accessLifeMs / 1000 });
}

async function answerUserInfo({ db }: OauthDeps, request: FastifyRequest, reply: FastifyReply) {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const user = token === undefined ? null : await userInfoOf(db, token);
  if (user === null) {
    await countAttempt(db, addressKey("oauth-user", addressOf(request)), strangerRule);
    throw new OauthError("invalid_token", "The access token is not valid.");
  }
  return reply.header("cache-control", "no-store").send(user);
}
