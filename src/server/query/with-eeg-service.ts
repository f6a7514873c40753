/** The events of the EEG image service (spec 001 section 7) as the page requests that they are, and pages as their answers. */
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

const imageShape = Compile(RenderEegImage);
const labelsShape = Compile(RenderEegLabels);
const trendImageShape = Compile(RenderTrendImage);
const trendLabelsShape = Compile(RenderTrendLabels);

const hzOf = (sent: number | "Off" | null): number | null => (sent === 0 || sent === "Off" ? null : sent);

/** Of what is no request the page alone is left, and refused as any other that is none. */
const pageOf = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && "page_id" in sent ? { page_id: sent.page_id } : null;

export function asImagePage(sent: unknown): unknown {
  if (!imageShape.Check(sent)) return pageOf(sent);
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

export function asLabelsPage(sent: unknown): unknown {
  if (!labelsShape.Check(sent)) return pageOf(sent);
  const { patientId, data_object_id, page_id = 1, montage_name, ...settings } = sent;
  return {
    ...{ patient_id: patientId, data_object_id, page_id, start: 0, end: 1 },
    modality_sources: [{ modality: montage_name, data_object_id }],
    ...{ pixel_count: pageLimits.minPixelCount, form: { ...settings, kind: "eeg_labels" } },
  } satisfies RenderModalities;
}

export function asTrendImagePage(sent: unknown): unknown {
  if (!trendImageShape.Check(sent)) return pageOf(sent);
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

export function asTrendLabelsPage(sent: unknown): unknown {
  if (!trendLabelsShape.Check(sent)) return pageOf(sent);
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
    const { settings_hash } = imageShape.Check(sent) || trendImageShape.Check(sent) ? sent : { settings_hash: "" };
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
