/** From what a client sent to what it may have: the refusals, in the order of the specification's checks. */
import { Compile } from "typebox/compile";
import { pyramidBase } from "../../domain/grid.ts";
import { type PageForm, pageLimits, RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { compileRecipe } from "../../signal/compile.ts";
import { ParameterError } from "../../signal/parameter-error.ts";
import { levelDividing, sampleAt } from "./page-geometry.ts";
import { PageRefused, refusals } from "./page-refused.ts";
import type { LookUp } from "./recording-lookup.ts";

const shape = Compile(RenderModalities);

/** Answers of columns above this are refused. */
const maxColumnBytes = 16 * 1024 * 1024;
/** Sample counts up to this times any pixel count are exact integers. */
const maxSpanSamples = 2 ** 38;

export interface PageSource {
  recording: RecordingDetail;
  group: SignalGroup;
  /** Grid indexes [first, end) of the page; may reach outside the grid. */
  first: number;
  end: number;
}

export interface PageRequest {
  request: RenderModalities;
  form: PageForm;
  sources: PageSource[];
}

/** What can be told without the database. @throws PageRefused */
export function readRequest(sent: unknown): RenderModalities {
  if (!shape.Check(sent)) throw new PageRefused("bad_request", refusals.badRequest);
  const ids = [sent.page_id, sent.data_object_id, ...sent.modality_sources.map((source) => source.data_object_id)];
  if (!ids.every(Number.isSafeInteger) || !Number.isFinite(sent.start) || !Number.isFinite(sent.end))
    throw new PageRefused("bad_request", refusals.badRequest);
  if (!(sent.end > sent.start)) throw new PageRefused("end_not_after_start", refusals.endNotAfterStart);
  const { minPixelCount, maxPixelCount } = pageLimits;
  if (sent.pixel_count < minPixelCount || sent.pixel_count > maxPixelCount)
    throw new PageRefused("bad_pixel_count", refusals.badPixelCount(minPixelCount, maxPixelCount));
  return sent;
}

/** @throws PageRefused when there is no such recording for whoever asks */
export function demandKnown(recording: RecordingDetail | null): RecordingDetail {
  if (recording === null) throw new PageRefused("unknown_recording", refusals.unknownRecording);
  return recording;
}

/** The recordings and groups of a request. @throws PageRefused */
export async function resolveRequest(request: RenderModalities, lookUp: LookUp): Promise<PageRequest> {
  const form = request.form ?? { kind: "columns" };
  const sources: PageSource[] = [];
  for (const { modality, data_object_id } of request.modality_sources) {
    const recording = demandKnown(await lookUp(data_object_id));
    if (recording.patient_id !== request.patient_id)
      throw new PageRefused("unknown_recording", refusals.unknownRecording);
    if (recording.state !== "ready")
      throw new PageRefused("not_ready", recording.state === "failed" ? refusals.importFailed : refusals.notReady);
    const group = recording.groups.find((candidate) => candidate.modality === modality);
    if (group === undefined) throw new PageRefused("unknown_modality", refusals.unknownModality);
    const first = sampleAt(recording, group, request.start);
    const end = sampleAt(recording, group, request.end);
    if (!(end - first <= maxSpanSamples) || !Number.isSafeInteger(first) || !Number.isSafeInteger(end))
      throw new PageRefused("too_large", refusals.tooLong);
    if (form.kind === "recipe_columns") checkRecipe(form, request.pixel_count, group);
    sources.push({ recording, group, first, end });
  }
  checkSize(form, request.pixel_count, sources);
  return { request, form, sources };
}

type RecipeForm = Extract<PageForm, { kind: "recipe_columns" }>;

function checkRecipe(form: RecipeForm, columns: number, group: SignalGroup): void {
  const { recipe, first_column, samples_per_column } = form;
  try {
    compileRecipe(recipe, group.sampling_hz, group.channels.length);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new PageRefused("bad_request", refusals.badRecipe(error.message));
  }
  if (!Number.isSafeInteger((first_column + columns) * samples_per_column) || samples_per_column >= 2 ** 31)
    throw new PageRefused("bad_request", refusals.badRequest);
  if (samples_per_column >= pyramidBase && levelDividing(samples_per_column) === null)
    throw new PageRefused("bad_request", refusals.badColumnWidth(pyramidBase));
}

function checkSize(form: PageForm, columns: number, sources: readonly PageSource[]): void {
  if (form.kind === "samples") {
    const bytes = sources.reduce((sum, { group, first, end }) => {
      const count = Math.min(end, group.sample_count) - Math.max(first, 0);
      return sum + Math.max(0, count) * group.channels.length * (group.sample_type === "int16" ? 2 : 4);
    }, 0);
    if (bytes > pageLimits.maxSampleBytes) throw new PageRefused("too_large", refusals.tooLarge);
    return;
  }
  const rows =
    form.kind === "columns"
      ? sources.reduce((sum, { group }) => sum + group.channels.length, 0)
      : sources.length * form.recipe.derivations.length;
  if (rows * columns * 8 > maxColumnBytes) throw new PageRefused("too_large", refusals.tooManyColumns);
}
