// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { all, type Drawn, draw, one, until } from "../../ui/test-render.tsx";
import { ApiFailure } from "../session/index.ts";
import { AdmissionState } from "./AdmissionState.tsx";

vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  call: () => Promise.reject(new ApiFailure(500, "The server could not answer. Please try again.")),
}));

let drawn: Drawn;
afterEach(() => drawn.remove());

it("says that it is unknown whether a patient is admitted, when the server could not tell", async () => {
  drawn = await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AdmissionState patientKey={7} />
    </QueryClientProvider>,
  );
  await until(() => all("status").length > 0);
  expect(one("status").textContent).toBe("Unknown whether admitted");
  expect(all("button")).toHaveLength(0);
});
