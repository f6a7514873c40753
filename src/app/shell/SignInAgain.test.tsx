// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverText } from "../../protocol/text/server-text.ts";
import { type Drawn, draw, one, press, type } from "../../ui/test-render.tsx";
import { ApiFailure, awayRetryMs } from "../session/index.ts";
import { SignInAgain } from "./SignInAgain.tsx";

const server = vi.hoisted(() => ({ signIn: vi.fn() }));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  signIn: server.signIn,
}));

let drawn: Drawn;
beforeEach(async () => {
  vi.useFakeTimers();
  server.signIn.mockReset();
  drawn = await draw(<SignInAgain why="refused" email="a@b.org" isRemembered={false} onLeave={() => {}} />);
});
afterEach(async () => {
  await drawn.remove();
  vi.useRealTimers();
});

const password = () => document.querySelector("input[type=password]") as HTMLInputElement;

it("does not try a password again that was replaced while its answer was on its way", async () => {
  let refuse = (_: Error) => {};
  server.signIn.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  await type(password(), "first");
  await press(one("button", "LOG IN"));
  await type(password(), "second");
  await act(async () => refuse(new ApiFailure(503, serverText.databaseAway, 5)));
  await act(() => vi.advanceTimersByTimeAsync(10 * awayRetryMs));
  expect(server.signIn.mock.calls.map(([{ password: sent }]) => sent)).toEqual(["first"]);
});
