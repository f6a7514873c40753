import { describe, expect, it } from "vitest";
import { dueAct, graceMs, pollMs, secondsLeft, type TimerFacts, warnAgeMs } from "./timers.ts";

const minute = 60_000;
const t0 = Date.parse("2026-03-29T00:30:00Z");
const facts = (over: Partial<TimerFacts> = {}): TimerFacts => ({
  createdMs: t0,
  expiresMs: t0 + 30 * minute,
  endsMs: null,
  isEndTold: false,
  clockOffsetMs: 0,
  hasTimeout: true,
  isWarned: false,
  lastActiveMs: t0,
  lastPollMs: t0 + 1e9, // no poll due
  ...over,
});

describe("session timers (spec 000 sections 4 and 9)", () => {
  it("warns at 20 minutes of token age, not a millisecond before", () => {
    expect(warnAgeMs).toBe(1_200_000);
    expect(dueAct(facts(), t0 + warnAgeMs - 1)).toBe("nothing");
    expect(dueAct(facts(), t0 + warnAgeMs)).toBe("warn");
    expect(dueAct(facts({ isWarned: true }), t0 + warnAgeMs + 1)).toBe("nothing");
  });

  it("logs out 2 minutes after the warning, warned or not: the computer may have slept", () => {
    expect(graceMs).toBe(120_000);
    expect(dueAct(facts({ isWarned: true }), t0 + 22 * minute - 1)).toBe("nothing");
    expect(dueAct(facts({ isWarned: true }), t0 + 22 * minute)).toBe("end");
    expect(dueAct(facts(), t0 + 9 * 60 * minute)).toBe("end");
  });

  it("tells once, five minutes before, that the session is over whatever the user does", () => {
    const last = { createdMs: t0, endsMs: t0 + 10 * minute, expiresMs: t0 + 10 * minute };
    expect(dueAct(facts(last), t0 + 5 * minute - 1)).toBe("nothing"); // not "too short"
    expect(dueAct(facts(last), t0 + 5 * minute)).toBe("tell end");
    expect(dueAct(facts({ ...last, clockOffsetMs: minute }), t0 + 4 * minute)).toBe("tell end");
    expect(dueAct(facts({ ...last, isEndTold: true }), t0 + 6 * minute)).toBe("nothing");
    expect(dueAct(facts({ ...last, hasTimeout: false }), t0 + 5 * minute)).toBe("tell end");
  });

  it("counts age in server time", () => {
    const slow = facts({ clockOffsetMs: 5 * minute });
    expect(dueAct(slow, t0 + 15 * minute - 1)).toBe("nothing");
    expect(dueAct(slow, t0 + 15 * minute)).toBe("warn");
    expect(dueAct(facts({ clockOffsetMs: -5 * minute }), t0 + 25 * minute - 1)).toBe("nothing");
  });

  it("takes the warning away when the token became younger", () => {
    expect(
      dueAct(facts({ isWarned: true, createdMs: t0 + 19 * minute, expiresMs: t0 + 49 * minute }), t0 + 21 * minute),
    ).toBe("dismiss");
  });

  it("looks every minute whether the user was active, and renews only then", () => {
    const polled = { lastPollMs: t0 + minute };
    expect(dueAct(facts({ ...polled, lastActiveMs: t0 + 70_000 }), t0 + 2 * minute - 1)).toBe("nothing");
    expect(dueAct(facts({ ...polled, lastActiveMs: t0 + 70_000 }), t0 + 2 * minute)).toBe("renew");
    expect(dueAct(facts({ ...polled, lastActiveMs: t0 + 30_000 }), t0 + 2 * minute)).toBe("refresh");
    expect(pollMs).toBe(60_000);
  });

  it("does not renew by mere activity while the warning stands", () => {
    const warned = facts({ isWarned: true, lastPollMs: t0 + 19 * minute, lastActiveMs: t0 + 20.5 * minute });
    expect(dueAct(warned, t0 + 21 * minute)).toBe("refresh");
  });

  it("says when the token cannot live until the logout", () => {
    expect(dueAct(facts({ expiresMs: t0 + 22 * minute - 1 }), t0)).toBe("too short");
    expect(dueAct(facts({ expiresMs: t0 + 22 * minute }), t0)).toBe("nothing");
  });

  it("without the timeout neither warns nor ends, and renews every minute", () => {
    const off = facts({ hasTimeout: false, expiresMs: t0 + minute, lastPollMs: t0 });
    expect(dueAct(off, t0 + minute - 1)).toBe("nothing");
    expect(dueAct(off, t0 + minute)).toBe("renew");
    expect(dueAct(off, t0 + 60 * minute)).toBe("renew");
  });

  it("counts the seconds left", () => {
    expect(secondsLeft(facts(), t0 + warnAgeMs)).toBe(120);
    expect(secondsLeft(facts(), t0 + warnAgeMs + 119_001)).toBe(1);
    expect(secondsLeft(facts(), t0 + 23 * minute)).toBe(0);
  });
});
