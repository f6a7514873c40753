/** Readers of environment variables. Each refuses with one plain sentence that names the variable. */
import { isIP } from "node:net";
import { isEmail, refuseForm } from "../../../domain/people/account-rules.ts";
import type { OauthClient } from "./config.ts";
import { StartRefused } from "./start-refused.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value without white space around it; undefined when it is unset or empty. */
export const textOf = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/** @throws StartRefused unless it is one of `choices`. */
export function choiceOf<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = textOf(env, name) ?? fallback;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new StartRefused(`${name} must be one of ${choices.join(", ")}.`);
  return choice;
}

/** @throws StartRefused unless it is a whole number in the range. */
export function integerOf(
  env: Environment,
  name: string,
  { fallback, min, max, unit }: { fallback: number; min: number; max: number; unit: string },
): number {
  const text = textOf(env, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new StartRefused(`${name} must be a number of ${unit} from ${min} to ${max}.`);
  return value;
}

/** @throws StartRefused unless it is an address with one of the `schemes` ("https:"). */
export function addressOf(env: Environment, name: string, schemes: readonly string[]): URL | null {
  const text = textOf(env, name);
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !schemes.includes(url.protocol) || url.hostname === "")
    throw new StartRefused(`${name} must be an address that begins with ${schemes.map((s) => `${s}//`).join(" or ")}.`);
  return url;
}

const web = ["http:", "https:"];

/** Address of a web page, as it was written. */
export const pageOf = (env: Environment, name: string): string | null => addressOf(env, name, web)?.href ?? null;

/** Origin of a web server, without a slash at the end. @throws StartRefused when there is more than an origin. */
export function originOf(env: Environment, name: string): string | null {
  const url = addressOf(env, name, web);
  if (url === null) return null;
  if (url.href !== `${url.origin}/`)
    throw new StartRefused(`${name} must be scheme, host and port only, such as https://connect.example.org.`);
  return url.origin;
}

/** Names of hosts, with or without a port, between commas or blanks; lower case, as browsers send them. */
export function hostsOf(env: Environment, name: string): readonly string[] {
  const hosts = (env[name] ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  for (const host of hosts)
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/.test(host))
      throw new StartRefused(`${name} must be names of hosts such as connect.example.org or 10.0.0.7:8080.`);
  return hosts;
}

/** What Fastify's trustProxy takes: nobody, everyone, or addresses and networks. */
export function proxyOf(env: Environment, name: string): boolean | string {
  const text = textOf(env, name) ?? "off";
  if (text === "off" || text === "false") return false;
  if (text === "on" || text === "true") return true;
  const parts = text.split(",").map((part) => part.trim());
  const isKnown = (part: string) => {
    const [address, bits, more] = part.split("/");
    return more === undefined && isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  };
  if (!parts.every((part) => isKnown(part) || ["loopback", "linklocal", "uniquelocal"].includes(part)))
    throw new StartRefused(`${name} must be on, off, or addresses of proxies such as 10.0.0.2 or 10.0.0.0/8.`);
  return parts.join(",");
}

/** @throws StartRefused unless it is an e-mail address. */
export function emailOf(env: Environment, name: string, fallback: string): string {
  const value = textOf(env, name) ?? fallback;
  if (!isEmail(value)) throw new StartRefused(`${name} must be an e-mail address.`);
  return value;
}

/** Address of a sender, bare or as "Name <address>". @throws StartRefused */
export function senderOf(env: Environment, name: string, fallback: string): string {
  const value = textOf(env, name) ?? fallback;
  const address = /^[^<>\r\n"]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  if (!isEmail(address) || /[\r\n]/.test(value))
    throw new StartRefused(`${name} must be an e-mail address, alone or as Name <address>.`);
  return value;
}

/**
 * A password of the form that those of accounts have, exactly as it was written; whether it is a common one is asked where an account is
 * made with it, and stops no server that has its administrator. @throws StartRefused
 */
export function passwordOf(env: Environment, name: string): string | null {
  const value = env[name];
  if (value === undefined || value === "") return null;
  const why = refuseForm(value);
  if (why !== undefined) throw new StartRefused(`${name} cannot be used: ${why.replace(/\.$/, "")}.`);
  return value;
}

const minSecretLength = 16;

/** Something only programs show. @throws StartRefused when it is too short to be one, without quoting it */
export function secretOf(env: Environment, name: string): string | null {
  const value = textOf(env, name) ?? null;
  if (value !== null && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new StartRefused(`${name} must have at least ${minSecretLength} characters, without blanks.`);
  return value;
}

/**
 * Programs that sign their users in through us: [{"client_id", "client_secret", "redirect_uris"}]. Without a secret a
 * client is public and must use PKCE.
 * @throws StartRefused when the JSON is not of that form; the value itself is never quoted, it holds secrets.
 */
export function oauthClientsOf(env: Environment, name: string): readonly OauthClient[] {
  const text = textOf(env, name);
  if (text === undefined) return [];
  const refuse = (why: string): never => {
    throw new StartRefused(`${name} ${why}.`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("is not JSON");
  }
  if (!Array.isArray(parsed)) return refuse("must be a list of clients");
  const clients = parsed.map((entry: unknown): OauthClient => {
    const known: Record<string, unknown> = typeof entry === "object" && entry !== null ? { ...entry } : {};
    const { client_id: clientId, client_secret: secret = null, redirect_uris: redirectUris } = known;
    if (typeof clientId !== "string" || !/^[\x21-\x7e]{1,200}$/.test(clientId))
      return refuse("has a client without a client_id");
    if (secret !== null && (typeof secret !== "string" || secret.length < minSecretLength))
      return refuse(`has a client_secret of fewer than ${minSecretLength} characters`);
    if (!Array.isArray(redirectUris) || redirectUris.length === 0 || !redirectUris.every(isRedirect))
      return refuse("has a client whose redirect_uris are not addresses with http or https and without a fragment");
    return { clientId, clientSecret: secret, redirectUris };
  });
  if (new Set(clients.map(({ clientId }) => clientId)).size < clients.length) refuse("names a client_id twice");
  return clients;
}

function isRedirect(value: unknown): value is string {
  return (
    typeof value === "string" && URL.canParse(value) && web.includes(new URL(value).protocol) && !value.includes("#")
  );
}
