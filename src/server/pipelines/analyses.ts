/** The list of analyses: the Standard ones of domain/pipelines, and documents of the kind "analysis". */
import { sampleAnalyses } from "../../domain/pipelines/samples.ts";
import type { Document } from "../../protocol/documents.ts";
import { analysisKind, type ListedAnalysis, type PipelineAnalysis } from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { type DocumentDeps, readDocuments } from "../documents/index.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";

/** Ids of documents begin behind those of the Standard analyses. */
const ownAnalysisIds = 1000;

const standard: readonly ListedAnalysis[] = sampleAnalyses.map((analysis) => ({
  ...{ id: analysis.id, type: "Standard", document_id: null, revision: 0, may_change: false, analysis },
  ...{ name: analysis.pipeline_json.name, description: analysis.pipeline_json.description },
}));

function listed({ id, name, scope, revision, may_change, content }: Document): ListedAnalysis {
  const analysis = { ...(content as Omit<PipelineAnalysis, "id">), id: id + ownAnalysisIds };
  const { description } = analysis.pipeline_json;
  return { id: analysis.id, name, description, type: scope, document_id: id, revision, may_change, analysis };
}

/** What the caller sees; `ids`: of these documents only. */
export async function readAnalyses(
  deps: DocumentDeps,
  caller: Caller,
  ids?: readonly number[],
): Promise<ListedAnalysis[]> {
  const version = deps.kinds.get(analysisKind)?.version ?? 1;
  const documents = await readDocuments(deps, caller, { kinds: [{ kind: analysisKind, version }] }, ids);
  return [...standard, ...documents.map(listed)];
}

/** @throws Refused 404 for an id that is nobody's, or not the caller's */
export async function readAnalysis(deps: DocumentDeps, caller: Caller, id: number): Promise<ListedAnalysis> {
  const document = id - ownAnalysisIds;
  const isDocument = document > 0 && document <= 2_147_483_647;
  const all = isDocument ? await readAnalyses(deps, caller, [document]) : standard;
  const found = all.find((each) => each.id === id);
  if (found === undefined) throw new Refused(404, pipelineText.notFound(id), undefined, { code: "analysis_not_found" });
  return found;
}
