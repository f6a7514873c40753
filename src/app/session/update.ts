/** Update of the session: token, permissions, current user, roles (spec 000 section 4, Auth). */
import { checkToken, getCurrentUser, getTokenInfo, getWorkspaceEnv } from "../../protocol/accounts.ts";
import { getRolesByUser } from "../../protocol/admin.ts";
import { ApiFailure, call, reasonOf } from "./call.ts";
import { endSession } from "./end.ts";
import { takeTimes } from "./renew.ts";
import { session } from "./state.ts";

/** "Update fetch retries 2" (spec 000 section 9). */
const retries = 2;
const retryAfterMs = 300;

/**
 * Reads the session anew. A refusal of the token, its permissions or the workspace's environment forces a logout; user and
 * roles are asked for three times and may then be missing until the next update. No answer at all forces nothing once
 * somebody is signed in: the next update tries again. The calls are under way side by side, their answers are taken in the
 * specified order: token, permissions, user, roles. `settings`: nobody is signed in before these have come.
 * @throws what the first of these calls threw, while nobody is signed in yet.
 */
export async function updateSession(settings?: Promise<void>): Promise<void> {
  const { token } = session;
  const isStill = () => session.token === token;
  const asked = {
    times: call(getTokenInfo, {}),
    checked: call(checkToken, studyIds()),
    env: session.env === null ? call(getWorkspaceEnv, {}) : session.env,
    user: retrying(() => call(getCurrentUser, {})),
  };
  // What fails after the first failure says nothing new.
  void Promise.allSettled(Object.values(asked));
  try {
    const times = await asked.times;
    if (!isStill()) return;
    takeTimes(times);
    const { permissions, email } = await asked.checked;
    if (!isStill()) return;
    session.email = email;
    // The same permissions again are no change: pages follow changes.
    if (JSON.stringify(session.permissions) !== JSON.stringify(permissions)) session.permissions = permissions;
    const env = await asked.env;
    if (!isStill()) return;
    session.env = env;
    await settings;
    if (!isStill()) return;
  } catch (error) {
    if (!isStill()) return; // a 401 has ended it
    if (error instanceof ApiFailure && error.status < 500) endSession("refused", reasonOf(error));
    else if (session.phase === "loading") throw error;
    return;
  }
  session.phase = "signed in";
  const user = await asked.user;
  if (user === null || !isStill()) return;
  session.user = user;
  const roles = await retrying(() => call(getRolesByUser, { user_id: user.id }));
  if (roles !== null && isStill()) session.roles = roles.data;
}

const studyIds = () => (session.workspace === null ? {} : { study_ids: [session.workspace.id] });

/** The answer, or null after the last retry: the next update asks again. */
async function retrying<T>(ask: () => Promise<T>): Promise<T | null> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch {
      if (failures === retries) return null;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs * 2 ** failures));
    }
  }
}
