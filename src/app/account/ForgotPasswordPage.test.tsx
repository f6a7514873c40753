// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { draw, key, one, type } from "../../ui/test-render.tsx";
import { ForgotPasswordPage } from "./ForgotPasswordPage.tsx";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useNavigate: () => vi.fn(),
}));

it("says what is wrong with an email when Enter is pressed, although the button waits for an '@'", async () => {
  const drawn = await draw(<ForgotPasswordPage />);
  const field = one("textbox");
  await type(field, "abc");
  expect(drawn.body.textContent).not.toContain("Enter a valid email.");
  await key(field, "Enter");
  expect(drawn.body.textContent).toContain("Enter a valid email.");
  await drawn.remove();
});
