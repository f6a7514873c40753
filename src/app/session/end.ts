/** The end of a session in this tab, for whatever reason. What it must do on the server is done by `log-out.ts`. */
import { removeToken } from "./cookie.ts";
import { keepEarly } from "./early-answers.ts";
import { holdPage } from "./hold.ts";
import { session } from "./state.ts";

/**
 * - "user": logged out; "inactive": by the timers; "changed": e-mail or password changed; "deleted": own account;
 * - "refused": the server no longer accepts the token (`reason` says why);
 * - "elsewhere": another tab of this browser logged out.
 */
export type SessionEnd = "user" | "inactive" | "changed" | "deleted" | "refused" | "elsewhere";

type Listener = (why: SessionEnd, reason: string) => void;
const listeners = new Set<Listener>();

/** Session storage key of uploads under way, by site, project and patient (spec 000 section 3, Session). */
export const uploadsKey = "connect.uploads";

/** Calls back after a session ended, for features that keep something of it. Returns the untying. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last token that ended here: its cookie may be seen for a moment longer. */
let endedToken: string | null = null;

/** Whether this is the token whose session ended last in this tab. */
export const hasEnded = (token: string): boolean => token === endedToken;

let ownChanges = 0;

/**
 * Does a change of the own account that ends every session of it, this one too. Meanwhile other calls may be refused
 * already: that is no news, so it neither ends the session here nor is told.
 */
export async function duringOwnChange<T>(change: () => Promise<T>): Promise<T> {
  ownChanges++;
  try {
    return await change();
  } finally {
    ownChanges--;
  }
}

/** Clears the token cookie, current uploads, permissions and what was read about the user (spec 000 section 4, Auth). */
export function endSession(why: SessionEnd, reason = ""): void {
  if (session.token === null || (why === "refused" && ownChanges > 0)) return;
  endedToken = session.token;
  if (why === "inactive" || why === "refused" || why === "elsewhere") holdPage(why, reason);
  // Another tab may have signed in meanwhile: its cookie stays.
  if (why !== "elsewhere") removeToken();
  keepEarly(null);
  try {
    sessionStorage.removeItem(uploadsKey);
  } catch {
    // Storage may be blocked: then there is nothing in it.
  }
  Object.assign(session, {
    phase: "signed out",
    token: null,
    isRemembered: false,
    permissions: null,
    email: "",
    user: null,
    roles: [],
    env: null,
    times: null,
    isWarned: false,
    isEndedElsewhere: why === "elsewhere",
  });
  for (const listener of [...listeners]) listener(why, reason);
}
