import { useSnapshot } from "valtio";
import type { Permission } from "../../protocol/permissions.ts";
import { session } from "./state.ts";

/** The session as components read it: user, permissions, settings of the workspace. */
export function useSession() {
  const now = useSnapshot(session);
  return {
    ...now,
    isSignedIn: now.phase === "signed in",
    workspaceName: now.workspace?.name ?? "",
    workspaceId: now.workspace?.id ?? null,
    /** E-mail of the user, known as soon as the token was checked. */
    email: now.user?.email ?? now.email,
  };
}

/** Whether the signed-in user holds at least one of these permissions, now. */
export const holds = (...permissions: readonly Permission[]): boolean =>
  permissions.some((name) => session.permissions?.[name] === true);

/** The same for components: they draw again when it changes. */
export function useHolds(...permissions: readonly Permission[]): boolean {
  const { permissions: held } = useSnapshot(session);
  return permissions.some((name) => held?.[name] === true);
}
