// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { all, draw, type, until } from "../../ui/test-render.tsx";
import { CreateAccountPage } from "./CreateAccountPage.tsx";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<typeof import("@tanstack/react-router")>()),
  useNavigate: () => vi.fn(),
  useSearch: () => ({ token: "t" }),
}));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  callWithToken: () => Promise.resolve({ email: "new@connect.test", permissions: { create_account: true } }),
}));

const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("has the browser ask before what was typed goes with the page", async () => {
  const drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <CreateAccountPage />
    </QueryClientProvider>,
  );
  await until(() => all("textbox").some((field) => (field as HTMLInputElement).value === "new@connect.test"));
  const [, first] = all("textbox");
  expect(asks()).toBe(false);
  await type(first, "New");
  expect(asks()).toBe(true);
  await type(first, "");
  expect(asks()).toBe(false);
  await drawn.remove();
});
