// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { all, draw, one, press, type, until } from "../../../ui/test-render.tsx";
import { ServerUnreachable } from "../../session/index.ts";
import { NewGateway } from "./NewGateway.tsx";

const keys: unknown[] = [];
vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: async (_: unknown, { request_key }: { request_key?: string }) => {
    keys.push(request_key);
    if (keys.length === 1) throw new ServerUnreachable();
    return { gateway_id: 1, credential: "gateway-x" };
  },
}));

it("asks with the same key again where no answer came: one gateway is made", async () => {
  const drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <NewGateway patientKey={7} onSecret={() => {}} onType={() => {}} />
    </QueryClientProvider>,
  );
  await type(document.querySelector("input") as HTMLInputElement, "Bed 4");
  await press(one("button", "Make a gateway"));
  await until(() => keys.length === 1 && all("button", "Make a gateway").length === 1);
  await press(one("button", "Make a gateway"));
  await until(() => all("button", "Copy").length === 1);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  await drawn.remove();
});
