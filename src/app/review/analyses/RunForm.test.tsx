// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { sampleAnalyses } from "../../../domain/pipelines/samples.ts";
import type { ListedAnalysis, PipelineAnalysis } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { type Drawn, draw, press, type } from "../../../ui/test-render.tsx";
import { RunForm } from "./RunForm.tsx";

const words = analysesText;
let drawn: Drawn | null = null;
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
});

const listed = (k: number): ListedAnalysis => ({
  ...{ id: sampleAnalyses[k].id, name: sampleAnalyses[k].pipeline_json.name, description: "", type: "Standard" },
  ...{ document_id: null, revision: 0, may_change: false, analysis: sampleAnalyses[k] },
});
const onRun = vi.fn((_analysis: PipelineAnalysis) => Promise.resolve());
async function show(k: number): Promise<void> {
  onRun.mockClear();
  drawn = await draw(<RunForm listed={listed(k)} dataObjectId={5} view={() => null} onRun={onRun} />);
}
const inputs = () => [...document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])")];
const run = () =>
  [...document.querySelectorAll<HTMLButtonElement>("button")].find(
    ({ textContent }) => textContent === words.run,
  ) as HTMLButtonElement;

it("runs the analysis as it stands over the whole file", async () => {
  await show(2);
  await press(run());
  const [made] = onRun.mock.calls[0];
  expect(made.multiprocess_epoching_args).toEqual(sampleAnalyses[2].multiprocess_epoching_args);
  expect(made.pipeline_json.nodes[0].args).toEqual({ modalities: ["ABP_na", "ICP_na"], patient_file_uids: [5] });
});

it("asks nothing of the server while the graph is wrong, and names the node", async () => {
  await show(1);
  await type(inputs()[0], "ABP_na");
  await press(run());
  expect(document.body.textContent).toContain('Node 2 "PRx": It takes 2 series, and 1 reaches it.');
  expect(onRun).not.toHaveBeenCalled();
});

it("says what the server refuses", async () => {
  await show(1);
  onRun.mockImplementationOnce(() => Promise.reject(new Error('Node 1 "Pressures": The file has no signal "ICP_na".')));
  await press(run());
  expect(document.body.textContent).toContain('The file has no signal "ICP_na".');
});

it("tells what was set before a run, until it runs", async () => {
  const onEdited = vi.fn();
  drawn = await draw(
    <RunForm listed={listed(2)} dataObjectId={5} view={() => null} onRun={onRun} onEdited={onEdited} />,
  );
  expect(onEdited).toHaveBeenLastCalledWith(false);
  await type(inputs()[0], "ICP_na, ABP_na");
  expect(onEdited).toHaveBeenLastCalledWith(true);
  await press(run());
  expect(onEdited).toHaveBeenLastCalledWith(false);
  await type(inputs()[0], "ICP_na");
  await drawn.remove();
  drawn = null;
  expect(onEdited).toHaveBeenLastCalledWith(false);
});
