// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onSessionEnded } from "./end.ts";
import { logOut } from "./log-out.ts";
import { session } from "./state.ts";
import { followCookie, tellTabs } from "./tabs.ts";

const ended = vi.fn();
let untie = () => {};
beforeEach(() => {
  untie = onSessionEnded(ended);
  session.token = "t";
});
afterEach(() => {
  untie();
  ended.mockClear();
  session.token = null;
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The cookie is gone, and this tab finds out. */
const endedHere = () => {
  session.token = "t"; // as another tab, which shares cookie and storage
  ended.mockClear();
  followCookie();
  return ended.mock.calls.map(([why]) => why);
};

it("says in every tab that a session ended of inactivity, whichever tab's clock was first", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
  logOut("inactive");
  expect(endedHere()).toEqual(["inactive"]);
});

it("says that another tab ended it where somebody did", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
  logOut("user");
  expect(endedHere()).toEqual(["elsewhere"]);
  tellTabs({ time_created: 0, time_expires: 1 });
  expect(endedHere()).toEqual(["elsewhere"]);
});
