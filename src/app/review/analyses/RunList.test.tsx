// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deleteRun, getRuns, type PipelineRun } from "../../../protocol/pipelines.ts";
import type { Route } from "../../../protocol/route.ts";
import { analysesText as words } from "../../../protocol/text/analyses-text.ts";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { type Drawn, draw, one, press, until } from "../../../ui/test-render.tsx";
import { RunList } from "./RunList.tsx";

let runs: PipelineRun[];
let isDown = false;
let client: QueryClient;

vi.mock("../../news/index.ts", () => ({ usePatientNews: () => undefined, useWork: () => undefined }));
vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: async (route: Route, { run_id }: { run_id: number }) => {
    if (isDown) throw new Error("The server cannot be reached.");
    if (route.path === deleteRun.path) runs = runs.filter(({ id }) => id !== run_id);
    return route.path === getRuns.path ? { runs } : {};
  },
}));

const failed = (id: number) =>
  ({
    ...{ id, patient_key: 1, name: "PRx", state: "failed", progress: 0, eta_ms: null, error: "No ICP.", outputs: [] },
    ...{ file_name: null, size_bytes: null, file_problem: null, stored: null, started_by: "Ann Ode" },
    ...{ is_own: true, may_delete: true, created_at: 0, finished_at: 0 },
  }) as unknown as PipelineRun;

let drawn: Drawn;
const rows = () => document.querySelectorAll("li").length;
const button = (label: string, id: number) => one("button", `${label}: PRx ${id}`);
const reach = async (element: HTMLElement) => {
  await act(async () => element.focus());
  await press(element);
};

const show = () =>
  draw(
    <QueryClientProvider client={client}>
      <Dialog title={words.title} closeLabel={words.close} isOpen onClose={() => undefined}>
        <RunList patientKey={1} displaysOf={() => ({ windows: [], onlyInFile: [] })} />
      </Dialog>
    </QueryClientProvider>,
  );
beforeEach(async () => {
  HTMLElement.prototype.checkVisibility ??= () => true;
  isDown = false;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  runs = [failed(2), failed(1)];
  drawn = await show();
  await until(() => rows() === 2);
});
afterEach(() => drawn.remove());

it("leaves the focus in its dialog when the run that had it was deleted, the last one too", async () => {
  for (const id of [2, 1]) {
    await reach(button(words.remove, id));
    await press(one("button", words.remove));
    await until(() => rows() === id - 1);
    await vi.waitFor(() => expect(document.activeElement).toBe(one("dialog")));
  }
});

it("keeps the runs that were read while a later question fails, and says so", async () => {
  isDown = true;
  await act(() => client.refetchQueries());
  await until(() => document.body.textContent?.includes("The server cannot be reached.") === true);
  expect(rows()).toBe(2);
  isDown = false;
  await press(one("button", words.tryAgain));
  await until(() => document.body.textContent?.includes("The server cannot be reached.") === false);
});

it("shows a thousand runs in pages; where the last one of the last page goes, the page before is shown", async () => {
  runs = Array.from({ length: 101 }, (_, k) => failed(k + 1));
  await drawn.remove();
  client.clear();
  drawn = await show();
  await until(() => rows() === 50);
  await press(one("button", "Next page"));
  await press(one("button", "Next page"));
  expect(rows()).toBe(1);
  await reach(button(words.remove, 101));
  await press(one("button", words.remove));
  await until(() => rows() === 50);
  expect(button(words.remove, 100).isConnected).toBe(true);
});
