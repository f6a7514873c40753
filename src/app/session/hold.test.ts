// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { endSession, type SessionEnd } from "./end.ts";
import { giveUpHeld, isHeld, keepPage, onHeldGivenUp, takeHeld } from "./hold.ts";
import { session } from "./state.ts";

const person = { token: "t", email: "a@b.test", workspace: { id: 3, name: "W" } };
let leave = () => {};

beforeEach(() => {
  Object.assign(session, { phase: "signed in", held: null, ...person });
  leave = keepPage();
});
afterEach(() => leave());

const ends = (why: SessionEnd) => {
  endSession(why, "Because.");
  return session.held;
};

test.each(["inactive", "refused", "elsewhere"] as const)("a page stays when its session ends by itself: %s", (why) => {
  expect(ends(why)).toEqual({ why, reason: "Because.", email: "a@b.test", workspaceId: 3, isRemembered: false });
  expect([session.token, session.email, session.permissions]).toEqual([null, "", null]);
});

test.each(["user", "changed", "deleted"] as const)("a page does not stay when its user ends the session: %s", (why) => {
  expect(ends(why)).toBeNull();
});

test("no page, or nobody known, holds nothing", () => {
  leave();
  expect(ends("refused")).toBeNull();
  leave = keepPage();
  Object.assign(session, { ...person, email: "" });
  expect(ends("refused")).toBeNull();
});

test.each([
  [{ email: "A@B.test" }, "same"],
  [{ email: "c@b.test" }, "other"],
  [{ workspace: { id: 4, name: "V" } }, "other"],
] as const)("whoever signs in with %j is the %s", (who, expected) => {
  ends("elsewhere");
  Object.assign(session, person, who);
  expect(takeHeld()).toBe(expected);
  expect([isHeld(), takeHeld()]).toEqual([false, null]);
});

test("leaving the page gives it up, once", () => {
  let told = 0;
  const untie = onHeldGivenUp(() => told++);
  ends("inactive");
  leave();
  giveUpHeld();
  leave = () => {};
  untie();
  expect([isHeld(), told]).toEqual([false, 1]);
});
