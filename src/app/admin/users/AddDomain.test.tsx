// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { all, draw, one, press, type, until } from "../../../ui/test-render.tsx";
import { AddDomain } from "./AddDomain.tsx";

const call = vi.hoisted(() => vi.fn(() => Promise.resolve({ message: "" })));
vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call,
}));

it("has the browser ask before the page goes, as long as a domain is typed and not added", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <AddDomain />
    </QueryClientProvider>,
  );
  await press(one("button", "Add domain"));
  const field = one("textbox");
  expect(asks()).toBe(false);
  await type(field, "hospital.test");
  expect(asks()).toBe(true);
  await press(all("button", "Add domain").at(-1) as HTMLElement);
  await until(() => all("textbox").length === 0);
  expect([call.mock.calls.length, asks()]).toEqual([1, false]);
  await drawn.remove();
});
