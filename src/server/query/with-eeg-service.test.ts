import { expect, it } from "vitest";
import { encodePage } from "../../protocol/page-codec.ts";
import { answeringImage, asImagePage, asLabelsPage, asTrendImagePage, asTrendLabelsPage } from "./with-eeg-service.ts";

const common = { patientId: "A", data_object_id: 1, page_id: 2, width: 50, height: 20 };

it("asks for an image whatever else an event says of its kind", () => {
  const image = {
    ...{ ...common, modality_source: { modality: "M", data_object_id: 1 }, start: 0, end: 1, offset_seconds: 0 },
    ...{ sensitivity: 10, notch: null, HFF: null, LFF: null, isArtifactReductionEnabled: false, settings_hash: "" },
  };
  expect(asImagePage({ ...image, kind: "samples" })).toMatchObject({ form: { kind: "eeg_image" } });
  expect(asLabelsPage({ ...common, montage_name: "M", kind: "columns" })).toMatchObject({
    form: { kind: "eeg_labels" },
  });
});

it("takes what the specification says of them alone: Off as 0, a hash of any kind, the flag by either name, 1 and 50 where they always are", () => {
  const { page_id: _page, ...about } = common;
  const image = {
    ...{ ...common, patientId: 7, modality_source: { modality: "M", data_object_id: 1 }, start: 0, end: 1 },
    ...{ sensitivity: 10, notch: 0, HFF: "Off", LFF: 1, settings_hash: 12 },
  };
  const form = { kind: "eeg_image", notch: null, HFF: null, LFF: 1, isArtifactReductionEnabled: true };
  expect(asImagePage(image)).toMatchObject({ patient_id: 7, form });
  const off = { form: { isArtifactReductionEnabled: false } };
  expect(asImagePage({ ...image, artifactReductionEnabled: false })).toMatchObject(off);
  expect(asImagePage({ ...image, isArtifactReductionEnabled: false })).toMatchObject(off);
  const nulls = { offset_seconds: null, isArtifactReductionEnabled: null, ratio: null, theme: null };
  expect(asImagePage({ ...image, ...nulls })).toEqual(asImagePage(image));
  expect(asImagePage({ ...image, start: null })).toEqual({ page_id: 2 });
  const trend = { ...common, modality: "P", start: 0, end: 1, settings_hash: 12 };
  expect(asTrendImagePage(trend)).toMatchObject({ form: { artifactReductionEnabled: false } });
  expect(asTrendImagePage({ ...trend, isArtifactReductionEnabled: true })).toMatchObject({
    form: { artifactReductionEnabled: true },
  });
  expect(asLabelsPage({ ...about, montage_name: "M" })).toMatchObject({ page_id: 1, form: { kind: "eeg_labels" } });
  expect(asTrendLabelsPage({ ...about, panel_name: "P" })).toMatchObject({ form: { label_width: 50 } });
});

it("tells the hash as it was sent", () => {
  const answers: unknown[] = [];
  const acknowledge = (answer: unknown) => void answers.push(answer);
  const block = { ...{ kind: "image", modality: "M", data_object_id: 1, sampling_hz: 1, segments: [], width: 1 } };
  const head = { start: 0, end: 1, blocks: [{ ...block, height: 1, data: new Uint8Array([1]) }] } as never;
  const pixels = encodePage(head);
  const sent = { ...common, modality: "P", start: 0, end: 1, settings_hash: 12 };
  const answer = answeringImage(sent, acknowledge) as (answer: object) => void;
  answer({ page_id: 2, data_object_id: 1, pixels, conversion_factor: 1, made_ms: 0 });
  expect(answers).toMatchObject([{ page_id: 2, settings_hash: 12, data_object_id: 1 }]);
});
