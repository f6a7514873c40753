// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { followLeaving } from "./page-leaving.ts";

it("asks before the page goes where something may be lost, and sends what waits then and as it is hidden", () => {
  const display = { holdsPage: vi.fn(() => true), leave: vi.fn() };
  const untie = followLeaving(display);
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsked()).toBe(true);
  display.holdsPage.mockReturnValue(false);
  expect(isAsked()).toBe(false);
  // Before the browser goes on: a page that is slow is never told that it is hidden.
  expect(display.leave).toHaveBeenCalledTimes(2);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(display.leave).toHaveBeenCalledTimes(3);
  untie();
  display.holdsPage.mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(display.leave).toHaveBeenCalledTimes(3);
  expect(isAsked()).toBe(false);
  visibility.mockRestore();
});
