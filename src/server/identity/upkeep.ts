/** Removes what nobody will ask for again: expired tokens, forgotten throttle rows and devices, sign-ins of a year ago. Every node may do it. */

import type { Queries } from "../platform/database/sql.ts";
import { sweepDevices } from "./known-device.ts";
import { sweepLogins } from "./login-log.ts";
import { sweepThrottle } from "./throttle.ts";
import { sweepTokens } from "./tokens.ts";

const everyMs = 10 * 60_000;

export interface UpkeepOptions {
  db: Queries;
  log: { warn(facts: object, event: string): void };
}

/** Sweeps once now and then every ten minutes. Returns the function that ends it and waits for a running sweep. */
export function startIdentityUpkeep({ db, log }: UpkeepOptions): () => Promise<void> {
  const sweep = async () => {
    try {
      await sweepTokens(db);
      await sweepThrottle(db);
      await sweepDevices(db);
      await sweepLogins(db);
    } catch (err) {
      log.warn({ err }, "identity.unswept"); // tried again next time
    }
  };
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
