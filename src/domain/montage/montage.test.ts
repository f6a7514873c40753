import { describe, expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { scalpElectrodes } from "./electrodes.ts";
import { chooseMontage, groupFor, montagesOf, openingMontageId, pairNamed, resolveMontage } from "./montage.ts";
import { laplacianNeighbours, standardMontages } from "./standard-montages.ts";

const group = (labels: readonly string[], over: Partial<SignalGroup> = {}): SignalGroup => ({
  modality: "EEG",
  kind: "eeg",
  sampling_hz: 256,
  sample_count: 2560,
  sample_type: "int16",
  missing_code: null,
  channels: labels.map((label, source_index) => ({
    source_index,
    label,
    unit: "uV",
    gain: 1,
    offset: 0,
    is_uncalibrated: false,
    prefilter: "",
    transducer: "",
  })),
  segments: [{ first: 0, count: 2560, start_ms: 0 }],
  ...over,
});
const recording = (...groups: SignalGroup[]) => ({ groups }) as unknown as RecordingDetail;
const montage = (id: number) => {
  const found = standardMontages.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no montage ${id}`);
  return found;
};
const names = (id: number) => montage(id).chains.map((chain) => chain.map((c) => `${c.first}-${c.second}`).join(" "));

describe("Standard montages (algorithms.md 2.2)", () => {
  it("names nine of them", () => {
    expect(standardMontages.map(({ id, name }) => `${id} ${name}`)).toEqual([
      "1 Longitudinal bipolar (double banana)",
      "2 Transverse bipolar",
      "3 Referential (as recorded)",
      "4 Average reference",
      "5 Cz reference",
      "6 SD longitudinal",
      "7 Laplacian",
      "8 Circumferential",
      "9 Reduced ICU",
    ]);
  });

  it("holds the listed number of channels", () => {
    const counts = standardMontages.map(({ chains }) => chains.flat().length);
    expect(counts).toEqual([18, 18, 19, 19, 18, 18, 19, 10, 8]);
  });

  it("lists the double banana in reading order", () => {
    expect(names(1)).toEqual([
      "Fp1-F7 F7-T7 T7-P7 P7-O1",
      "Fp2-F8 F8-T8 T8-P8 P8-O2",
      "Fp1-F3 F3-C3 C3-P3 P3-O1",
      "Fp2-F4 F4-C4 C4-P4 P4-O2",
      "Fz-Cz Cz-Pz",
    ]);
  });

  it("knows neighbours of all 19 electrodes, each a neighbour of its neighbours (2.3)", () => {
    expect([...laplacianNeighbours.keys()].toSorted()).toEqual([...scalpElectrodes].toSorted());
    for (const others of laplacianNeighbours.values())
      for (const other of others) expect(scalpElectrodes).toContain(other);
  });
});

it("knows pairs by labels and by electrodes, with dashes in either name", () => {
  const of = (text: string) => pairNamed(text, group(["EEG Fp1-REF", "F7", "T3-LE", "X-1", "X"]));
  const channel = (index: number) => ({ kind: "channel", index });
  for (const text of ["Fp1-F7", "EEG Fp1-REF-F7", "EEG Fp1-F7", " fp1 - f7 "])
    expect([text, of(text)]).toEqual([text, { first: channel(0), second: channel(1) }]);
  expect(of("T7-REF")).toEqual({ first: channel(2), second: { kind: "zero" } });
  expect(of("X-1-X")).toEqual({ first: channel(3), second: channel(4) });
  expect(of("F7")).toEqual({ first: channel(1), second: { kind: "zero" } });
  expect(of("F7-AVG")).toEqual({ first: channel(1), second: { kind: "average", members: [0, 1, 2] } });
  for (const text of ["O1-F7", "F7-O1", "nothing", "-"])
    expect([text, of(text)]).toEqual([text, { first: { kind: "missing" }, second: { kind: "missing" } }]);
});

describe("resolving a montage", () => {
  it("derives first - second, through synonyms", () => {
    const drawn = resolveMontage(group(["EEG T3-REF", "EEG T5-REF"]), montage(1));
    const row = drawn.channels.findIndex(({ name }) => name === "T7-P7");
    expect(drawn.derivations[row]).toEqual({
      first: { kind: "channel", index: 0 },
      second: { kind: "channel", index: 1 },
    });
    expect(drawn.channels[row]).toMatchObject({ missing: [], side: "left", isNegativeUp: true, unit: "uV" });
  });

  it("flags what the file lacks and still loads", () => {
    const drawn = resolveMontage(group(["Fp1", "F3"]), montage(1));
    expect(drawn.channels.find(({ name }) => name === "Fp1-F3")?.missing).toEqual([]);
    expect(drawn.channels.find(({ name }) => name === "Fp1-F7")?.missing).toEqual(["F7"]);
    expect(drawn.channels.find(({ name }) => name === "P7-O1")?.missing).toEqual(["P7", "O1"]);
    expect(drawn.derivations).toHaveLength(18);
  });

  it("takes REF as zero and AVG as the mean of the scalp electrodes that are there", () => {
    const labels = ["Fp1", "ECG", "O2", "X1"];
    const f = resolveMontage(group(labels), montage(3));
    expect(f.derivations[f.channels.findIndex(({ name }) => name === "Fp1-REF")].second).toEqual({ kind: "zero" });
    const a = resolveMontage(group(labels), montage(4));
    expect(a.derivations[0].second).toEqual({ kind: "average", members: [0, 2] });
    expect(resolveMontage(group(["Fp1"]), montage(4)).derivations[0].second).toEqual({ kind: "missing" });
    expect(resolveMontage(group(["Fp1", "O1", "AVG"]), montage(4)).derivations[0].second).toEqual({
      kind: "channel",
      index: 2,
    });
  });

  it("needs every neighbour for LAP", () => {
    const labels = ["Fp1", "F3", "F7", "Fp2"];
    const full = resolveMontage(group(labels), montage(7));
    const row = full.channels.findIndex(({ name }) => name === "Fp1-LAP");
    expect(full.derivations[row].second).toEqual({ kind: "neighbours", members: [1, 2, 3] });
    const short = resolveMontage(group(labels.slice(0, 3)), montage(7));
    expect(short.derivations[row].second).toEqual({ kind: "missing" });
    expect(short.channels[row].missing).toEqual(["Fp2"]);
  });

  it("shows channels as recorded, in file order, auxiliary ones positive up", () => {
    const file = recording(group(["EEG Fp1-REF", "ECG", "EEG O2-REF"]));
    const recorded = montagesOf(file).find(({ type }) => type === "Recording");
    if (recorded === undefined) throw new Error("no recorded montage");
    const drawn = resolveMontage(file.groups[0], recorded);
    expect(drawn.channels.map(({ name, chain, isNegativeUp }) => [name, chain, isNegativeUp])).toEqual([
      ["Fp1-REF", 0, true],
      ["ECG", 1, false],
      ["O2-REF", 2, true],
    ]);
    expect(drawn.derivations[2]).toEqual({ first: { kind: "channel", index: 2 }, second: { kind: "zero" } });
  });

  it("puts ECG and other signals of the body at the foot of every Standard montage, and offers what it does not know", () => {
    const labels = [...scalpElectrodes, "ECG", "X1", "DC3", "EMG Chin", "A1", "AF7", "ECG 2"];
    for (const { id, chains } of standardMontages) {
      const own = chains.flat().length;
      const { channels, derivations } = resolveMontage(group(labels), montage(id));
      expect(channels.slice(0, own).every(({ isOffered, side }) => !isOffered && side !== "aux")).toBe(true);
      expect(channels.slice(own).map((row) => [row.id, row.name, row.side, row.chain, row.isNegativeUp])).toEqual([
        ["c19", "ECG", "aux", chains.length, false],
        ["c22", "EMG Chin", "aux", chains.length, false],
        ["c25", "ECG 2", "aux", chains.length, false],
        ["c20", "X1", "mid", chains.length + 1, true],
        ["c21", "DC3", "aux", chains.length + 1, false],
      ]);
      expect(channels.slice(own).map(({ isOffered }) => isOffered)).toEqual([false, false, false, true, true]);
      expect(channels.slice(own).map(({ kind }) => kind)).toEqual(["ecg", "emg", "ecg", "eeg", "other"]);
      expect(channels.slice(0, own).every(({ kind }) => kind === "eeg")).toBe(true);
      expect(derivations[own]).toEqual({ first: { kind: "channel", index: 19 }, second: { kind: "zero" } });
    }
  });

  it("writes names without the padding of BCI2000, and knows how the file writes them", () => {
    const file = recording(group(["Fc5.", "EEG Cz..", "..."]));
    const recorded = montagesOf(file).find(({ type }) => type === "Recording");
    if (recorded === undefined) throw new Error("no recorded montage");
    const { channels } = resolveMontage(file.groups[0], recorded);
    expect(channels.map(({ id, name, label }) => [id, name, label])).toEqual([
      ["c0", "Fc5", "Fc5."],
      ["c1", "Cz", "EEG Cz.."],
      ["c2", "...", "..."],
    ]);
  });

  it("flags uncalibrated inputs", () => {
    const file = group(["Fp1", "F7"]);
    file.channels[1].is_uncalibrated = true;
    const drawn = resolveMontage(file, montage(1));
    expect(drawn.channels[0]).toMatchObject({ name: "Fp1-F7", isUncalibrated: true });
  });
});

describe("which group and which montage", () => {
  it("reads the EEG group with the most scalp electrodes", () => {
    const file = recording(
      group(["A", "B", "C", "D"], { modality: "other" }),
      group(["Fp1", "F7"], { modality: "scalp" }),
      group([...scalpElectrodes], { modality: "wave", kind: "waveform" }),
    );
    expect(groupFor(file, montage(1))?.modality).toBe("scalp");
    expect(groupFor(recording(), montage(1))).toBeNull();
  });

  it("replaces a missing montage by the default, the first Standard one, the first (spec 001 section 4)", () => {
    const all = montagesOf(recording(group(["Fp1"])));
    expect(chooseMontage(all, 4)?.id).toBe(4);
    expect(chooseMontage(all, 77)?.id).toBe(1);
    expect(chooseMontage(all, null, 6)?.id).toBe(6);
    expect(chooseMontage(all.slice(1), null)?.id).toBe(2);
    expect(chooseMontage(all.slice(-1), null)?.id).toBe(-1);
    expect(chooseMontage([], null)).toBeUndefined();
  });

  it("opens what can hardly be derived as recorded", () => {
    expect(openingMontageId(recording(group(scalpElectrodes)))).toBe(1);
    expect(openingMontageId(recording(group(scalpElectrodes.filter((name) => !name.endsWith("z")))))).toBe(1);
    expect(openingMontageId(recording(group(["F3", "C3", "G1", "G2", "G3"])))).toBe(-1);
    expect(openingMontageId(recording(group(["LA1", "LA2"])))).toBe(-1);
    expect(openingMontageId(recording())).toBe(1);
  });
});

describe("sides of channels as recorded", () => {
  const sides = (labels: readonly string[]) => {
    const only = recording(group(labels));
    const recorded = montagesOf(only).find(({ type }) => type === "Recording");
    if (recorded === undefined) throw new Error("nothing is recorded");
    return resolveMontage(only.groups[0], recorded).channels.map(({ side }) => side);
  };
  const contacts = (letters: string, count: number) => Array.from({ length: count }, (_, k) => `${letters}${k + 1}`);

  it("are those of the sites, of wide caps too", () => {
    expect(sides(["A1", "A2", "M1", "C3", "C4", "FT11", "P12", "T10", "Cz"])).toEqual([
      "left",
      "right",
      "left",
      "left",
      "right",
      "left",
      "right",
      "right",
      "mid",
    ]);
  });

  it("are none where the same letters are numbered beyond any site: grids, depth electrodes, makers' numbers", () => {
    expect(new Set(sides([...contacts("A", 16), ...contacts("T", 16), ...contacts("I", 8)]))).toEqual(new Set(["mid"]));
    expect(sides(["A1-A2", "A2-A3", "EEG A3-REF", "C3", "ECG", "ECG16"])).toEqual([
      "mid",
      "mid",
      "mid",
      "left",
      "aux",
      "aux",
    ]);
  });
});
