import { expect, it } from "vitest";
import { sampleWindows } from "../../../src/domain/pipelines/samples.ts";
import { createDocument } from "../../../src/protocol/documents.ts";
import {
  cancelRun,
  checkAnalysis,
  deleteRun,
  downloadRun,
  executeAndWriteH5,
  executePipeline,
  getAnalyses,
  getAnalysis,
  getRun,
  getRuns,
  type PipelineAnalysis,
  retryRun,
} from "../../../src/protocol/pipelines.ts";
import { answerAs, callAs } from "../../support/accounts.ts";
import {
  begin,
  graphOf,
  lister,
  otherId,
  patientKey,
  refusal,
  sample,
  server,
  source,
  stranger,
  token,
  viewer,
} from "./pipelines-world.ts";

export function graphCases(): void {
  it("is for who may view data of the patient's place, and nobody else", async () => {
    const run = await begin(sample(0), viewer);
    const byRun = [getRun, cancelRun, retryRun, deleteRun, downloadRun] as const;
    for (const route of byRun)
      expect(await refusal(route, { run_id: run.id }, stranger), route.path).toEqual([404, "There is no such run."]);
    expect((await refusal(getRuns, { patient_key: patientKey }, stranger))[0]).toBe(404);
    for (const route of [executePipeline, executeAndWriteH5])
      expect(await refusal(route, sample(1), stranger)).toEqual([
        400,
        'Node 1 "Pressures": There is no such file for you.',
      ]);
    for (const [route, body] of [
      ...byRun.map((route) => [route, { run_id: run.id }] as const),
      ...([executePipeline, executeAndWriteH5] as const).map((route) => [route, sample(1)] as const),
      ...[
        [getRuns, { patient_key: patientKey }] as const,
        [getAnalyses, {}] as const,
        [getAnalysis, { id: 1 }] as const,
      ],
    ])
      expect((await refusal(route, body, lister))[0], route.path).toBe(403);
    await answerAs(server.url, token, deleteRun, { run_id: run.id }); // an administrator may
  });

  it("runs what the specification names alone, and keeps a display with every member that it gives graphs and traces", async () => {
    const { pipeline_json, patient_file_uid } = sample(1);
    const known = await answerAs(server.url, token, executePipeline, sample(1));
    expect(await answerAs(server.url, token, executePipeline, { pipeline_json, patient_file_uid })).toEqual(known);
    const line = { id: "t", name: "PRx", dataKey: "PRx", rawDataKey: "", dataSource: 999999, color: "#000000" };
    const onDemandAnalysis = { analytic: "prx", ABP: "ABP_na", ICP: "ICP_na", rawDataKey: "" };
    const traces = [
      { ...line, renderStrategy: "line", isCompositePart: false, compositeIndex: 0, units: "", onDemandAnalysis },
      { ...line, color: undefined, colorSpectrum: "Inferno", lowerBound: 0, upperBound: 100 },
      {
        id: "d",
        name: "Delta",
        firstTrace: "t",
        secondTrace: "t",
        color: { r: 1, g: 2, b: 3 },
        renderStrategy: "delta",
      },
    ];
    const graph = {
      id: "g",
      name: "PRx",
      traces,
      renderStrategy: "line",
      min: -1,
      max: 1,
      defaultMin: -1,
      defaultMax: 1,
    };
    const graphs = [{ ...graph, autoScale: false, offset: 0, height: 1, width: 2 }];
    const display_json = { name: "PRx", graphs, window_size: 3_600_000 };
    const run = await begin({
      ...sample(1, { display_json, clear_cache: true }),
      pipeline_json: { ...pipeline_json, version: 1 },
    });
    expect([run.state, run.analysis.display_json, run.analysis.pipeline_json.version]).toEqual([
      ...["done", JSON.parse(JSON.stringify(display_json)), 1],
    ]);
    await answerAs(server.url, token, deleteRun, { run_id: run.id });
  });

  it("lists the samples and one's own, and says which id there is not", async () => {
    const { id: _, ...content } = graphOf([source("S", { modalities: ["ABP_na"] })], [[]]);
    const made = await answerAs(server.url, viewer, createDocument, {
      ...{ kind: "analysis", version: 1, scope: "Personal", name: "Mine", content },
    });
    const { analyses } = await answerAs(server.url, viewer, getAnalyses, {});
    expect(analyses.map(({ name, type }) => `${type} ${name}`)).toEqual([
      ...["Standard CPP", "Standard PRx", "Standard CPPOpt", "Standard CPPOpt chart statistics", "Personal Mine"],
    ]);
    expect((await answerAs(server.url, viewer, getAnalysis, { id: made.id + 1000 })).name).toBe("Mine");
    for (const each of [made.id + 1000, 999, -4, 2_147_483_647])
      expect(await refusal(getAnalysis, { id: each })).toEqual([404, `Analysis not found! ID: ${each}`]);
    const broken = graphOf([source("S", { modalities: [] })], [[]]);
    const { id: _id, ...rest } = broken;
    expect(
      await refusal(
        createDocument,
        { kind: "analysis", version: 1, scope: "Personal", name: "B", content: rest },
        viewer,
      ),
    ).toEqual([400, 'Node 1 "S": "modalities" must be a list of 1 to 8 names.']);
    const { problems } = await answerAs(server.url, viewer, checkAnalysis, { analysis: broken });
    expect(problems).toEqual([{ node: 0, sentence: 'Node 1 "S": "modalities" must be a list of 1 to 8 names.' }]);
  });

  it("refuses hostile graphs in a sentence, and soon", async () => {
    const scale = { type: "arithmetic", subtype: "scale", name: "a", args: { factor: 2, offset: 0 } };
    const both = source("S", { modalities: ["ABP_na", "ICP_na"] });
    const cases: [PipelineAnalysis, string][] = [
      [graphOf([scale], [[0]]), 'Node 1 "a": This node depends on itself.'],
      [graphOf([source("S", { modalities: ["Nothing"] })], [[]]), 'Node 1 "S": The file has no signal "Nothing".'],
      [{ ...graphOf([both], [[]]), patient_file_uid: null }, 'Node 1 "S": It names no file, and the analysis neither.'],
      [
        graphOf([both, source("T", { modalities: ["ABP_na"], patient_file_uids: [otherId] })], [[], []], [0, 1]),
        'Node 2 "T": All files must be of one patient.',
      ],
      [
        graphOf([source("S", { modalities: ["ABP_na"], start_time: 0, end_time: 1000 })], [[]]),
        'Node 1 "S": There is nothing of these signals in this span.',
      ],
      [
        { ...sample(2), multiprocess_epoching_args: { ...sampleWindows, delta: 1 } },
        "delta must be whole seconds from 1 second to 1 day, in microseconds.",
      ],
      [
        graphOf(
          [
            both,
            { ...scale, subtype: "add", args: {} },
            { ...scale, name: "M", type: "filter", subtype: "resample", args: { period: 60_000_000 } },
            source("T", { modalities: ["ABP_na"] }),
            { ...scale, name: "X", subtype: "add", args: {} },
          ],
          [[], [0], [1], [], [2, 3]],
        ),
        'Node 5 "X": The series do not share their times: bring both on one grid with nodes of filter, resample.',
      ],
      [graphOf([both], [[]]), "The result has more than 100,000 values: run it in the background and take the file."],
    ];
    for (const [analysis, sentence] of cases) expect(await refusal(executePipeline, analysis)).toEqual([400, sentence]);
    const many = Array.from({ length: 100_000 }, (_, k) => ({ ...scale, name: `n${k}` }));
    const huge = graphOf(
      many,
      many.map((_, k) => [k]),
    );
    expect([400, 413]).toContain((await callAs(server.url, token, executePipeline, huge)).status);
    expect((await callAs(server.url, token, executePipeline, { ...sample(1), exports: "x".repeat(1e6) })).status).toBe(
      413,
    );
    // Each doubles what it takes: values are made once all the same.
    const doubled = Array.from({ length: 60 }, (_, k) => ({ ...scale, name: `d${k}`, subtype: "add", args: {} }));
    const minutes = { ...scale, name: "M", type: "filter", subtype: "resample", args: { period: 60_000_000 } };
    const chain = graphOf(
      [source("S", { modalities: ["ABP_na"] }), minutes, ...doubled],
      [[], [0], ...doubled.map((_, k) => [k + 1, k + 1])],
    );
    const { outputs } = await answerAs(server.url, token, executePipeline, chain);
    expect(outputs[0].values[0][0]).toBeGreaterThan(2 ** 60);
  });
}
