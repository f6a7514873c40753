// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Patient } from "../../protocol/patients.ts";
import { text } from "../../protocol/text/text.ts";
import { type Drawn, draw, one, press, until } from "../../ui/test-render.tsx";
import { FilesTab } from "./FilesTab.tsx";

let failure: Error | null;
vi.mock("../news/index.ts", () => ({ usePatientNews: () => undefined }));
vi.mock("./FilesPath.tsx", () => ({ FilesPath: () => null }));
vi.mock("@tanstack/react-router", () => ({ useSearch: () => search, useNavigate: () => () => undefined }));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  call: async () => {
    if (failure !== null) throw failure;
    return { data: [node], total: 1, files_left: 0 };
  },
}));

const search = {};
const node = { id: 1, name: "night.csv", path: "night.csv", type: "File", size: 10, time: 0, can_view: true };
const patient = {
  ...{ patient_key: 7, project_id: 1, timezone: "UTC", site_identifier: "S1", patient_identifier: "P1" },
} as Patient;
const says = (words: string) => document.body.textContent?.includes(words) === true;
let client: QueryClient;
let drawn: Drawn;
beforeEach(async () => {
  failure = null;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  drawn = await draw(
    <QueryClientProvider client={client}>
      <FilesTab patient={patient} />
    </QueryClientProvider>,
  );
  await until(() => says("night.csv"));
});
afterEach(() => drawn.remove());

it("keeps the files that were read while a later question fails, and says so", async () => {
  failure = new Error("The server cannot be reached.");
  await act(() => client.refetchQueries());
  await until(() => says(`${text.failed.notRead} The server cannot be reached.`));
  expect(says("night.csv")).toBe(true);
  failure = null;
  await press(one("button", text.failed.tryAgain));
  await until(() => !says(text.failed.notRead));
  expect(says("night.csv")).toBe(true);
});
