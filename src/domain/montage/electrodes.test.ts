import { describe, expect, it } from "vitest";
import { auxKindOf, auxRowKindOf, electrodeKey, isElectrode, mapElectrodes, sideOf, sideOfPair } from "./electrodes.ts";

describe("electrode names (algorithms.md 2.1)", () => {
  it.each([
    ["EEG Fp1-REF", "FP1"],
    ["EEG-Fp1-LE", "FP1"],
    [" fp1 ", "FP1"],
    ["Fp1-AVG", "FP1"],
    ["EEG T3-AR", "T7"],
    ["T4", "T8"],
    ["t5", "P7"],
    ["EEG T6-Ref", "P8"],
    ["Fp1.", "FP1"],
    ["C3..", "C3"],
    ["Oz..", "OZ"],
    ["EEG Fpz-Cz", "FPZ-CZ"],
  ])("reads %j as %s", (label, key) => expect(electrodeKey(label)).toBe(key));

  it("takes the first of channels with the same label and lets the server's mapping win", () => {
    expect(mapElectrodes(["Fp1", "Fp1", "X1"]).get("FP1")).toBe(0);
    expect(mapElectrodes(["Fp1", "Fp1", "X1"], { Fp1: "X1" }).get("FP1")).toBe(2);
  });

  it("finds REF through the mapping only", () => {
    expect(mapElectrodes(["REF", "Fp1"]).has("REF")).toBe(false);
    expect(mapElectrodes(["A1", "Fp1"], { REF: "A1" }).get("REF")).toBe(0);
  });
});

describe("what is recorded beside EEG", () => {
  it.each([
    ["ECG", "body"],
    ["EKG1", "body"],
    ["ECG L", "body"],
    ["ECG_II", "body"],
    ["EEG ECG-REF", "body"],
    ["EMG Chin", "body"],
    ["LEOG", "body"],
    ["EOG-L", "body"],
    ["Resp nasal", "body"],
    ["THO", null],
    ["thorax", "body"],
    ["Status", "technical"],
    ["DC03", "technical"],
    ["AUX2", "technical"],
    ["DIF1", "technical"],
    ["STI 014", "technical"],
    ["X1", null],
    ["LEFT", null],
    ["GD002R17h1", null],
    ["Fp1", null],
    ["EEG C3-M2", null],
  ])("takes %s for %s", (label, kind) => expect(auxKindOf(label)).toBe(kind));

  it("knows electrodes and pairs of them, however they are written", () => {
    expect(["Fp1", "EEG T3-REF", "Fc5.", "C3-A2", "Iz.."].every(isElectrode)).toBe(true);
    expect(["ECG", "X1", "LA1", "C3-A2-A1", ""].some(isElectrode)).toBe(false);
  });
});

describe("sides", () => {
  it.each([
    ["Fp1", "left"],
    ["EEG T4-REF", "right"],
    ["Cz", "mid"],
    ["FC6.", "right"],
    ["ECG", "aux"],
    ["EMG Chin", "aux"],
    ["SaO2", "aux"],
    ["EEG C3-M2", "left"],
    ["EEG Fp2-M1", "right"],
    ["EEG Fpz-Cz", "mid"],
    ["EEG F3-C3", "left"],
    ["POL LA1", "mid"],
    ["GD002R17h1", "mid"],
  ])("puts %s to %s", (label, side) => expect(sideOf(label)).toBe(side));

  it.each([
    ["Fp1", "F7", "left"],
    ["Fp1", "Fp2", "mid"],
    ["F3", "Fz", "left"],
    ["Fz", "F4", "right"],
    ["Fz", "Cz", "mid"],
    ["O2", "", "right"],
  ])("puts %s-%s to %s", (first, second, side) => expect(sideOfPair(first, second)).toBe(side));
});

describe("kinds of auxiliary rows", () => {
  it.each([
    ["ECG", "ecg"],
    ["EKG 2", "ecg"],
    ["ECG_L", "ecg"],
    ["EOG Pos8-M1", "eog"],
    ["HEOG", "eog"],
    ["LOC", "eog"],
    ["EMG submental", "emg"],
    ["Chin1", "emg"],
    ["LEG_L", "emg"],
    ["Resp oro-nasal", "other"],
    ["SaO2", "other"],
    ["DC3", "other"],
    ["Local", "other"],
  ])("%s is %s", (label, kind) => expect(auxRowKindOf(label)).toBe(kind));
});
