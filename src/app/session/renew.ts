/** Keeps the token alive: its age begins anew on the server. */
import { type TokenInfo, updateTokenExpireTime } from "../../protocol/accounts.ts";
import { call } from "./call.ts";
import { clockOffsetMs } from "./clock.ts";
import { writeToken } from "./cookie.ts";
import { session } from "./state.ts";
import { tellTabs } from "./tabs.ts";

/** Renews the token ('Stay Logged In', and every minute while the user is active). Throws as `call`. */
export async function renewToken(): Promise<void> {
  const { token } = session;
  const times = await call(updateTokenExpireTime, {});
  if (session.token !== token || token === null) return;
  takeTimes(times);
  session.isWarned = false;
  tellTabs(times);
}

/** Notes how old the token is, by the server's clock, and lets a remembered cookie live as long as the token. */
export function takeTimes(times: TokenInfo): void {
  session.times = times;
  session.clockOffsetMs = clockOffsetMs();
  if (session.isRemembered && session.token !== null)
    writeToken(session.token, (times.time_expires - times.time_created) / 1000);
}
