/** What the command line and the environment say. Nothing else reads them. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartRefused } from "./start-refused.ts";

export interface Config {
  port: number;
  /** Loopback addresses to listen on. The first one must work, the others may. */
  addresses: readonly string[];
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: "debug" | "info" | "warn" | "error";
  derivedCacheBytes: number;
}

export const usage = `Usage: npm start -- [--port N] [--data DIR] [--host ADDRESS]

  --port N         port to listen on, 8080 by default
  --data DIR       data folder, ./data by default
  --host ADDRESS   loopback address to listen on, 127.0.0.1 by default`;

const GiB = 1024 ** 3;
const logLevels = ["debug", "info", "warn", "error"] as const;

/** @throws StartRefused with a plain sentence about what is wrong. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config {
  const { port, data, host } = readOptions(args);
  const number = Number(port);
  if (!/^\d{1,5}$/.test(port) || number > 65_535)
    throw new StartRefused(`--port must be a number from 0 to 65535, not "${port}".`);
  const logLevel = logLevels.find((level) => level === (env.LOG_LEVEL || "info"));
  if (logLevel === undefined) throw new StartRefused(`LOG_LEVEL must be one of ${logLevels.join(", ")}.`);
  const derivedCacheBytes = Number(env.DERIVED_CACHE_BYTES || 2 * GiB);
  if (!(derivedCacheBytes >= 0)) throw new StartRefused("DERIVED_CACHE_BYTES must be a number of bytes.");
  return {
    port: number,
    addresses: addressesOf(host),
    dataDir: resolve(data),
    databaseUrl: env.DATABASE_URL || undefined,
    logLevel,
    derivedCacheBytes,
  };
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

/** Until accounts exist, the server is there for this computer alone. */
function addressesOf(host: string): readonly string[] {
  if (host === "localhost" || host === "127.0.0.1") return ["127.0.0.1", "::1"];
  if (host === "::1" || host === "[::1]") return ["::1"];
  if (/^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)) return [host];
  throw new StartRefused(
    `--host ${host} is not a loopback address. Until accounts exist, the server listens on this computer only.`,
  );
}
