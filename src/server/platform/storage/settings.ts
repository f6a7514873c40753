/** What the environment says about the object store (operations.md, Environment). Plain data: worker threads get it as it is. */
import { addressOf, choiceOf, type Environment, originOf, textOf } from "../start/environment.ts";
import { StartRefused } from "../start/start-refused.ts";
import { shortestSecret } from "./secret.ts";

export interface S3Settings {
  bucket: string;
  /** Address of the service, without a slash at the end. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket stands in the path, not in the name of the host. */
  isPathStyle: boolean;
  /** Origin that browsers reach the service by. */
  publicEndpoint: string;
}

export interface StoreSettings {
  /** Where new workspaces and recordings are kept. */
  kind: "fs" | "s3";
  /** Signs addresses of local stores; null: the one kept in the data folder. */
  secret: string | null;
  /** Null when the installation has no S3-compatible service. */
  s3: S3Settings | null;
}

/** @throws StartRefused with a plain sentence about what is wrong; no value of a key is ever quoted */
export function storeOf(env: Environment): StoreSettings {
  const kind = choiceOf(env, "STORE", ["fs", "s3"], "fs");
  const secret = textOf(env, "STORE_SECRET") ?? null;
  if (secret !== null && secret.length < shortestSecret)
    throw new StartRefused(`STORE_SECRET must have at least ${shortestSecret} characters.`);
  return { kind, secret, s3: kind === "s3" ? s3Of(env) : null };
}

/** Origin of the addresses that browsers get for a bucket. */
export function serviceOrigin({ publicEndpoint, isPathStyle }: S3Settings, bucket: string): string {
  const { protocol, host, origin } = new URL(publicEndpoint);
  return isPathStyle ? origin : `${protocol}//${bucket}.${host}`;
}

/** Origins beside our own that browsers speak to. */
export const storeOrigins = ({ s3 }: StoreSettings): readonly string[] =>
  s3 === null ? [] : [serviceOrigin(s3, s3.bucket)];

const GiB = 1024 ** 3;

/** @throws StartRefused unless it is a number of bytes */
export function recordingCacheBytesOf(env: Environment): number {
  const bytes = Number(textOf(env, "RECORDING_CACHE_BYTES") ?? 4 * GiB);
  if (!(bytes >= 0)) throw new StartRefused("RECORDING_CACHE_BYTES must be a number of bytes.");
  return bytes;
}

const web = ["http:", "https:"];

function s3Of(env: Environment): S3Settings {
  const demand = (name: string): string => {
    const value = textOf(env, name);
    if (value === undefined) throw new StartRefused(`STORE=s3 needs ${name}.`);
    return value;
  };
  const bucket = demand("S3_BUCKET");
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,253}[a-zA-Z0-9]$/.test(bucket))
    throw new StartRefused("S3_BUCKET must be the name of a bucket.");
  demand("S3_ENDPOINT");
  const endpoint = addressOf(env, "S3_ENDPOINT", web) as URL;
  if (endpoint.search !== "" || endpoint.hash !== "" || endpoint.username !== "" || endpoint.password !== "")
    throw new StartRefused("S3_ENDPOINT must be an address without a query and without a password.");
  return {
    bucket,
    endpoint: endpoint.href.replace(/\/+$/, ""),
    region: textOf(env, "S3_REGION") ?? "us-east-1",
    accessKeyId: demand("S3_ACCESS_KEY_ID"),
    secretAccessKey: demand("S3_SECRET_ACCESS_KEY"),
    isPathStyle: choiceOf(env, "S3_FORCE_PATH_STYLE", ["on", "off"], "on") === "on",
    publicEndpoint: originOf(env, "S3_PUBLIC_ENDPOINT") ?? endpoint.href.replace(/\/+$/, ""),
  };
}
