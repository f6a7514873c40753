import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { persystSettings } from "./stored.ts";

const context = { recording: {} as RecordingDetail };

it("opens as the specification says", () => {
  expect(persystSettings.read({}, context)).toEqual({
    ...{ montage: null, sensitivityMicroVolts: 10, LFF: 1, HFF: 30, notch: 60, isArtifactReductionEnabled: true },
    ...{ artifacts: "hide", viewDuration: 30_000, playbackSpeed: 1 },
  });
});

it("reads what it keeps, and nothing that is none of the choices", () => {
  const kept = { montage: { name: "Any montage" }, sensitivityMicroVolts: 7, LFF: null, HFF: 70, notch: null };
  const read = persystSettings.read({ ...kept, isArtifactReductionEnabled: false, viewDuration: 10_000 }, context);
  expect(read).toMatchObject({ ...kept, montage: "Any montage", isArtifactReductionEnabled: false });
  const odd = { montage: "Any montage", sensitivityMicroVolts: -1, LFF: 17, HFF: "30", viewDuration: 3 };
  expect(persystSettings.read(odd, context)).toEqual(persystSettings.read({}, context));
});
