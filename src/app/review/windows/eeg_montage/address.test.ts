import { expect, it } from "vitest";
import { openingMontageId } from "../../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { reviewSearch } from "../../../shell/review-search.ts";
import { addressOf, wantedSettings } from "./address.ts";
import { usualEegProps } from "./props.ts";

const recording = { groups: [] } as unknown as RecordingDetail;
const opening = usualEegProps(openingMontageId(recording));

it("says what is not as the window opens, and reads it back", () => {
  const chosen = {
    ...{ montage: 4, LFF: null, HFF: 70, notch: null, sensitivityMicroVolts: 5 },
    ...{ auxLFF: 1, auxHFF: null, ecgSensitivityMicroVolts: 500, eogSensitivityMicroVolts: 7 },
    ...{ emgSensitivityMicroVolts: 20, artifacts: "show" as const, otherSensitivityMicroVolts: 1000 },
    rows: { hidden: ["Fp1-AVG", "c19"], shown: ["c21"], order: ["c21", "Fp1-AVG"] },
    ...{ sentMontage: null, longPages: "plain" as const },
  };
  const addressed = addressOf(chosen, recording);
  expect(addressed).toEqual({
    ...{ montage: 4, lff: "off", hff: 70, notch: "off", sensitivity: 5 },
    ...{ auxLff: 1, auxHff: "off", ecgSensitivity: 500, eogSensitivity: 7, emgSensitivity: 20, otherSensitivity: 1000 },
    ...{ longPages: "plain", hidden: "Fp1-AVG,c19", shown: "c21", order: "c21,Fp1-AVG" },
  });
  expect(reviewSearch({ ...addressed })).toEqual(addressed);
  expect({ ...opening, ...wantedSettings(addressed) }).toEqual(chosen);
});

it("says nothing of what is as the window opens", () => {
  expect(Object.values(addressOf(opening, recording)).filter((value) => value !== undefined)).toEqual([]);
  expect(wantedSettings({ sensitivity: 20 })).toEqual({ sensitivityMicroVolts: 20 });
});
