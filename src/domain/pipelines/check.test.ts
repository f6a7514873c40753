import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PipelineAnalysis, type PipelineNode, pipelineLimits } from "../../protocol/pipelines.ts";
import { checkAnalysis } from "./check.ts";
import { sampleAnalyses, sampleWindows } from "./samples.ts";
import { epochingProblem, windowsOf } from "./windows.ts";

const source: PipelineNode = { type: "source", subtype: "hdf5", name: "S", args: { modalities: ["ABP_na"] } };
const scale = (name: string, args: PipelineNode["args"] = { factor: 2, offset: 0 }): PipelineNode => ({
  ...{ type: "arithmetic", subtype: "scale", name, args },
});
const histogram = (args: PipelineNode["args"]): PipelineNode => ({
  ...{ type: "statistics", subtype: "histogram", name: "H", args: { over: "run", ...args } },
});
const filter = (subtype: string, frequency: number | null): PipelineNode => ({
  ...{ type: "filter", subtype, name: subtype, args: { frequency } },
});
const analysisOf = (nodes: PipelineNode[], inputs: number[][], outputs = [nodes.length - 1]): PipelineAnalysis => ({
  ...sampleAnalyses[1],
  pipeline_json: {
    ...{ name: "A", description: "", version: "1", nodes },
    architecture: { inputs, output_indexes: outputs },
  },
});
const told = (analysis: PipelineAnalysis) => checkAnalysis(analysis).problems.map(({ sentence }) => sentence);

describe("a graph", () => {
  it.each(
    sampleAnalyses.map((each) => [each.pipeline_json.name, each] as const),
  )("of the sample %s is sound", (_, each) => {
    expect(told(each)).toEqual([]);
    expect(checkAnalysis(each).order).toHaveLength(each.pipeline_json.nodes.length);
  });

  it.each<[string, PipelineAnalysis, string]>([
    [
      "a circle",
      analysisOf([source, scale("a"), scale("b")], [[], [2], [1]]),
      'Node 2 "a": This node depends on itself.',
    ],
    ["itself", analysisOf([scale("a")], [[0]]), 'Node 1 "a": This node depends on itself.'],
    [
      "an input that there is not",
      analysisOf([source, scale("a")], [[], [7]]),
      'Node 2 "a": Input 1 is no node of this analysis.',
    ],
    [
      "two series where one fits",
      analysisOf([source, scale("a")], [[], [0, 0]]),
      'Node 2 "a": It takes 1 series, and 2 reach it.',
    ],
    [
      "an unknown node",
      analysisOf([{ ...source, subtype: "csv" }], [[]]),
      'Node 1 "S": There is no node of type "source" and subtype "csv".',
    ],
    [
      "an unknown argument",
      analysisOf([source, scale("a", { factor: 1, offset: 0, x: 1 })], [[], [0]]),
      'Node 2 "a": It has no argument "x".',
    ],
    [
      "a missing argument",
      analysisOf([source, scale("a", { factor: 1 })], [[], [0]]),
      'Node 2 "a": The argument "offset" is missing.',
    ],
    [
      "a factor of nothing",
      analysisOf([source, scale("a", { factor: 0, offset: 0 })], [[], [0]]),
      'Node 2 "a": "factor" must not be 0.',
    ],
    ["a name twice", analysisOf([source, scale("S")], [[], [0]]), 'Node 2 "S": Another node has the same name.'],
    [
      "a corner that the EEG window has not",
      analysisOf([source, filter("lff", 0.2)], [[], [0]]),
      'Node 2 "lff": "frequency" must be one of: 0.1, 0.5, 1, 2, 3, null (Off).',
    ],
    [
      "a filter of computed series",
      analysisOf([source, scale("a"), filter("hff", 30)], [[], [0], [1]]),
      'Node 3 "hff": It takes a recorded signal, as it is or filtered: connect it to a source or a filter.',
    ],
    [
      "a filter twice",
      analysisOf(
        [source, filter("hff", 30), filter("notch", 60), { ...filter("hff", 70), name: "b" }],
        [[], [0], [1], [2]],
      ),
      'Node 4 "b": This signal went through a filter "hff" already: one of each acts.',
    ],
    [
      "a rolling average of a filtered signal",
      analysisOf(
        [source, filter("lff", null), { type: "rolling", subtype: "average", name: "r", args: { window_size: 5e6 } }],
        [[], [0], [1]],
      ),
      'Node 3 "r": It takes recorded signals: connect it to sources.',
    ],
    ["an output that there is not", analysisOf([source], [[]], [3]), "Output 1 is no node of this analysis."],
    ["no list of inputs", analysisOf([source], []), "There must be one list of inputs for each node."],
    [
      "a PRx of computed series",
      analysisOf([source, scale("a"), { ...sampleAnalyses[1].pipeline_json.nodes[1], name: "P" }], [[], [0], [0, 1]]),
      'Node 3 "P": It takes recorded signals: connect it to sources.',
    ],
    [
      "bins that end before they begin",
      analysisOf([source, histogram({ binMinimum: 100 })], [[], [0]]),
      'Node 2 "H": "binMinimum" must be less than "binMaximum".',
    ],
    [
      "more bins than a file should have",
      analysisOf([source, histogram({ binSize: 0.01 })], [[], [0]]),
      'Node 2 "H": It would have more than 1,000 bins: choose larger ones.',
    ],
    [
      "an optimum without windows",
      analysisOf([source, { type: "analytic", subtype: "cppopt", name: "C", args: {} }], [[], [0, 0]]),
      'Node 2 "C": It needs windows: the analysis has no multiprocess_epoching_args.',
    ],
    [
      "arithmetic of tables",
      {
        ...analysisOf([...sampleAnalyses[2].pipeline_json.nodes, scale("a")], [[], [0], [1]]),
        multiprocess_epoching_args: sampleWindows,
      },
      'Node 3 "a": It takes series of one column: choose one with a node of filter, column.',
    ],
    [
      "an export of nothing",
      { ...analysisOf([source], [[]]), exports: ["nothing"] },
      'There is no output of the name "nothing" to export.',
    ],
  ])("with %s is refused by its node", (_, analysis, sentence) => {
    expect(told(analysis)).toContain(sentence);
  });

  it("of too many nodes is refused at once", () => {
    const nodes = Array.from({ length: pipelineLimits.nodes + 1 }, (_, k) => ({ ...source, name: `S${k}` }));
    expect(
      told(
        analysisOf(
          nodes,
          nodes.map(() => []),
        ),
      ),
    ).toEqual(["An analysis has 64 nodes at most."]);
  });

  it("that is anything at all is checked without an exception", () => {
    const node = fc.record({
      ...{ type: fc.constantFrom("source", "arithmetic", "analytic", "filter", "statistics", "export", "x") },
      ...{ subtype: fc.constantFrom("hdf5", "add", "scale", "prx", "cppopt", "range", "summary", "column", "y") },
      name: fc.constantFrom("a", "b", "c", ""),
      args: fc.dictionary(fc.constantFrom("modalities", "factor", "low", "over", "column"), fc.anything()),
    });
    const inputs = fc.array(fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), inputs, (nodes, each) => {
        for (const problem of checkAnalysis(analysisOf(nodes, each)).problems) expect(problem.sentence).not.toBe("");
      }),
    );
  });
});

describe("windows", () => {
  const hour = 3_600_000;
  it("of the sample start two hours in and end on the grid of ten minutes", () => {
    const startMs = Date.UTC(2026, 1, 1, 10, 3);
    const windows = windowsOf(sampleWindows, { startMs, endMs: startMs + 24 * hour });
    expect(windows.firstMs).toBe(Date.UTC(2026, 1, 1, 12, 10));
    expect(windows.firstMs + (windows.count - 1) * windows.deltaMs).toBe(Date.UTC(2026, 1, 2, 10, 0));
  });
  it("of less time than one has are none", () => {
    expect(windowsOf(sampleWindows, { startMs: 0, endMs: hour }).count).toBe(0);
  });
  it.each([
    [{ epoching_type: "hopping" }, "The only epoching"],
    [{ window_size: 8e14 }, "window_size"],
    [{ window_size: Number.NaN }, "window_size"],
    [{ offset: 1.5 }, "offset"],
    [{ delta: 0 }, "delta"],
  ])("as %j are refused", (part, beginning) => {
    expect(epochingProblem({ ...sampleWindows, ...part })).toMatch(new RegExp(`^${beginning}`));
  });
});
