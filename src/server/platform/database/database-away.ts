/** Tells "the database is away" from every other failure: it is not there, takes nobody, or has lost us. */

import type pg from "pg";

/** Of the operating system, and SQLSTATEs: shutting down, starting, too many connections, a standby, a lost connection. */
const awayCodes = new Set([
  ...["ECONNREFUSED", "ENOENT", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["ENETUNREACH", "EHOSTUNREACH", "EHOSTDOWN"],
  ...["57P01", "57P02", "57P03", "57P05", "53300", "25006", "08000", "08001", "08003", "08004", "08006"],
]);
/** What the driver has no codes for. */
const awayMessages = [
  "Connection terminated",
  "Client has encountered a connection error",
  "timeout exceeded when trying to connect",
  "timeout expired",
];

/** The database was asked and did not answer in time. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  constructor() {
    super("no answer");
  }
}

/** Failures to connect that came out of a pool of ours: the driver's, not those of mail, S3 or a socket. */
const ofPools = new WeakSet<object>();

/** The failure is one of a connection to the database. */
export function markFailure<T>(error: T): T {
  if (error instanceof Error) ofPools.add(error);
  return error;
}

/** From now on failures of the pool to connect are known as the database's. */
export function markFailures(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient> | undefined;
  pool.connect = ((...args: unknown[]) => {
    const [callback] = args as [((error?: Error, ...more: unknown[]) => void)?];
    if (callback === undefined)
      return connect()?.catch((error: unknown) => {
        throw markFailure(error);
      });
    return connect((error?: Error, ...more: unknown[]) => {
      callback(markFailure(error), ...more);
    });
  }) as typeof pool.connect;
}

/**
 * Why, in a word of the operating system, of PostgreSQL or of its driver, when the failure means that the database is
 * away; null for everything else. Other services lose connections too, so the failure must be of a query or a pool.
 */
export function awayReason(error: unknown): string | null {
  let isOfDatabase = false;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseSilent) return at.message;
    isOfDatabase ||= "params" in at || "severity" in at || ofPools.has(at);
    const { code } = at as NodeJS.ErrnoException;
    if (!isOfDatabase) continue;
    if (code !== undefined && awayCodes.has(code)) return code;
    if (awayMessages.some((start) => at.message.startsWith(start))) return at.message;
  }
  return null;
}
