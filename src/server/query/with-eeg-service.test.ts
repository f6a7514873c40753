import { expect, it } from "vitest";
import { asImagePage, asLabelsPage } from "./with-eeg-service.ts";

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
