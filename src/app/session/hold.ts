/** A page that stays when the session ends: nobody is signed in, and what it shows waits for the same account. */
import { type HeldSession, session } from "./state.ts";

/** Why a session ended without its user's doing in this tab. */
export type HoldReason = HeldSession["why"];

let keepers = 0;

/**
 * The page that calls this stays as it is when the session ends by itself. Returns the untying: whoever leaves the page
 * while it is held gives up what it shows.
 */
export function keepPage(): () => void {
  keepers++;
  return () => {
    keepers--;
    if (keepers === 0) giveUpHeld();
  };
}

/** Whether the page on the screen stays when the session ends. */
export const isPageKept = (): boolean => keepers > 0;

/** Whether nobody is signed in and the page stays for whoever was. */
export const isHeld = (): boolean => session.held !== null;

/** To be called before the end is noted: remembers whose page it was, when the page stays. */
export function holdPage(why: HoldReason, reason: string): void {
  const { email, workspace, isRemembered } = session;
  if (!isPageKept() || email === "" || session.held !== null) return;
  session.held = { why, reason, email, workspaceId: workspace?.id ?? null, isRemembered };
}

const listeners = new Set<() => void>();

/** Calls back when a held page was given up. Returns the untying. */
export function onHeldGivenUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nobody waits for the same account any more: what is held of it goes. */
export function giveUpHeld(): void {
  if (session.held === null) return;
  session.held = null;
  for (const listener of [...listeners]) listener();
}

/** Somebody signed in. "same": the held page is theirs and goes on; "other": it must go. Null: nothing was held. */
export function takeHeld(): "same" | "other" | null {
  const { held, email, workspace } = session;
  if (held === null) return null;
  session.held = null;
  const isSame = held.email.toLowerCase() === email.toLowerCase() && held.workspaceId === (workspace?.id ?? null);
  return isSame ? "same" : "other";
}
