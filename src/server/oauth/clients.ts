/** Who asks for a token: registered clients, with their secret in the Authorization header or in the form. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { OauthClient } from "../platform/start/config.ts";
import { OauthError } from "./errors.ts";

/** The client of that name, or undefined. */
export const clientOf = (clients: readonly OauthClient[], clientId: string): OauthClient | undefined =>
  clients.find((client) => client.clientId === clientId);

const digest = (text: string) => createHash("sha256").update(text).digest();
/** Takes the same time wherever the texts differ. */
export const isSameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

interface Credentials {
  clientId: string;
  /** null: a public client gives none. */
  secret: string | null;
}

/**
 * The client that makes a call of the token endpoint (RFC 6749 2.3).
 * @throws OauthError invalid_client, or invalid_request when it shows itself in two ways.
 */
export function authenticate(
  clients: readonly OauthClient[],
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): OauthClient {
  const isBasic = /^basic /i.test(authorization ?? "");
  if (isBasic && form.has("client_secret"))
    throw new OauthError("invalid_request", "The client shows itself in two ways.");
  const { clientId, secret } = isBasic ? basicOf(authorization ?? "") : inForm(form);
  const client = clientOf(clients, clientId);
  const wanted = client?.clientSecret ?? null;
  // An unknown client takes the comparison too.
  const isSecret = isSameText(secret ?? "", wanted ?? "") && (secret === null) === (wanted === null);
  if (client === undefined || !isSecret) throw new OauthError("invalid_client", "The client is not known.", isBasic);
  if (isBasic && form.has("client_id") && form.get("client_id") !== clientId)
    throw new OauthError("invalid_request", "The client shows itself in two ways.");
  return client;
}

function inForm(form: ReadonlyMap<string, string>): Credentials {
  const clientId = form.get("client_id");
  if (clientId === undefined) throw new OauthError("invalid_client", "The client does not say who it is.");
  return { clientId, secret: form.get("client_secret") ?? null };
}

/** Both halves are form-encoded before they are joined (RFC 6749 2.3.1). */
function basicOf(authorization: string): Credentials {
  const text = Buffer.from(authorization.slice("basic ".length).trim(), "base64").toString("utf8");
  const [id, ...rest] = text.split(":");
  const decode = (part: string) => decodeURIComponent(part.replaceAll("+", " "));
  try {
    return { clientId: decode(id), secret: decode(rest.join(":")) };
  } catch {
    throw new OauthError("invalid_client", "The Authorization header cannot be read.", true);
  }
}
