/** Begins sessions: from the cookie when the page opens, or from a sign-in. */

import { type ClientSettings, getClientSettings, type getToken, getWorkspacesByUser } from "../../protocol/accounts.ts";
import { type AnswerOf, workspaceParameter } from "../../protocol/route.ts";
import { ApiFailure, awayRetryMs, callWithToken, isAway, isNotFound, reasonOf } from "./call.ts";
import { isRemembered, readToken, remember, writeToken } from "./cookie.ts";
import { keepEarly } from "./early-answers.ts";
import { takeTimes } from "./renew.ts";
import { session } from "./state.ts";
import { tellTabs } from "./tabs.ts";
import { updateSession } from "./update.ts";

type Workspace = NonNullable<typeof session.workspace>;

/** This tab's workspace outlives a reload. */
const workspaceKey = "connect.workspace";

/** Reads whoever is signed in by the cookie, and the settings of the workspace. Never throws: failures are in the state. */
export async function startSession(): Promise<void> {
  Object.assign(session, { phase: "starting", failure: null });
  const token = readToken();
  if (token !== null) return restoreSession(token);
  try {
    await loadSettings(null);
    session.phase = "signed out";
  } catch (error) {
    fail(error);
  }
}

/** Takes up the session that another tab began, unless one began here meanwhile. False: the server refuses the token. Rejects when no answer came. */
export async function adoptSession(token: string): Promise<boolean> {
  const workspace = await workspaceOf(token);
  if (workspace === null) return false;
  if (session.phase === "signed out" && session.token === null) await restoreSession(token, workspace);
  return true;
}

/** Takes up the session of a token that this browser holds. `known`: the token's workspace. Never throws. */
async function restoreSession(token: string, known: Workspace | null = null): Promise<void> {
  Object.assign(session, { phase: "loading", token, failure: null, isRemembered: isRemembered() });
  try {
    const own = known ?? (await workspaceOf(token));
    if (session.token !== token) return;
    const settings = loadSettings(own);
    if (own !== null && addressed() === null) session.workspace = own;
    else await settings; // they say which workspace it is
    await updateSession(settings);
    await settings; // also when the update ended the session: the sign-in page is made of them
    if (own !== null && addressed() === null && session.token === token)
      keepEarly({ ...own, opensReviews: session.permissions?.access_data_upload_patient_subpage === true });
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
  await restoreSession(token, session.workspace?.name ? session.workspace : null);
}

/**
 * Brings the settings of the workspace that the address names, else of the token's `own`, else of this tab's last, else of
 * the default one, unless they are there.
 */
async function loadSettings(own: Workspace | null): Promise<void> {
  const asked = addressed();
  const settings = asked !== null ? await askSettings(asked) : await settingsOf(own?.id ?? kept());
  if (asked !== null) keep(String(settings.parent_study_id));
  // Another workspace than the server's own is named to its own people alone.
  if (settings.workspace_name === "" && own?.id === settings.parent_study_id) settings.workspace_name = own.name;
  session.settings = settings;
  session.workspace = { id: settings.parent_study_id, name: settings.workspace_name };
}

async function settingsOf(id: number | string | null): Promise<ClientSettings> {
  if (id === null) return askSettings(null);
  const { settings } = session;
  if (settings !== null && settings.parent_study_id === id) return { ...settings };
  return askSettings(String(id)).catch((error: unknown) => {
    // A kept workspace may be gone: that must not keep the sign-in page from opening.
    if (isNotFound(error)) return askSettings(null);
    throw error;
  });
}

const addressed = () => new URLSearchParams(location.search).get(workspaceParameter);

/** The workspace a token belongs to; null when the token is no longer good, which the update then finds out. */
async function workspaceOf(token: string): Promise<Workspace | null> {
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
