// @vitest-environment happy-dom
import type { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { draw } from "../../ui/test-render.tsx";
import { endSession } from "../session/end.ts";
import { session } from "../session/state.ts";
import { answerDialog, shownDialogs } from "../shell/dialogs.ts";
import { useLeaveGuard } from "../shell/use-leave-guard.ts";
import type { AppRouter } from "./router.tsx";
import { tieSession } from "./tie-session.ts";

vi.mock("./warm-review.ts", () => ({ warmReview: () => undefined }));
vi.mock("../session/start.ts", () => ({ startSession: async () => undefined }));
vi.mock("../session/watch.ts", () => ({ watchSession: () => undefined, refreshSession: () => undefined }));

const navigate = vi.fn(async () => undefined);

function HalfFilled() {
  useLeaveGuard(true);
  return null;
}

beforeAll(() =>
  tieSession(
    { navigate, invalidate: async () => undefined } as unknown as AppRouter,
    {
      clear: () => undefined,
    } as QueryClient,
  ),
);
beforeEach(() => void Object.assign(session, { phase: "signed in", token: "t", held: null, email: "a@b.test" }));
afterEach(() => {
  while (shownDialogs.list.length > 0) answerDialog(false);
  navigate.mockClear();
});

const told = () => shownDialogs.list.map(({ title, text }) => `${title}: ${text}`);
const lost = "What you had entered or chosen on this page was not saved.";

it.each([
  ["elsewhere", "/", `Not saved: The session was ended in another tab. ${lost}`],
  ["inactive", "/inactive", `Not saved: You have been logged out due to inactivity. ${lost}`],
  ["refused", "/", `There was an unrecoverable error in the application.: It has ended. ${lost}`],
] as const)("says what a session's end takes away from a page that holds input: %s", async (why, to, text) => {
  const page = await draw(<HalfFilled />);
  endSession(why, "It has ended.");
  expect(told()).toEqual([text]);
  expect(navigate).toHaveBeenLastCalledWith(expect.objectContaining({ to }));
  await page.remove();
});

it("says nothing of input where there was none, or where its user ended the session", async () => {
  endSession("elsewhere");
  expect([told(), session.isEndedElsewhere]).toEqual([[], true]);
  Object.assign(session, { phase: "signed in", token: "u" });
  const page = await draw(<HalfFilled />);
  endSession("user");
  expect([told(), session.isEndedElsewhere]).toEqual([[], false]);
  await page.remove();
});
