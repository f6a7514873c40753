import { describe, expect, it } from "vitest";
import { openingMontageId } from "../../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { usualEegProps } from "./props.ts";
import { eegSettings } from "./stored.ts";

const recording = { groups: [] } as unknown as RecordingDetail;
const usual = { ...usualEegProps(openingMontageId(recording)), viewDuration: 30_000, playbackSpeed: 1 };
const read = (props: Record<string, unknown>, version = 1) => readProps(eegSettings, { version, props }, { recording });

describe("settings of an EEG window in a document", () => {
  it("are those of a new window where nothing is said", () => {
    expect(read({})).toEqual(usual);
  });

  it("are read back as they were kept", () => {
    const kept = {
      ...usual,
      ...{ montage: 4, LFF: null, HFF: 70, notch: null, sensitivityMicroVolts: 5, emgSensitivityMicroVolts: 20 },
      ...{ viewDuration: 10_000, playbackSpeed: 100, longPages: "plain" },
      rows: { hidden: ["Fp1-AVG"], shown: ["c21"], order: ["c21"] },
    };
    expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    { montage: 77 },
    { montage: "4" },
    { LFF: 7 },
    { notch: "off" },
    { sensitivityMicroVolts: 12 },
    { viewDuration: 10 },
    { viewDuration: Number.NaN },
    { playbackSpeed: 3 },
    { rows: { hidden: ["a"], shown: "b", order: [] } },
    { rows: { hidden: [1], shown: [], order: [] } },
    { rows: null },
    { longPages: "dotted" },
  ])("that are not usable are as a new window has them: %j", (props) => {
    expect(read(props)).toEqual(usual);
  });

  it("name a montage by its id, or hold it whole", () => {
    const montage = { id: 1042, name: "Mine", channels: [{ first: "C3", second: "Cz" }], type: "Personal", userId: 1 };
    expect(read({ montage })).toEqual({ ...usual, montage: 1042 });
    for (const broken of [{}, { ...montage, id: "1042" }, [montage]]) expect(read({ montage: broken })).toEqual(usual);
  });

  it("keep a montage of a person by its id, and what a link brought of it", () => {
    const sent = { id: 1042, name: "theirs", channels: [{ first: "C3", second: "Cz", alias: "left" }] };
    expect(read({ montage: 1042 })).toEqual({ ...usual, montage: 1042 });
    expect(read({ montage: 1042, sentMontage: sent })).toEqual({ ...usual, montage: 1042, sentMontage: sent });
    const broken = [
      7,
      { ...sent, id: "1042" },
      { ...sent, name: "x".repeat(51) },
      { ...sent, channels: [{ first: "C3" }] },
      { ...sent, channels: [null] },
      { ...sent, channels: [{ first: "C3", second: "nothing" }] },
      { ...sent, channels: Array.from({ length: 23 }, () => sent.channels[0]) },
    ];
    for (const sentMontage of broken) expect(read({ sentMontage })).toEqual(usual);
  });

  it("of a later version are left alone", () => {
    expect(read({}, 2)).toBeNull();
    expect(read({}, 0)).toBeNull();
  });
});

it("takes props of old versions through every step to the present one", () => {
  const versioned = {
    version: 3,
    migrations: [
      ({ seconds, ...rest }: Record<string, unknown>) => ({ ...rest, ms: Number(seconds) * 1000 }),
      ({ ms, ...rest }: Record<string, unknown>) => ({ ...rest, viewDuration: ms }),
    ],
    read: ({ viewDuration }: Record<string, unknown>) => ({ viewDuration: Number(viewDuration) }),
  };
  const at = (version: number, props: Record<string, unknown>) =>
    readProps(versioned, { version, props }, { recording });
  expect(at(1, { seconds: 30 })).toEqual({ viewDuration: 30_000 });
  expect(at(2, { ms: 500 })).toEqual({ viewDuration: 500 });
  expect(at(3, { viewDuration: 7 })).toEqual({ viewDuration: 7 });
  expect(at(4, { viewDuration: 7 })).toBeNull();
});
