import { expect, it } from "vitest";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { slowPotentialsOf } from "../../../../domain/montage/prefilter.ts";
import { asInMontage } from "../../../../domain/montage/row-arrangement.ts";
import type { Channel, RecordingDetail } from "../../../../protocol/recordings.ts";
import { createMontageLibrary, withoutAux } from "../../rows/drawn.ts";
import { rowPrefilters, searchedOf } from "./searched.ts";

const channel = (label: string, change: Partial<Channel> = {}) => ({
  ...{ label, unit: "uV", is_uncalibrated: false, prefilter: "HP:DC" },
  ...change,
});

function drawnOf(channels: readonly object[], montage: number): Drawn {
  const recording = {
    groups: [{ modality: "EEG", kind: "eeg", sampling_hz: 256, channels }],
  } as unknown as RecordingDetail;
  return withoutAux(createMontageLibrary(recording).drawn(montage, asInMontage) as Drawn);
}

it("searches pairs of scalp electrodes with the scalp's threshold, by their names", () => {
  const found = searchedOf(
    drawnOf(
      ["Fz", "Cz", "Pz", "ECG"].map((label) => channel(label)),
      6,
    ),
  );
  expect(found?.form).toMatchObject({
    ...{ kind: "events", analytic: "auto_sd_detection", calculationPeriodMs: 1_800_000, threshold_uv: 100 },
    channels: ["Fz-Cz", "Cz-Pz"],
    derivations: [
      { first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } },
      { first: { kind: "channel", index: 1 }, second: { kind: "channel", index: 2 } },
    ],
  });
});

it("searches strips with the usual threshold, and leaves out what is no calibrated voltage and no EEG", () => {
  const drawn = drawnOf(
    [
      channel("D1"),
      channel("D2", { is_uncalibrated: true }),
      channel("ECG"),
      channel("D3", { unit: "" }),
      channel("D4"),
    ],
    -1,
  );
  expect(drawn.channels.map(({ name, row }) => [name, row])).toEqual([
    ["D1", 0],
    ["D2", 1],
    ["D3", 2],
    ["D4", 3],
  ]);
  const found = searchedOf(drawn);
  expect([found?.thresholdUv, found?.form.channels]).toEqual([500, ["D1", "D4"]]);
  expect(found?.form.derivations?.map(({ first }) => first)).toEqual([
    { kind: "channel", index: 0 },
    { kind: "channel", index: 4 },
  ]);
  expect(searchedOf(drawn)).toBe(found);
});

it("searches nothing where no row is there", () => {
  expect(searchedOf(drawnOf([channel("D1"), channel("D2")], 6))).toBeNull();
});

it("takes the worst that the electrodes of a row say of their own high-pass", () => {
  const drawn = drawnOf(
    [
      channel("Fz"),
      channel("Cz", { prefilter: "HP:0.5Hz" }),
      channel("Pz", { prefilter: "" }),
      channel("F3"),
      channel("C3", { prefilter: "" }),
    ],
    6,
  );
  const rows = drawn.channels.filter(({ missing }) => missing.length === 0);
  expect(rows.map(({ name }) => name)).toEqual(["F3-C3", "Fz-Cz", "Cz-Pz"]);
  expect(slowPotentialsOf(rowPrefilters(drawn, rows))).toEqual({ forbidden: [1, 2], highestHz: 0.5, unknown: [0] });
});
