/** Tabs of one browser share one session: the cookie holds the token, this tells the others that something changed. */
import { readToken } from "./cookie.ts";
import { endSession, hasEnded } from "./end.ts";
import { session } from "./state.ts";

const key = "connect.session";

/** Tells the other tabs. `times`: the session was renewed or begun; null: it ended, of inactivity or not. */
export function tellTabs(times: NonNullable<Word["times"]>): void;
export function tellTabs(times: null, isInactive: boolean): void;
export function tellTabs(times: Word["times"], isInactive = false): void {
  try {
    localStorage.setItem(key, JSON.stringify({ times, isInactive, at: Date.now() } satisfies Word & { at: number }));
  } catch {
    // Storage may be blocked: the other tabs then see it by the cookie, within a second.
  }
}

interface Word {
  readonly times: { readonly time_created: number; readonly time_expires: number } | null;
  readonly isInactive: boolean;
}

/** Ends this tab's session when its token is no longer the cookie's. True when it did. */
export function followCookie(): boolean {
  if (session.token === null || session.token === readToken()) return false;
  endSession(readToken() === null && lastWord().isInactive ? "inactive" : "elsewhere");
  return true;
}

/** A token that another tab signed in with, while nobody is signed in here; null when there is none. */
export function offeredToken(): string | null {
  const token = session.phase === "signed out" ? readToken() : null;
  return token === null || hasEnded(token) ? null : token;
}

/** Listens to the other tabs; `onNews` is called after every word of theirs: the session here may have ended or be offered. */
export function watchTabs(onNews: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key !== key) return;
    // The word may come before the cookie that goes with it is seen here: `watch.ts` looks again every second.
    if (!followCookie() && session.token !== null) takeTimes(wordOf(event.newValue));
    onNews();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

/**
 * Reads what the other tabs said last. A tab that the browser had frozen runs its timers before it hears of anything:
 * without this it would end the session of a user who is active in another tab.
 */
export function catchUp(): void {
  takeTimes(lastWord());
}

function lastWord(): Partial<Word> {
  try {
    return wordOf(localStorage.getItem(key));
  } catch {
    return {}; // Storage may be blocked: then the last refresh is what is known.
  }
}

const wordOf = (value: string | null): Partial<Word> => (value === null ? {} : JSON.parse(value));

/** Another tab renewed the session: its token is as young here. */
function takeTimes({ times }: Partial<Word>): void {
  if (times && (session.times === null || times.time_created > session.times.time_created)) session.times = times;
}
