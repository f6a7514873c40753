/** The session's timers as a pure function of facts and time (spec 000 sections 4 and 9). */

/** Token age at which the warning appears, ms. */
export const warnAgeMs = 1_200_000;
/** From the warning to the logout, ms. */
export const graceMs = 120_000;
/** So long without a gesture, and the session ends, ms. */
export const inactiveMs = warnAgeMs + graceMs;
/** Before the session is over, renewed or not, the user is told, ms. */
const tellEndMs = 300_000;
/** Between two looks at whether the user was active, and between two refreshes of the session, ms. */
export const pollMs = 60_000;
/** Between two looks at the clock, ms. */
export const checkMs = 1000;

/** All times in epoch milliseconds; `createdMs` and `expiresMs` by the server's clock. */
export interface TimerFacts {
  readonly createdMs: number;
  readonly expiresMs: number;
  /** By the server's clock: the session is over then, renewed or not. Null: nothing is known of it. */
  readonly endsMs: number | null;
  readonly isEndTold: boolean;
  /** Server clock minus this computer's clock. */
  readonly clockOffsetMs: number;
  /** Settings of the server: without the timeout a session is renewed as long as the page is open. */
  readonly hasTimeout: boolean;
  readonly isWarned: boolean;
  /** Last gesture of the user, by this computer's clock. */
  readonly lastActiveMs: number;
  /** Last poll, by this computer's clock. */
  readonly lastPollMs: number;
}

/**
 * - "warn" / "dismiss": the 'Session Timeout' warning appears / goes, because another tab renewed the session;
 * - "end": the user is logged out and sent to /inactive;
 * - "too short": the token does not live long enough for these timers: alert, then logout;
 * - "tell end": the session is over soon, whatever the user does;
 * - "renew": the user was active: renew the token, and refresh the session; "refresh": refresh only.
 */
export type TimerAct = "nothing" | "warn" | "dismiss" | "end" | "too short" | "tell end" | "renew" | "refresh";

/** Age of the token at `nowMs` (this computer's clock), ms. */
const tokenAgeMs = (facts: Pick<TimerFacts, "createdMs" | "clockOffsetMs">, nowMs: number): number =>
  nowMs + facts.clockOffsetMs - facts.createdMs;

/** Whole seconds until the logout, never below 0. */
export const secondsLeft = (facts: Pick<TimerFacts, "createdMs" | "clockOffsetMs">, nowMs: number): number =>
  Math.max(0, Math.ceil((warnAgeMs + graceMs - tokenAgeMs(facts, nowMs)) / 1000));

/** What is due at `nowMs`. Called every `checkMs`, and whenever the computer woke up. */
export function dueAct(facts: TimerFacts, nowMs: number): TimerAct {
  const { endsMs } = facts;
  if (endsMs !== null && !facts.isEndTold && nowMs + facts.clockOffsetMs >= endsMs - tellEndMs) return "tell end";
  const isPollDue = nowMs - facts.lastPollMs >= pollMs;
  if (!facts.hasTimeout) return isPollDue ? "renew" : "nothing";
  const isLast = endsMs !== null && facts.expiresMs >= endsMs;
  if (!isLast && facts.expiresMs - facts.createdMs < warnAgeMs + graceMs) return "too short";
  const age = tokenAgeMs(facts, nowMs);
  if (age >= warnAgeMs + graceMs) return "end";
  if (age >= warnAgeMs) {
    if (!facts.isWarned) return "warn";
  } else if (facts.isWarned) return "dismiss";
  if (!isPollDue) return "nothing";
  // While the warning stands, only its button keeps the session.
  return !facts.isWarned && facts.lastActiveMs > facts.lastPollMs ? "renew" : "refresh";
}
