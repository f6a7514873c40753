/** From what a client sent to what it may have: the refusals, in the order of the specification's checks. */
import { Compile } from "typebox/compile";
import { computedKinds } from "../../protocol/page-codec.ts";
import { type ModalitySource, type PageForm, pageLimits, RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import {
  AnalysisRefused,
  analysisOf,
  isDerived,
  lookUpAnalysis,
  type MasksOf,
  SourceNotReady,
  type StoredRuns,
} from "../analysis/index.ts";
import { awayReason } from "../platform/database/database-away.ts";
import { Refused } from "../platform/http/routes.ts";
import { withoutNulls } from "../platform/optional-nulls.ts";
import { asSpecified, type NamedIn, namedRecordings } from "./as-specified.ts";
import { sampleAt } from "./page-geometry.ts";
import { PageRefused, refusals } from "./page-refused.ts";
import type { LookUp } from "./recording-lookup.ts";
import { taskOf } from "./tasks/index.ts";
import type { PageSource, PageTask } from "./tasks/task.ts";

const shape = Compile(RenderModalities);

/** The form of the specification: of a request that names none. */
const formByDefault: PageForm = { kind: "columns" };
/** Trends are values of many channels for an epoch: of no form that is made of single channels. */
const trendForms: readonly PageForm["kind"][] = ["samples", "trend"];
/** Sample counts up to this times any pixel count are exact integers. */
const maxSpanSamples = 2 ** 38;

export interface PageRequest {
  request: RenderModalities;
  form: PageForm;
  task: PageTask;
  sources: PageSource[];
}

/** What can be told without the database. @throws PageRefused */
export function readRequest(said: unknown): RenderModalities {
  const sent = shape.Check(said) ? said : withoutNulls(RenderModalities, said);
  if (!shape.Check(sent)) throw new PageRefused("bad_request", refusals.badRequest);
  const ids = [sent.page_id, sent.data_object_id, ...sent.modality_sources.map((source) => source.data_object_id)];
  if (!ids.every(Number.isSafeInteger) || !Number.isFinite(sent.start) || !Number.isFinite(sent.end))
    throw new PageRefused("bad_request", refusals.badRequest);
  if (!(sent.end > sent.start)) throw new PageRefused("end_not_after_start", refusals.endNotAfterStart);
  const { minPixelCount, maxPixelCount } = pageLimits;
  if (sent.pixel_count < minPixelCount || sent.pixel_count > maxPixelCount)
    throw new PageRefused("bad_pixel_count", refusals.badPixelCount(minPixelCount, maxPixelCount));
  if (computedKinds.includes(sent.form?.kind) && namesTwice(sent.modality_sources))
    throw new PageRefused("bad_request", refusals.badRequest);
  return sent;
}

/** Computed forms read whole spans of a source: one that is named again would be read again for the same answer. */
const namesTwice = (sources: readonly ModalitySource[]): boolean =>
  new Set(sources.map(({ data_object_id, modality }) => `${data_object_id} ${modality}`)).size < sources.length;

/** @throws PageRefused when there is no such recording for whoever asks */
export function demandKnown(recording: RecordingDetail | null): RecordingDetail {
  if (recording === null) throw new PageRefused("unknown_recording", refusals.unknownRecording);
  return recording;
}

/** The stored recordings that one is made of: itself, if it is one. */
export const recordingsOf = (recording: RecordingDetail): readonly RecordingDetail[] =>
  isDerived(recording) ? recording.sources : [recording];

/** Recordings of this patient that may be seen, by id. @throws PageRefused */
function knownOf(patientId: RenderModalities["patient_id"], lookUp: LookUp) {
  return async (id: number): Promise<RecordingDetail> => {
    const recording = demandKnown(await lookUp(id));
    if (recording.patient_id !== patientId && String(recording.patient_key) !== String(patientId))
      throw new PageRefused("unknown_recording", refusals.unknownRecording);
    return recording;
  };
}

/** What is not there is refused as a source. */
async function namedIn(wanted: RenderModalities, lookUp: LookUp): Promise<NamedIn> {
  const found = new Map<number, RecordingDetail>();
  for (const id of namedRecordings(wanted)) {
    const recording = await lookUp(id);
    if (recording !== null) found.set(id, recording);
  }
  return found;
}

/** The recording of one source, computed or stored. @throws PageRefused */
async function resolveSource(
  source: ModalitySource,
  known: ReturnType<typeof knownOf>,
  { masksOf, storedRuns }: RequestDeps,
): Promise<RecordingDetail> {
  const analysis = analysisOf(source);
  if (analysis === null) {
    const recording = await known(source.data_object_id);
    if (recording.state !== "ready")
      throw new PageRefused("not_ready", recording.state === "failed" ? refusals.importFailed : refusals.notReady);
    return recording;
  }
  try {
    return demandKnown(await lookUpAnalysis(analysis, known, masksOf, storedRuns));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What is said of an analysis that cannot be had, or not now. */
export function refusalOf(error: unknown): unknown {
  if (awayReason(error) !== null) return new PageRefused("unavailable", serverText.unchecked);
  if (error instanceof Refused) return new PageRefused("unavailable", error.message);
  if (error instanceof SourceNotReady) return new PageRefused("not_ready", error.message);
  return error instanceof AnalysisRefused ? new PageRefused("bad_request", error.message) : error;
}

/** What is masked of recordings, read once of each. It throws PageRefused while that cannot be told. */
function masksOnce(masksOf: MasksOf): MasksOf {
  const asked = new Map<number, ReturnType<MasksOf>>();
  return async (id) => {
    const masks = asked.get(id) ?? masksOf(id);
    asked.set(id, masks);
    try {
      return await masks;
    } catch (error) {
      if (awayReason(error) !== null) throw new PageRefused("unavailable", serverText.unchecked);
      throw error;
    }
  };
}

/** What else sources are told by. */
export interface RequestDeps {
  masksOf: MasksOf;
  storedRuns?: Pick<StoredRuns, "output">;
}

/** The recordings and groups of a request. @throws PageRefused */
export async function resolveRequest(
  wanted: RenderModalities,
  lookUp: LookUp,
  { masksOf, storedRuns }: RequestDeps,
): Promise<PageRequest> {
  const request = asSpecified(wanted, await namedIn(wanted, lookUp));
  const form = request.form ?? formByDefault;
  const task = taskOf(form);
  const masksOfOne = masksOnce(masksOf);
  const known = knownOf(request.patient_id, lookUp);
  const sources: PageSource[] = [];
  for (const source of request.modality_sources) {
    const recording = await resolveSource(source, known, { masksOf: masksOfOne, storedRuns });
    const { modality } = source;
    const group =
      task.groupOf === undefined
        ? recording.groups.find((candidate) => candidate.modality === modality)
        : task.groupOf(recording, modality);
    if (group === undefined || group === null) throw new PageRefused("unknown_modality", refusals.unknownModality);
    const first = sampleAt(recording, group, request.start);
    const end = sampleAt(recording, group, request.end);
    if (!(end - first <= maxSpanSamples) || !Number.isSafeInteger(first) || !Number.isSafeInteger(end))
      throw new PageRefused("too_large", refusals.tooLong);
    const analysis = isDerived(recording) ? recording.analysis : null;
    if (analysis?.analytic === "eeg_trend" && !trendForms.includes(form.kind))
      throw new PageRefused("bad_request", refusals.trendForm);
    task.check?.(form, request.pixel_count, group, recording);
    const isMasked =
      analysis === null
        ? "leaves_out_artifacts" in form
        : analysis.analytic === "eeg_trend" && analysis.leavesOutArtifacts === true;
    const masks = isMasked ? await masksOfOne(recordingsOf(recording)[0].data_object_id) : undefined;
    const called = task.groupOf === undefined ? source.named : modality;
    const named = called === undefined ? {} : { named: called };
    sources.push({ recording, group, ...named, first, end, ...(masks === undefined ? {} : { masks }) });
  }
  // The page's own recording is one of its sources, or another one of the patient.
  const id = request.data_object_id;
  const isSource = sources.some(({ recording: { data_object_id } }) => data_object_id === id);
  if (!isSource) await known(id);
  const bytes = sources.reduce((sum, source) => sum + task.bytes(form, request.pixel_count, source), 0);
  if (bytes > task.mostBytes) throw new PageRefused("too_large", task.tooLarge);
  return { request, form, task, sources };
}
