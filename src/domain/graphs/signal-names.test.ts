import { describe, expect, it } from "vitest";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { SignalName } from "./graph.ts";
import { chosenName, isSameUnit, resolveSignal, titleOfSignal } from "./signal-names.ts";

type Named = [label: string, unit: string];
const group = (modality: string, channels: Named[], kind: SignalGroup["kind"] = "waveform", sampling_hz = 125) =>
  ({ modality, kind, sampling_hz, channels: channels.map(([label, unit]) => ({ label, unit })) }) as SignalGroup;
const one = (label: string, unit: string) => group(`${label}_na`, [[label, unit]]);
const recording = (...groups: SignalGroup[]) => ({ groups });
const named = (dataKey: string, rawDataKey = ""): SignalName => ({
  dataSource: "current_patient",
  dataKey,
  rawDataKey,
});
/** Where it was found, the candidates, or what else there is to say. */
function said(groups: SignalGroup[], name: SignalName): string {
  const found = resolveSignal({ groups }, name);
  if (found.kind === "found") return `${found.place.modality}/${found.place.channel}`;
  if (found.kind === "several") return found.candidates.map((at) => `${at.modality}/${at.channel}`).join(" or ");
  return found.kind === "unit" ? `${found.place.label} in ${found.place.unit}, not ${found.expected}` : found.kind;
}

describe("a signal by its label", () => {
  const groups = [
    group(
      "EEG",
      [
        ["EEG Fp1-REF", "uV"],
        ["P3..", "uV"],
      ],
      "eeg",
    ),
    one("HR", "bpm"),
  ];

  it("is the channel that is called so, whatever its case and padding", () => {
    expect(said(groups, named("HR"))).toBe("HR_na/0");
    expect(said(groups, named("hr"))).toBe("HR_na/0");
    expect(said(groups, named("P3"))).toBe("EEG/1");
    expect(said(groups, named("Fp1-REF"))).toBe("EEG/0");
    expect(said(groups, named("RESP"))).toBe("lacking");
    expect(said(groups, named(""))).toBe("lacking");
  });

  it("may be called like what every object has", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(said(groups, named(name))).toBe("lacking");
      expect(said([...groups, one(name, "bpm")], named(name))).toBe(`${name}_na/0`);
    }
  });

  it("is no other one whose name differs in a sign", () => {
    const depth = [
      group(
        "EEG",
        [
          ["A1", "uV"],
          ["DIF-", "uV"],
          ["A12", "uV"],
        ],
        "eeg",
      ),
    ];
    for (const label of ["A'1", "DIF+", "A1-2"]) expect(said(depth, named(label))).toBe("lacking");
    expect(said(depth, named("a1"))).toBe("EEG/0");
  });

  it("may be the group's name; of a group of several channels it is asked which", () => {
    expect(said(groups, named("HR_na"))).toBe("HR_na/0");
    expect(said(groups, named("EEG"))).toBe("EEG/0 or EEG/1");
  });

  it("is asked for where several are called so, unless the group says which", () => {
    const twice = [one("SpO2", "%"), group("SpO2_na_Numeric", [["SpO2", "%"]], "numeric", 1)];
    expect(said(twice, named("SpO2"))).toBe("SpO2_na/0 or SpO2_na_Numeric/0");
    expect(said(twice, named("SpO2", "SpO2_na_Numeric"))).toBe("SpO2_na_Numeric/0");
    // Another patient's file has no such group.
    expect(said([one("SpO2", "%")], named("SpO2", "SpO2_na_Numeric"))).toBe("SpO2_na/0");
    expect(said([one("spo2", "%"), one("SpO2", "%")], named("SpO2"))).toBe("SpO2_na/0");
  });
});

describe("a default modality", () => {
  it.each([
    ["ABP_na", "ABP", "mmHg"],
    ["ABP_na", "ART", "mmHg"],
    ["ABP_na", "ART 1", "mm Hg"],
    ["ABP_na", "AO", "mmHg"],
    ["ABP_na", "AoM", "mmHg"],
    ["ABP_na", "ABP Mean", "mmHg"],
    ["ICP_na", "ICP", "mmHg"],
    ["ICP_na", "IC1", "mmHg"],
    ["ICP_na", "ICP2", "MMHG"],
    ["stO2_na", "StO2", "%"],
    ["stO2_na", "rSO2", "%"],
    ["stO2_na", "SctO2 L", "%"],
    ["stO2_na", "NIRS1", "percent"],
  ])("%s is found by the name %s in %s", (modality, label, unit) => {
    expect(said([one("HR", "bpm"), one(label, unit)], named(modality))).toBe(`${label}_na/0`);
  });

  it.each([
    ["ABP_na", "ABPs"],
    ["ABP_na", "ART-D"],
    ["ABP_na", "CVP"],
    ["ICP_na", "ICPd"],
    ["stO2_na", "SpO2"],
  ])("%s is not %s", (modality, label) => {
    expect(said([one(label, modality === "stO2_na" ? "%" : "mmHg")], named(modality))).toBe("lacking");
  });

  it("is no systolic or diastolic value, whatever the group is called", () => {
    for (const label of ["ABPd", "ABP Sys", "ARTs"])
      expect(said([group("ABP_na", [[label, "mmHg"]])], named("ABP_na"))).toBe("lacking");
    expect(
      said(
        [
          group("ABP_na", [
            ["ABPd", "mmHg"],
            ["ABPm", "mmHg"],
          ]),
        ],
        named("ABP_na"),
      ),
    ).toBe("ABP_na/1");
  });

  it("goes by the surest name there is: the group, the plain label, a synonym, a mean", () => {
    const all = [one("AoM", "mmHg"), one("ART", "mmHg"), group("P", [["ABP", "mmHg"]]), one("ABP", "mmHg")];
    expect(said(all, named("ABP_na"))).toBe("ABP_na/0");
    expect(said(all.slice(0, 3), named("ABP_na"))).toBe("P/0");
    expect(said(all.slice(0, 2), named("ABP_na"))).toBe("ART_na/0");
    expect(said(all.slice(0, 1), named("ABP_na"))).toBe("AoM_na/0");
  });

  it("is asked for where several fit equally, and the choice is kept for this file and others", () => {
    const both = [one("ART", "mmHg"), one("AO", "mmHg")];
    expect(said(both, named("ABP_na"))).toBe("ART_na/0 or AO_na/0");
    const found = resolveSignal({ groups: both }, named("ABP_na"));
    const place = found.kind === "several" ? found.candidates[1] : null;
    if (place === null) throw new Error("nothing was asked");
    const chosen = chosenName({ groups: both }, named("ABP_na"), place);
    expect(chosen).toEqual(named("ABP_na", "AO_na"));
    expect(said(both, chosen)).toBe("AO_na/0");
    expect(said([one("ABP", "mmHg")], chosen)).toBe("ABP_na/0");
    const sides = [
      group("NIRS", [
        ["rSO2 L", "%"],
        ["rSO2 R", "%"],
      ]),
    ];
    const right = resolveSignal({ groups: sides }, named("stO2_na"));
    if (right.kind !== "several") throw new Error("nothing was asked");
    expect(chosenName({ groups: sides }, named("stO2_na"), right.candidates[1])).toEqual(named("rSO2 R", "NIRS"));
  });

  it("is always asked for where the name may mean something else", () => {
    const groups = [group("EEG", [["P1", "uV"]], "eeg"), one("P1", "mmHg")];
    expect(said(groups, named("ABP_na"))).toBe("P1_na/0");
    expect(resolveSignal(recording(...groups), named("ABP_na")).kind).toBe("several");
    expect(resolveSignal(recording(...groups), named("ABP_na", "P1_na")).kind).toBe("found");
    expect(said(groups, named("ICP_na"))).toBe("lacking");
  });

  it("does not fit in another unit, and is not looked for among voltages", () => {
    expect(said([one("ABP", "uV")], named("ABP_na"))).toBe("ABP in uV, not mmHg");
    expect(said([one("ABP", "")], named("ABP_na"))).toBe("ABP in , not mmHg");
    expect(said([one("ABP", "kPa"), one("ART", "mmHg")], named("ABP_na"))).toBe("ART_na/0");
    expect(said([group("EEG", [["AO", "uV"]], "eeg")], named("ABP_na"))).toBe("lacking");
    expect(said([one("P1", "V")], named("ABP_na"))).toBe("lacking");
  });

  it("has a title where it is not found", () => {
    expect(titleOfSignal(named("stO2_na"))).toBe("StO2");
    expect(titleOfSignal(named("EEG Fp1-REF"))).toBe("Fp1-REF");
  });
});

it("units are one whatever their spelling", () => {
  expect(isSameUnit("mmHg", "mm Hg")).toBe(true);
  expect(isSameUnit("%", "percent")).toBe(true);
  expect(isSameUnit("bpm", "bpm")).toBe(true);
  expect(isSameUnit("mmHg", "%")).toBe(false);
});
