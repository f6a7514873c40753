/** From an analysis to series: which channels its sources mean, whether units and grids fit, how much it will be. */
import { joinSpans, type MaskedSpan, maskedOf } from "../../domain/annotations/masks.ts";
import { resolveSignal } from "../../domain/graphs/signal-names.ts";
import { checkAnalysis } from "../../domain/pipelines/check.ts";
import { sampleAnalyses } from "../../domain/pipelines/samples.ts";
import type { PipelineAnalysis, PipelineNode } from "../../protocol/pipelines.ts";
import { pipelineLimits } from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { AnalysisRefused, firstSampleFrom, type MasksOf } from "../analysis/index.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { planNode } from "./plan-nodes.ts";
import { type Plan, type PlannedSeries, PlanRefused } from "./types.ts";

const said = pipelineText.planned;

export interface PlanDeps {
  /** Null: there is no such recording for whoever asks. */
  lookUp(dataObjectId: number): Promise<StoredRecording | null>;
  masksOf: MasksOf;
}

/** @throws PlanRefused with the sentence of the first node that is wrong */
export async function planOf(analysis: PipelineAnalysis, deps: PlanDeps): Promise<Plan> {
  const { nodes, architecture } = analysis.pipeline_json;
  const { problems, order } = checkAnalysis(analysis);
  if (problems.length > 0) throw new PlanRefused(problems[0].sentence);
  const series: PlannedSeries[] = [];
  const brought = nodes.map((): number[] => []);
  const files = new Files(deps);
  for (const k of order) {
    const taken = architecture.inputs[k].flatMap((index) => brought[index]);
    const node = nodes[k];
    try {
      const made =
        node.type === "source"
          ? await sourceSeries(node, analysis, files, series.length)
          : await planNode(node, { taken, series, analysis, files });
      for (const each of made) brought[k].push(typeof each === "number" ? each : series.push(each) - 1);
    } catch (error) {
      if (!(error instanceof PlanRefused || error instanceof AnalysisRefused)) throw error;
      throw new PlanRefused(pipelineText.node(k, node.name, error.message));
    }
  }
  const wanted = architecture.output_indexes.filter(
    (index) => analysis.exports.length === 0 || analysis.exports.includes(nodes[index].name),
  );
  const outputs = [...new Set(wanted.flatMap((index) => brought[index]))];
  const values = outputs.reduce((sum, k) => sum + (series[k].end - series[k].first) * series[k].columns.length, 0);
  if (values > pipelineLimits.stored) throw new PlanRefused(said.tooMany);
  return { series, outputs, values, patientKey: files.patientKey(), recordings: files.read() };
}

/** The files of a run, each looked up once. */
export class Files {
  private readonly found = new Map<number, StoredRecording>();
  private readonly revisions = new Map<number, number>();
  constructor(private readonly deps: PlanDeps) {}

  /** @throws PlanRefused when there is none for the caller, it is not ready, or it is another patient's */
  async get(id: number): Promise<StoredRecording> {
    const known = this.found.get(id) ?? (await this.deps.lookUp(id));
    if (known === null) throw new PlanRefused(said.recording);
    const [first] = this.found.values();
    if (first !== undefined && (first.patient_key !== known.patient_key || first.patient_id !== known.patient_id))
      throw new PlanRefused(said.onePatient);
    this.found.set(id, known);
    return known;
  }

  masksOf: MasksOf = async (id) => {
    const masks = await this.deps.masksOf(id);
    this.revisions.set(id, masks.revision);
    return masks;
  };

  lookUp = (id: number) => this.get(id);
  patientKey = (): number => [...this.found.values()][0].patient_key;
  read = (): Plan["recordings"] =>
    [...this.found.values()].map(({ data_object_id, data_version, end_ms, groups }) => ({
      ...{ data_object_id, data_version, end_ms },
      samples: groups.reduce((sum, { segments }) => segments.reduce((held, { count }) => held + count, sum), 0),
      mask_revision: this.revisions.get(data_object_id) ?? null,
    }));
}

async function sourceSeries(
  { args, name: nodeName }: PipelineNode,
  { patient_file_uid }: PipelineAnalysis,
  files: Files,
  at: number,
): Promise<PlannedSeries[]> {
  const id = (args.patient_file_uids as number[] | undefined)?.[0] ?? patient_file_uid;
  if (id === null) throw new PlanRefused(said.noFile);
  const recording = await files.get(id);
  const masks = args.leaves_out_artifacts === true ? await files.masksOf(id) : null;
  const { start_time, end_time } = args as Record<string, number | undefined>;
  const span = {
    startMs: Math.max(recording.start_ms, start_time === undefined ? recording.start_ms : start_time / 1000),
    endMs: Math.min(recording.end_ms, end_time === undefined ? recording.end_ms : end_time / 1000),
  };
  if (span.startMs >= span.endMs) throw new PlanRefused(said.nothing);
  return (args.modalities as string[]).map((modality, k) => {
    const place = placeOf(recording, modality);
    const group = recording.groups.find((each) => each.modality === place.modality);
    if (group === undefined) throw new PlanRefused(said.lacking(modality));
    const { label, unit } = group.channels[place.channel];
    const masked: readonly MaskedSpan[] = masks === null ? [] : maskedOf(masks, [label]);
    return {
      ...{ name: modality, columns: [""], units: [unit], parameters: { ...args, node: nodeName } },
      definition: `Channel ${label} as it was recorded${masks === null ? "" : ", without what artifacts mask"}.`,
      work: { kind: "channel", channel: { recording, modality: place.modality, channel: place.channel, masked } },
      ...{ gridKey: `recording ${id} ${group.sampling_hz}`, grid: group, span, masked, sources: [at + k] },
      ...{ first: firstSampleFrom(group, span.startMs), end: firstSampleFrom(group, span.endMs) },
    };
  });
}

/** @throws PlanRefused unless one channel of the file is meant */
function placeOf(recording: StoredRecording, name: string): { modality: string; channel: number } {
  const found = resolveSignal(recording, { dataSource: "current_patient", dataKey: name, rawDataKey: "" });
  if (found.kind === "found") return found.place;
  if (found.kind === "lacking") throw new PlanRefused(said.lacking(name));
  if (found.kind === "unit") throw new PlanRefused(said.unit(name, found.place.unit, found.expected));
  const labels = found.candidates.slice(0, 8).map(({ label }) => label);
  throw new PlanRefused(said.several(name, labels));
}

/** What is masked of any of these series. */
export const maskedOfAll = (series: readonly PlannedSeries[]): readonly MaskedSpan[] =>
  joinSpans(series.map(({ masked }) => masked));

/** The Standard analysis of this id. */
export const standardAnalysis = (id: number): PipelineAnalysis | undefined =>
  sampleAnalyses.find((each) => each.id === id);
