/** The events of the EEG image service (spec 001 section 7) as the page requests that they are, and pages as their answers. */
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import {
  type EegImageAcknowledgement,
  type EegLabelsAcknowledgement,
  labelWidthPx,
  RenderEegImage,
  RenderEegLabels,
  RenderTrendImage,
  RenderTrendLabels,
  type TrendLabelsAcknowledgement,
} from "../../protocol/eeg-service.ts";
import { decodePage, type ImageBlock } from "../../protocol/page-codec.ts";
import { isPageFailure, type PageAcknowledgement, pageLimits, type RenderModalities } from "../../protocol/pages.ts";
import { withoutNulls } from "../platform/optional-nulls.ts";

/** What is of the schema, once null leaves out what need not be there; null: it is not. */
function readerOf<Schema extends TSchema>(schema: Schema): (sent: unknown) => Static<Schema> | null {
  const shape = Compile(schema);
  return (sent) => {
    const read = shape.Check(sent) ? sent : withoutNulls(schema, sent);
    return shape.Check(read) ? (read as Static<Schema>) : null;
  };
}

const imageIn = readerOf(RenderEegImage);
const labelsIn = readerOf(RenderEegLabels);
const trendImageIn = readerOf(RenderTrendImage);
const trendLabelsIn = readerOf(RenderTrendLabels);

const hzOf = (sent: number | "Off" | null): number | null => (sent === 0 || sent === "Off" ? null : sent);

/** Of what is no request the page alone is left, and refused as any other that is none. */
const pageOf = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && "page_id" in sent ? { page_id: sent.page_id } : null;

export function asImagePage(said: unknown): unknown {
  const sent = imageIn(said);
  if (sent === null) return pageOf(said);
  const { patientId, data_object_id, page_id, modality_source, start, end, ...rest } = sent;
  const { settings_hash: _hash, offset_seconds: _offset, artifactReductionEnabled = true, ...settings } = rest;
  const { isArtifactReductionEnabled = artifactReductionEnabled } = settings;
  const filters = { notch: hzOf(settings.notch), HFF: hzOf(settings.HFF), LFF: hzOf(settings.LFF) };
  return {
    ...{ patient_id: patientId, data_object_id, page_id, modality_sources: [modality_source], start, end },
    pixel_count: pageLimits.minPixelCount,
    form: { ...settings, ...filters, isArtifactReductionEnabled, kind: "eeg_image" },
  } satisfies RenderModalities;
}

export function asLabelsPage(said: unknown): unknown {
  const sent = labelsIn(said);
  if (sent === null) return pageOf(said);
  const { patientId, data_object_id, page_id = 1, montage_name, ...settings } = sent;
  return {
    ...{ patient_id: patientId, data_object_id, page_id, start: 0, end: 1 },
    modality_sources: [{ modality: montage_name, data_object_id }],
    ...{ pixel_count: pageLimits.minPixelCount, form: { ...settings, kind: "eeg_labels" } },
  } satisfies RenderModalities;
}

export function asTrendImagePage(said: unknown): unknown {
  const sent = trendImageIn(said);
  if (sent === null) return pageOf(said);
  const { patientId, data_object_id, page_id, modality, start, end, ...rest } = sent;
  const { settings_hash: _hash, offset_seconds: _offset, isArtifactReductionEnabled = false, ...settings } = rest;
  const { artifactReductionEnabled = isArtifactReductionEnabled } = settings;
  return {
    ...{ patient_id: patientId, data_object_id, page_id, start, end },
    modality_sources: [{ modality, data_object_id }],
    pixel_count: pageLimits.minPixelCount,
    form: { ...settings, artifactReductionEnabled, kind: "trend_image" },
  } satisfies RenderModalities;
}

export function asTrendLabelsPage(said: unknown): unknown {
  const sent = trendLabelsIn(said);
  if (sent === null) return pageOf(said);
  const { patientId, data_object_id, page_id = 1, panel_name, label_width = labelWidthPx, ...settings } = sent;
  return {
    ...{ patient_id: patientId, data_object_id, page_id, start: 0, end: 1 },
    modality_sources: [{ modality: panel_name, data_object_id }],
    pixel_count: pageLimits.minPixelCount,
    form: { ...settings, label_width, kind: "trend_labels" },
  } satisfies RenderModalities;
}

/** Hands an image over under the names of the event. What is no function cannot be answered. */
export function answeringImage(sent: unknown, acknowledge: unknown): unknown {
  if (typeof acknowledge !== "function") return acknowledge;
  return (answer: PageAcknowledgement) => {
    const { settings_hash } = imageIn(sent) ?? trendImageIn(sent) ?? { settings_hash: "" };
    const told: EegImageAcknowledgement = isPageFailure(answer)
      ? answer
      : { page_id: answer.page_id, settings_hash, data_object_id: answer.data_object_id, image: imageOf(answer).data };
    acknowledge(told);
  };
}

export function answeringLabels(acknowledge: unknown): unknown {
  if (typeof acknowledge !== "function") return acknowledge;
  return (answer: PageAcknowledgement) => {
    if (isPageFailure(answer)) return acknowledge(answer satisfies EegLabelsAcknowledgement);
    const { height, width, data } = imageOf(answer);
    acknowledge({ height, width, image: data } satisfies EegLabelsAcknowledgement);
  };
}

export function answeringTrendLabels(acknowledge: unknown): unknown {
  if (typeof acknowledge !== "function") return acknowledge;
  return (answer: PageAcknowledgement) => {
    if (isPageFailure(answer)) return acknowledge(answer satisfies TrendLabelsAcknowledgement);
    const { height, width, data, beside } = imageOf(answer);
    const firstBytes = beside?.firstBytes ?? data.length;
    const [titles, labels] = [data.slice(0, firstBytes), data.slice(firstBytes)];
    acknowledge({ height, width, titles, labels } satisfies TrendLabelsAcknowledgement);
  };
}

const imageOf = ({ pixels }: { pixels: ArrayBuffer }): ImageBlock => decodePage(pixels).blocks[0] as ImageBlock;
