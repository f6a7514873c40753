/** Who is signed in, in this tab. The functions of this folder are its only writers; others read through `useSession`. */
import { proxy } from "valtio";
import { subscribeKey } from "valtio/utils";
import type { ClientSettings, TokenInfo, User, WorkspaceEnv } from "../../protocol/accounts.ts";
import type { Role } from "../../protocol/admin.ts";
import type { PermissionMap } from "../../protocol/permissions.ts";

/**
 * - "starting": nothing is known yet;
 * - "failed": the settings of the workspace, or the session, could not be read (`failure`);
 * - "signed out";
 * - "loading": there is a token, its permissions are on their way;
 * - "signed in".
 */
export type Phase = "starting" | "failed" | "signed out" | "loading" | "signed in";

/** A session that ended by itself under a page that stays (`hold.ts`). */
export interface HeldSession {
  /** As in `SessionEnd`. */
  readonly why: "inactive" | "refused" | "elsewhere";
  /** What the server said, when it refused. */
  readonly reason: string;
  readonly email: string;
  readonly workspaceId: number | null;
  readonly isRemembered: boolean;
}

export interface SessionState {
  phase: Phase;
  failure: string | null;
  /** The failure is that the server's database is away: it is asked again by itself. */
  isAway: boolean;
  /** The one that calls are made in; known a little before its settings. The name is "" as long as it is not told. */
  workspace: { id: number; name: string } | null;
  settings: ClientSettings | null;
  token: string | null;
  /** The cookie outlives the browser ("Remember me"). */
  isRemembered: boolean;
  permissions: PermissionMap | null;
  /** The caller's address as the token check says it. */
  email: string;
  user: User | null;
  roles: readonly Role[];
  env: WorkspaceEnv | null;
  times: TokenInfo | null;
  /** Server clock minus this computer's clock, ms. */
  clockOffsetMs: number;
  /** Begun by a sign-in in this tab; `takeFresh` clears it. */
  isFresh: boolean;
  /** The 'Session Timeout' warning is on the screen. */
  isWarned: boolean;
  /** The last session of this tab was ended by another one; as long as nobody is signed in, the login page says so. */
  isEndedElsewhere: boolean;
  /** Whose page is still on the screen, though they are no longer signed in. Null: nobody's. */
  held: HeldSession | null;
}

export const session = proxy<SessionState>({
  phase: "starting",
  failure: null,
  isAway: false,
  workspace: null,
  settings: null,
  token: null,
  isRemembered: false,
  permissions: null,
  email: "",
  user: null,
  roles: [],
  env: null,
  times: null,
  clockOffsetMs: 0,
  isFresh: false,
  isWarned: false,
  isEndedElsewhere: false,
  held: null,
});

/** The token calls and sockets carry; null when nobody is signed in. */
export const sessionToken = (): string | null => session.token;

/** The server's clock, epoch ms, as well as it is known. */
export const serverNowMs = (): number => Date.now() + session.clockOffsetMs;

/** `parent_study_id` of the workspace; null before it is known. */
export const workspaceId = (): number | null => session.workspace?.id ?? null;

/** Whose what a feature keeps in this browser is: another one for each workspace and user; null when nobody is signed in. */
export const sessionOwner = (): string | null =>
  session.phase === "signed in" && session.workspace !== null && session.email !== ""
    ? `${session.workspace.id}/${session.email.toLowerCase()}`
    : null;

/** Who is signed in; null: nobody, or not known yet. */
export const sessionUser = (): User | null => session.user;

/** Whether somebody is signed in and their permissions are known. */
export const isSignedIn = (): boolean => session.phase === "signed in";

/** Whether it is known who is signed in, or that nobody is. */
export const isSettled = (): boolean => session.phase === "signed in" || session.phase === "signed out";

/** Calls back in the same tick whenever the phase or the permissions changed. Returns the untying. */
export function onSessionChange(listener: () => void): () => void {
  const untie = [subscribeKey(session, "phase", listener, true), subscribeKey(session, "permissions", listener, true)];
  return () => {
    for (const end of untie) end();
  };
}

/** True once after each sign-in of this tab. */
export function takeFresh(): boolean {
  const { isFresh } = session;
  session.isFresh = false;
  return isFresh;
}
