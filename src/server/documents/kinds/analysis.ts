import Type from "typebox";
import { checkAnalysis } from "../../../domain/pipelines/check.ts";
import { sampleAnalyses } from "../../../domain/pipelines/samples.ts";
import { analysisKind, PipelineAnalysis, pipelineLimits } from "../../../protocol/pipelines.ts";
import type { Content, DocumentKind } from "../kinds.ts";

const { id: _, ...members } = PipelineAnalysis.properties;
const { id: _id, ...example } = sampleAnalyses[2];

/** An analysis of a person, or one that the workspace shares (protocol/pipelines.ts). What is kept can run, as far as its graph says. */
export const analysis: DocumentKind = {
  kind: analysisKind,
  schema: Type.Object(members, { additionalProperties: false }),
  migrations: [],
  examples: [example],
  scopes: ["Personal", "Shared"],
  needs: ["visualize_data"],
  own: null,
  properties: [],
  problem: (content: Content) => {
    const [first] = checkAnalysis({ ...(content as Omit<PipelineAnalysis, "id">), id: 0 }).problems;
    return first === undefined ? null : { status: 400, code: "bad_analysis", sentence: first.sentence };
  },
  limits: {
    bytes: pipelineLimits.bytes,
    perPerson: pipelineLimits.perPerson,
    shared: pipelineLimits.shared,
    name: pipelineLimits.name,
  },
};
