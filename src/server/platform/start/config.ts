/** What the command line and the environment say. Nothing else reads them. */
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { recordingCacheBytesOf, type StoreSettings, storeOf } from "../storage/settings.ts";
import {
  addressOf,
  choiceOf,
  type Environment,
  emailOf,
  hostsOf,
  integerOf,
  oauthClientsOf,
  originOf,
  pageOf,
  passwordOf,
  proxyOf,
  secretOf,
  senderOf,
  textOf,
} from "./environment.ts";
import { StartRefused } from "./start-refused.ts";
import { type UnknownVariable, unknownVariables, watched } from "./unknown-variables.ts";
import { type UploadConfig, uploadConfigOf } from "./upload-config.ts";

/** Name of the server's own workspace unless WORKSPACE says otherwise. */
export const defaultWorkspaceName = "DEMO";

/** What a node does: "web" answers users, "worker" carries out jobs, "all" does both. */
export const roles = ["all", "web", "worker"] as const;

export interface Config {
  role: (typeof roles)[number];
  port: number;
  /** Addresses to listen on. The first one must work, the others may. */
  addresses: readonly string[];
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: "debug" | "info" | "warn" | "error";
  derivedCacheBytes: number;
  /** Overviews of recordings are made beforehand. */
  hasOverviews: boolean;
  /** It makes pages before it says that it is ready. */
  warmsUp: boolean;
  store: StoreSettings;
  /** Most that recordings of an S3-compatible service may take on the disk of a node. */
  recordingCacheBytes: number;
  /** Most that may be reserved for review in a workspace; null: as the disk of the data folder suggests. */
  preloadBytes: number | null;
  /** Address people open, without a slash at the end; null: http://localhost and the port. Links in mails begin with it. */
  publicUrl: string | null;
  /** Other names a browser may know the server by ("host" or "host:port"). */
  allowedHosts: readonly string[];
  /** True: whoever connects. Or addresses and networks between commas, as Fastify's trustProxy takes them. */
  trustProxy: boolean | string;
  workspaceName: string;
  adminEmail: string;
  /** null: a random one is made and printed once. */
  adminPassword: string | null;
  /** null: mails go to the folder "outbox" of the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  deployment: "DEVELOPMENT" | "CLOUD" | "CLINICAL";
  hasSessionTimeout: boolean;
  /** Life of a session token that is not renewed. */
  sessionMinutes: number;
  /** A session is over then, however often it is renewed. */
  sessionHours: number;
  /** So long a link to a view of a review opens. */
  sharedViewDays: number;
  privacyUrl: string | null;
  learnMoreUrl: string | null;
  oauthClients: readonly OauthClient[];
  uploads: UploadConfig;
  /** A stream to which nothing came for so long is closed. */
  liveSilentHours: number;
  /** Shows who may read /metrics from elsewhere; null: programs of this computer alone. */
  metricsToken: string | null;
  /** The external EEG image service and what it is shown; null: images are drawn here. */
  eegService: { readonly url: URL; readonly token: string | null } | null;
  /** The first start makes a demo recording. */
  hasDemo: boolean;
  /** Variables that look like settings and are none. */
  unknownVariables: readonly UnknownVariable[];
}

/** A notebook hub or another program that signs its users in through us. */
export interface OauthClient {
  clientId: string;
  /** null: a public client, which must use PKCE. */
  clientSecret: string | null;
  /** Compared exactly. */
  redirectUris: readonly string[];
}

export const usage = `Usage: npm start -- [--port N] [--data DIR] [--host ADDRESS]

  --port N         port to listen on, 8080 by default
  --data DIR       data folder, ./data by default
  --host ADDRESS   address to listen on, 127.0.0.1 by default; 0.0.0.0 or :: are all addresses of this computer`;

const GiB = 1024 ** 3;

/** Spec 000 section 9, Inactivity: the warning at 20 minutes of token age, the logout 2 minutes later. */
const leastSessionMinutes = 22;

/** @throws StartRefused with a plain sentence about what is wrong. */
export function readConfig(args: readonly string[], environment: Environment): Config {
  const { env, asked } = watched(environment);
  const { port, data, host } = readOptions(args);
  const number = Number(port);
  if (!/^\d{1,5}$/.test(port) || number > 65_535)
    throw new StartRefused(`--port must be a number from 0 to 65535, not "${port}".`);
  const derivedCacheBytes = Number(env.DERIVED_CACHE_BYTES || 2 * GiB);
  if (!(derivedCacheBytes >= 0)) throw new StartRefused("DERIVED_CACHE_BYTES must be a number of bytes.");
  const hasSessionTimeout = choiceOf(env, "SESSION_TIMEOUT", ["on", "off"], "on") === "on";
  const minutes = { fallback: 30, min: 1, max: 1440, unit: "minutes" };
  const sessionMinutes = integerOf(env, "SESSION_MINUTES", minutes);
  if (hasSessionTimeout && sessionMinutes < leastSessionMinutes)
    throw new StartRefused(
      `SESSION_MINUTES must be at least ${leastSessionMinutes}: the inactivity warning appears after 20 minutes and waits for 2. SESSION_TIMEOUT=off turns it off.`,
    );
  const config = {
    role: roleOf(env),
    port: number,
    addresses: addressesOf(host),
    dataDir: resolve(data),
    databaseUrl: textOf(env, "DATABASE_URL"),
    logLevel: choiceOf(env, "LOG_LEVEL", ["debug", "info", "warn", "error"], "info"),
    derivedCacheBytes,
    hasOverviews: choiceOf(env, "OVERVIEWS", ["on", "off"], "on") === "on",
    warmsUp: choiceOf(env, "WARM_UP", ["on", "off"], "on") === "on",
    store: storeOf(env),
    recordingCacheBytes: recordingCacheBytesOf(env),
    preloadBytes: preloadBytesOf(env),
    publicUrl: originOf(env, "PUBLIC_URL"),
    allowedHosts: hostsOf(env, "ALLOWED_HOSTS"),
    trustProxy: proxyOf(env, "TRUST_PROXY"),
    workspaceName: textOf(env, "WORKSPACE") ?? defaultWorkspaceName,
    adminEmail: emailOf(env, "ADMIN_EMAIL", "admin@connect.local"),
    adminPassword: passwordOf(env, "ADMIN_PASSWORD"),
    smtpUrl: addressOf(env, "SMTP_URL", ["smtp:", "smtps:"])?.href ?? null,
    mailFrom: senderOf(env, "MAIL_FROM", "CONNECT <no-reply@connect.local>"),
    deployment: choiceOf(env, "DEPLOYMENT", ["DEVELOPMENT", "CLOUD", "CLINICAL"], "CLOUD"),
    hasSessionTimeout,
    sessionMinutes,
    sessionHours: integerOf(env, "SESSION_HOURS", { fallback: 12, min: 1, max: 168, unit: "hours" }),
    sharedViewDays: integerOf(env, "SHARED_VIEW_DAYS", { fallback: 90, min: 1, max: 3650, unit: "days" }),
    privacyUrl: pageOf(env, "PRIVACY_URL"),
    learnMoreUrl: pageOf(env, "LEARN_MORE_URL"),
    oauthClients: oauthClientsOf(env, "OAUTH_CLIENTS"),
    uploads: uploadConfigOf(env),
    liveSilentHours: integerOf(env, "LIVE_SILENT_HOURS", { fallback: 24, min: 1, max: 8760, unit: "hours" }),
    metricsToken: secretOf(env, "METRICS_TOKEN"),
    eegService: eegServiceOf(env),
    hasDemo: choiceOf(env, "DEMO", ["on", "off"], "on") === "on",
  };
  return { ...config, unknownVariables: unknownVariables(environment, asked) };
}

/** What commands say of the environment: of one that the server would refuse nothing, because they use a part of it. */
export function unknownSettings(environment: Environment): readonly UnknownVariable[] {
  try {
    return readConfig([], environment).unknownVariables;
  } catch {
    return [];
  }
}

/** @throws StartRefused unless it is a whole number of bytes. */
function preloadBytesOf(env: Environment): number | null {
  const text = textOf(env, "PRELOAD_BYTES");
  if (text === undefined) return null;
  const bytes = Number(text);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new StartRefused("PRELOAD_BYTES must be a number of bytes.");
  return bytes;
}

/** @throws StartRefused for an address that names a user, a query or a fragment, and for a token without an address */
function eegServiceOf(env: Environment): Config["eegService"] {
  const url = addressOf(env, "EEG_SERVICE_URL", ["http:", "https:"]);
  const token = secretOf(env, "EEG_SERVICE_TOKEN");
  if (url === null) {
    if (token !== null) throw new StartRefused("EEG_SERVICE_TOKEN needs EEG_SERVICE_URL.");
    return null;
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new StartRefused("EEG_SERVICE_URL must be an address without a user, a query or a fragment.");
  return { url, token };
}

/** @throws StartRefused for a node that could share its work with no other: the embedded database has one process. */
function roleOf(env: Environment): Config["role"] {
  const role = choiceOf(env, "ROLE", roles, "all");
  if (role !== "all" && textOf(env, "DATABASE_URL") === undefined)
    throw new StartRefused(`ROLE=${role} needs DATABASE_URL: without it one process does everything.`);
  return role;
}

function readOptions(args: readonly string[]): { port: string; data: string; host: string } {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const options = { port: text("8080"), data: text("data"), host: text("127.0.0.1") };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function addressesOf(host: string): readonly string[] {
  if (host === "localhost" || host === "127.0.0.1") return ["127.0.0.1", "::1"];
  const address = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  if (isIP(address) === 0) throw new StartRefused(`--host must be localhost or an IP address, not "${host}".`);
  return [address];
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether `address` is reached from this computer alone. */
export const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether `address` stands for all addresses of this computer. */
export const isEveryAddress = (address: string): boolean => address === "0.0.0.0" || /^[0:]+$/.test(address);
