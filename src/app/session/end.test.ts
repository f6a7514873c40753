// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { duringOwnChange, endSession, onSessionEnded } from "./end.ts";
import { session } from "./state.ts";

const ended = vi.fn();
const untie = onSessionEnded(ended);
afterEach(() => {
  ended.mockClear();
  session.token = null;
});

it("tells nobody of a refusal that an own change of the account brings", async () => {
  session.token = "t";
  await duringOwnChange(async () => {
    endSession("refused", "Your session has ended."); // another call, faster than the answer of the change
    expect(session.token).toBe("t");
    endSession("changed");
  });
  expect(ended.mock.calls).toEqual([["changed", ""]]);
});

it("tells of a refusal again when the change failed", async () => {
  session.token = "t";
  await expect(duringOwnChange(() => Promise.reject(new Error("wrong")))).rejects.toThrow("wrong");
  endSession("refused", "Your session has ended.");
  expect(ended.mock.calls).toEqual([["refused", "Your session has ended."]]);
  untie();
});
