// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { AdmissionInfo } from "../../protocol/admission.ts";
import { all, type Drawn, draw, one, until } from "../../ui/test-render.tsx";
import { ApiFailure } from "../session/index.ts";
import { AdmissionState } from "./AdmissionState.tsx";

let answer: AdmissionInfo | null = null;
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  useHolds: () => true,
  call: () =>
    answer
      ? Promise.resolve(answer)
      : Promise.reject(new ApiFailure(500, "The server could not answer. Please try again.")),
}));

let drawn: Drawn;
afterEach(() => drawn.remove());
const draws = async () => {
  drawn = await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AdmissionState patientKey={7} />
    </QueryClientProvider>,
  );
  await until(() => all("status").length > 0);
};

it("says that it is unknown whether a patient is admitted, when the server could not tell", async () => {
  answer = null;
  await draws();
  expect(one("status").textContent).toBe("Unknown whether being recorded");
  expect(all("button")).toHaveLength(0);
});

it("says whether the patient is being recorded, not 'Not admitted' beside a time of admission", async () => {
  const told = { is_recording: false, server_time: 0 };
  answer = { ...told, is_admitted: false, is_set: false };
  await draws();
  expect(one("status").textContent).toBe("Not being recorded now");
  expect(one("button").textContent).toBe("Mark as being recorded");
  await drawn.remove();
  answer = { ...told, is_admitted: true, is_set: true };
  await draws();
  expect(one("status").textContent).toBe("Marked as being recorded");
});
