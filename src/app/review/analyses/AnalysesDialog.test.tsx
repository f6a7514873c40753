// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleAnalyses } from "../../../domain/pipelines/samples.ts";
import { deleteDocument } from "../../../protocol/documents.ts";
import { getAnalyses, type ListedAnalysis } from "../../../protocol/pipelines.ts";
import type { Route } from "../../../protocol/route.ts";
import { analysesText as words } from "../../../protocol/text/analyses-text.ts";
import { type Drawn, draw, one, press, type, until } from "../../../ui/test-render.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { AnalysesDialog } from "./AnalysesDialog.tsx";

let isDown = false;
const calls: string[] = [];
vi.mock("../../news/index.ts", () => ({ usePatientNews: () => undefined, useWork: () => undefined }));
vi.mock("../windows/catalogue.ts", () => ({ kindOf: () => undefined }));
vi.mock("../workspace.ts", () => ({ whyNoMore: () => null }));
vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: async (route: Route) => {
    calls.push(route.path);
    if (isDown) throw new Error("The server cannot be reached.");
    return route.path === getAnalyses.path ? { analyses: [listed] } : { runs: [] };
  },
}));

const [sample] = sampleAnalyses;
const listed: ListedAnalysis = {
  ...{ id: sample.id, name: "CPP", description: "", type: "Standard", document_id: null, revision: 0 },
  ...{ may_change: false, analysis: sample },
};

let drawn: Drawn;
let client: QueryClient;
beforeEach(async () => {
  isDown = false;
  calls.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const workspace = { recording: { data_object_id: 1, patient_key: 1 } } as unknown as ReviewWorkspace;
  drawn = await draw(
    <QueryClientProvider client={client}>
      <AnalysesDialog workspace={workspace} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await until(() => document.body.textContent?.includes(words.run) === true);
});
afterEach(() => drawn.remove());

it("keeps what is written of an analysis while a later question for the list fails", async () => {
  await press(one("button", words.edit));
  const [name] = document.querySelectorAll<HTMLInputElement>("input");
  await type(name, "My own");
  isDown = true;
  await act(() => client.refetchQueries());
  await until(() => document.body.textContent?.includes("The server cannot be reached.") === true);
  expect(name.isConnected && name.value).toBe("My own");
  isDown = false;
  await press(one("button", words.tryAgain));
  await until(() => document.body.textContent?.includes("The server cannot be reached.") === false);
  expect(name.isConnected && name.value).toBe("My own");
});

it("asks before one's own analysis is deleted", async () => {
  const own = { ...listed, id: 1007, name: "Mine", document_id: 7, revision: 3, may_change: true };
  await act(async () => client.setQueryData(["analyses"], { analyses: [own] }));
  await until(() => document.body.textContent?.includes("Mine") === true);
  await press(one("button", words.editOwn));
  await press(one("button", words.editor.remove));
  expect(calls).not.toContain(deleteDocument.path);
  const question = one("alertdialog");
  expect(question.textContent).toContain(words.editor.removeBody("Mine"));
  await press(one("button", words.editor.keep));
  await until(() => document.querySelector("[role=alertdialog]") === null);
  expect(calls).not.toContain(deleteDocument.path);

  await press(one("button", words.editor.remove));
  await press(one("alertdialog").querySelector("[data-tone=danger]") as Element);
  await until(() => calls.includes(deleteDocument.path));
});
