/** Logging out on the server and here. */
import { logOut as logOutRoute } from "../../protocol/accounts.ts";
import { callWithToken } from "./call.ts";
import { endSession, type SessionEnd } from "./end.ts";
import { session } from "./state.ts";
import { tellTabs } from "./tabs.ts";

/** Ends the session here at once and on the server as soon as it can be reached. */
export function logOut(why: Exclude<SessionEnd, "elsewhere" | "refused">): void {
  const { token } = session;
  if (token === null) return;
  dropToken(token);
  endSession(why);
  tellTabs(null, why === "inactive");
}

/** Ends a token on the server. It dies of age there when the server cannot be reached now. */
export function dropToken(token: string): void {
  callWithToken(token, logOutRoute, {}).catch(() => undefined);
}
