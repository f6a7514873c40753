// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverText } from "../../protocol/text/server-text.ts";
import { type Drawn, draw, one, press, type } from "../../ui/test-render.tsx";
import { ApiFailure, awayRetryMs } from "../session/index.ts";
import { LoginForm } from "./LoginForm.tsx";

const server = vi.hoisted(() => ({ signIn: vi.fn() }));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  signIn: server.signIn,
}));
vi.mock("@tanstack/react-router", () => ({ Link: ({ children }: { children: ReactNode }) => children }));

const away = () => new ApiFailure(503, serverText.databaseAway, 5);
let drawn: Drawn;
beforeEach(async () => {
  vi.useFakeTimers();
  server.signIn.mockReset();
  drawn = await draw(<LoginForm isRegistry={false} />);
  await type(field("email"), "a@b.org");
  await type(field("password"), "secret");
});
afterEach(async () => {
  await drawn.remove();
  vi.useRealTimers();
});

const field = (kind: string) => document.querySelector(`input[type=${kind}]`) as HTMLInputElement;
const said = () => one("status").textContent;
const logIn = () => press(one("button", "LOG IN"));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("says that the database is away, tries again by itself, and signs in once it is back", async () => {
  server.signIn.mockRejectedValueOnce(away()).mockRejectedValueOnce(away()).mockResolvedValueOnce(undefined);
  await logIn();
  expect(said()).toBe(serverText.databaseAway);
  await pass(awayRetryMs - 1);
  expect(server.signIn).toHaveBeenCalledTimes(1);
  await pass(1);
  expect([server.signIn.mock.calls.length, said()]).toEqual([2, serverText.databaseAway]);
  await pass(awayRetryMs);
  expect([server.signIn.mock.calls.length, said()]).toEqual([3, ""]);
  expect(server.signIn.mock.calls[2]).toEqual([{ email: "a@b.org", password: "secret", isRemembered: false }]);
  await pass(10 * awayRetryMs);
  expect(server.signIn).toHaveBeenCalledTimes(3);
});

it("gives the attempt up when something else is typed", async () => {
  server.signIn.mockRejectedValue(away());
  await logIn();
  await type(field("email"), "c@d.org");
  expect(said()).toBe("");
  await pass(10 * awayRetryMs);
  expect(server.signIn).toHaveBeenCalledTimes(1);
});

it("does not try again what was refused", async () => {
  server.signIn.mockRejectedValueOnce(new ApiFailure(401, "Wrong email or password."));
  await logIn();
  await pass(10 * awayRetryMs);
  expect(server.signIn).toHaveBeenCalledTimes(1);
  expect(document.body.textContent).toContain("Wrong email or password.");
});
