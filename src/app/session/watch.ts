/** Runs the session's timers and follows the other tabs. */
import type { TokenInfo } from "../../protocol/accounts.ts";
import { awayRetryMs } from "./call.ts";
import { logOut } from "./log-out.ts";
import { renewToken } from "./renew.ts";
import { adoptSession } from "./start.ts";
import { session } from "./state.ts";
import { catchUp, followCookie, offeredToken, watchTabs } from "./tabs.ts";
import { checkMs, dueAct, type TimerFacts } from "./timers.ts";
import { updateSession } from "./update.ts";

const gestures = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

export interface SessionNews {
  /** Once per token: it cannot live until the logout. */
  onTooShort(): void;
  /** Once per token: the session is over in some minutes, whatever the user does. */
  onEndNear(): void;
}

/** Starts the timers. Returns the untying. */
export function watchSession({ onTooShort, onEndNear }: SessionNews): () => void {
  let lastActiveMs = Date.now();
  let lastPollMs = Date.now();
  let tooShort: string | null = null;
  let endTold: string | null = null;
  const noteGesture = () => {
    lastActiveMs = Date.now();
  };
  let isAdopting = false;
  let refused: string | null = null;
  const adopt = async () => {
    const token = offeredToken();
    if (token === null || token === refused || isAdopting) return;
    isAdopting = true;
    try {
      if (!(await adoptSession(token))) refused = token;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, awayRetryMs));
    }
    isAdopting = false;
  };
  const check = () => {
    void adopt();
    if (session.phase !== "signed in" || session.times === null || followCookie()) return;
    const nowMs = Date.now();
    const { token } = session;
    let act = dueAct(factsNow(session.times, { lastActiveMs, lastPollMs, isEndTold: endTold === token }), nowMs);
    if (act === "warn" || act === "end") {
      catchUp();
      act = dueAct(factsNow(session.times, { lastActiveMs, lastPollMs, isEndTold: endTold === token }), nowMs);
    }
    if (act === "warn" || act === "dismiss") session.isWarned = act === "warn";
    if (act === "end") logOut("inactive");
    if (act === "too short" && tooShort !== token) {
      tooShort = token;
      onTooShort();
    }
    if (act === "tell end") {
      endTold = token;
      onEndNear();
    }
    if (act !== "renew" && act !== "refresh") return;
    lastPollMs = nowMs;
    // No answer: the next poll tries again. A refusal has ended the session by then.
    void (act === "renew" ? renewToken() : Promise.resolve()).catch(() => undefined).then(refreshSession);
  };
  const timer = setInterval(check, checkMs);
  for (const gesture of gestures) window.addEventListener(gesture, noteGesture, { passive: true, capture: true });
  document.addEventListener("visibilitychange", check);
  const untieTabs = watchTabs(() => void adopt());
  return () => {
    clearInterval(timer);
    for (const gesture of gestures) window.removeEventListener(gesture, noteGesture, { capture: true });
    document.removeEventListener("visibilitychange", check);
    untieTabs();
  };
}

const factsNow = (
  times: TokenInfo,
  polls: Pick<TimerFacts, "lastActiveMs" | "lastPollMs" | "isEndTold">,
): TimerFacts => ({
  ...polls,
  createdMs: times.time_created,
  expiresMs: times.time_expires,
  endsMs: times.time_ends ?? null,
  clockOffsetMs: session.clockOffsetMs,
  hasTimeout: session.settings?.has_session_timeout ?? true,
  isWarned: session.isWarned,
});

/** Reads the session anew, when somebody is signed in: something says that it may have changed. Never throws. */
export const refreshSession = async (): Promise<void> => (session.phase === "signed in" ? updateSession() : undefined);
