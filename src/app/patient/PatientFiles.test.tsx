// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Patient } from "../../protocol/patients.ts";
import { text } from "../../protocol/text/text.ts";
import { type Drawn, draw, one, press, until } from "../../ui/test-render.tsx";
import { ApiFailure } from "../session/index.ts";
import { PatientFiles } from "./PatientFiles.tsx";

let failure: Error | null;
vi.mock("../prefetch/index.ts", () => ({
  useInventory: () => ({ inventory: undefined }),
  preloadStatus: () => undefined,
  fileState: () => "ready",
  prefetchData: "prefetch",
}));
vi.mock("./ViewData.tsx", () => ({ ViewData: () => null }));
vi.mock("@tanstack/react-router", () => ({ Link: () => null }));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  call: async () => {
    if (failure !== null) throw failure;
    return { files: [{ obj_id: 1, obj_name: "night.edf", is_damaged: false, preload_status: { status: "ready" } }] };
  },
}));

const patient = { patient_key: 7, files_loaded: 1, file_count: 1, files_failed: 0 } as Patient;
let client: QueryClient;
let drawn: Drawn;
beforeEach(async () => {
  failure = null;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  drawn = await draw(
    <QueryClientProvider client={client}>
      <PatientFiles patient={patient} hasUploads />
    </QueryClientProvider>,
  );
  await until(() => says("night.edf"));
});
afterEach(() => drawn.remove());

const says = (words: string) => document.body.textContent?.includes(words) === true;

it("keeps the files that were read while a later question fails, and says so", async () => {
  failure = new Error("The server cannot be reached.");
  await act(() => client.refetchQueries());
  await until(() => says(`${text.failed.notRead} The server cannot be reached.`));
  expect(says("night.edf")).toBe(true);
  failure = null;
  await press(one("button", text.failed.tryAgain));
  await until(() => !says(text.failed.notRead));
  expect(says("night.edf")).toBe(true);
});

it("shows them no more once they are refused", async () => {
  failure = new ApiFailure(403, "You may not see this patient.");
  await act(() => client.refetchQueries());
  await until(() => says(text.failed.title));
  expect(says("night.edf")).toBe(false);
});
