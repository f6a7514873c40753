/** Begins sessions: from the cookie when the page opens, or from a sign-in. */

import { type ClientSettings, getClientSettings, type getToken, getWorkspacesByUser } from "../../protocol/accounts.ts";
import { type AnswerOf, workspaceParameter } from "../../protocol/route.ts";
import { ApiFailure, awayRetryMs, callWithToken, isAway, isNotFound, reasonOf } from "./call.ts";
import { isRemembered, readToken, remember, writeToken } from "./cookie.ts";
import { takeTimes } from "./renew.ts";
import { session } from "./state.ts";
import { tellTabs } from "./tabs.ts";
import { updateSession } from "./update.ts";

/** This tab's workspace outlives a reload. */
const workspaceKey = "connect.workspace";

/** Reads the settings of the workspace, then whoever is signed in by the cookie. Never throws: failures are in the state. */
export async function startSession(): Promise<void> {
  Object.assign(session, { phase: "starting", failure: null });
  const token = readToken();
  try {
    session.settings = await loadSettings(token);
  } catch (error) {
    return fail(error);
  }
  if (token === null) session.phase = "signed out";
  else await restoreSession(token);
}

/** Takes up the session that another tab began. Never throws. */
export async function adoptSession(token: string): Promise<void> {
  const settings = await loadSettings(token).catch(() => null);
  if (settings === null || session.token !== null) return;
  session.settings = settings;
  await restoreSession(token);
}

/** Takes up the session of a token that this browser holds. Never throws. */
async function restoreSession(token: string): Promise<void> {
  Object.assign(session, { phase: "loading", token, failure: null, isRemembered: isRemembered() });
  try {
    await learnName(token);
    await updateSession();
  } catch (error) {
    fail(error);
  }
}

/** A server whose database is away is asked again until it is back; anything else waits for the user. */
function fail(error: unknown): void {
  Object.assign(session, { phase: "failed", failure: reasonOf(error), isAway: isAway(error) });
  if (!isAway(error)) return;
  const again = async () => {
    if (session.phase !== "failed") return;
    const answer = await askSettings(null).catch((reason: unknown) => (isAway(reason) ? null : undefined));
    if (answer === null) setTimeout(again, awayRetryMs);
    else if (session.phase === "failed") await startSession();
  };
  setTimeout(again, awayRetryMs);
}

/** Begins the session of a successful sign-in: cookie, state, then the first update. */
export async function beginSession(answer: AnswerOf<typeof getToken>, hasRemember: boolean): Promise<void> {
  const { token, permissions, ...times } = answer;
  writeToken(token, hasRemember ? (times.time_expires - times.time_created) / 1000 : null);
  remember(hasRemember);
  Object.assign(session, { phase: "loading", failure: null, token, isFresh: true, permissions });
  takeTimes(times);
  tellTabs(times);
  await restoreSession(token);
}

/** Settings of the workspace that the address names, else of the token's, else of this tab's last, else of the default one. */
async function loadSettings(token: string | null): Promise<ClientSettings> {
  const asked = new URLSearchParams(location.search).get(workspaceParameter);
  if (asked !== null) {
    const settings = await askSettings(asked);
    keep(String(settings.parent_study_id));
    return settings;
  }
  const known = token === null ? kept() : ((await workspaceOf(token))?.id ?? null);
  if (known === null) return askSettings(null);
  return askSettings(String(known)).catch((error: unknown) => {
    // A kept workspace may be gone: that must not keep the sign-in page from opening.
    if (isNotFound(error)) return askSettings(null);
    throw error;
  });
}

/** Another workspace than the server's own is named to its own people alone. */
async function learnName(token: string): Promise<void> {
  const { settings } = session;
  if (settings === null || settings.workspace_name !== "") return;
  const own = await workspaceOf(token);
  if (own?.id === settings.parent_study_id) settings.workspace_name = own.name;
}

/** The workspace a token belongs to; null when the token is no longer good, which the update then finds out. */
async function workspaceOf(token: string): Promise<{ id: number; name: string } | null> {
  try {
    const { data } = await callWithToken(token, getWorkspacesByUser, {});
    return data[0] ?? null;
  } catch (error) {
    if (error instanceof ApiFailure && !isAway(error)) return null;
    throw error;
  }
}

const askSettings = (workspace: string | null) =>
  callWithToken(
    null,
    getClientSettings,
    {},
    workspace === null ? "" : `?${workspaceParameter}=${encodeURIComponent(workspace)}`,
  );

function kept(): string | null {
  try {
    return sessionStorage.getItem(workspaceKey);
  } catch {
    return null; // storage may be blocked
  }
}

function keep(id: string): void {
  try {
    sessionStorage.setItem(workspaceKey, id);
  } catch {
    // Storage may be blocked: the workspace then lasts as long as the page.
  }
}
