/** Names of electrodes and how channel labels are matched to them (algorithms.md 2.1). */

/** Which half of the head a trace belongs to; decides its colour. "aux": ECG and other signals that are not EEG. */
export type Side = "left" | "right" | "mid" | "aux";

const synonyms: Record<string, string> = { T3: "T7", T4: "T8", T5: "P7", T6: "P8" };

/** The 19 scalp electrodes of the 10-20 system: the members of AVG. */
export const scalpElectrodes = [
  ...["Fp1", "Fp2", "F7", "F8", "F3", "F4", "Fz", "T7", "T8", "C3"],
  ...["C4", "Cz", "Pz", "P3", "P4", "P7", "P8", "O1", "O2"],
] as const;

/**
 * The key under which a name is looked up: upper case, one spelling per site. Drops a leading "EEG " or "EEG-", a
 * trailing "-REF", "-LE", "-AVG" or "-AR", and the dots with which BCI2000 pads its labels to four characters.
 */
export function electrodeKey(label: string): string {
  const bare = bareKey(label);
  return synonyms[bare] ?? bare;
}

/** As written, before synonyms. */
const bareKey = (label: string): string =>
  label
    .trim()
    .replace(/^EEG[ -]/i, "")
    .replace(/\.+$/, "")
    .replace(/-(REF|LE|AVG|AR)$/i, "")
    .replace(/\.+$/, "")
    .trim()
    .toUpperCase();

/** Electrode key -> index of its channel in the group. */
export type ElectrodeMap = ReadonlyMap<string, number>;

/**
 * Finds the channel of every electrode. `mapping` (electrode -> data name, from the server) wins over matching by name;
 * of channels with the same label the first is taken. REF is found through `mapping` only: an input that merely carries
 * that name is not what the others were recorded against.
 */
export function mapElectrodes(
  labels: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [electrode, dataName] of Object.entries(mapping)) {
    const index = labels.indexOf(dataName);
    if (index >= 0) found.set(electrodeKey(electrode), index);
  }
  labels.forEach((label, index) => {
    const key = electrodeKey(label);
    if (key !== "" && key !== "REF" && !found.has(key)) found.set(key, index);
  });
  return found;
}

/** Heart, eyes, muscles, breath: what is read beside EEG. A short suffix tells several apart ("ECG2", "EMG_L", "HEOG"). */
const bodySignal =
  /\b(?:(?:ECG|EKG|EMG|[LRHV]?EOG|CHIN|LEG|RESP|AIRFLOW|FLOW|SNORE|CHEST|PULSE|PLETH)_?\w{0,2}|ABD\w*|THOR\w*|LOC|ROC)\b/i;
/** Other inputs beside EEG: of unknown use, or marks of devices. */
const technical = /\b(?:SAO2|SPO2|TEMP|STATUS|TRIG\w*|MARKER|EVENT|DC\d*|STIM?|AUX\d*|DIFF?\d*)\b/i;
const site = /^(FP|AF|F|FT|FC|T|TP|C|CP|P|PO|O|I|N|A|M|FTT|TTP|FFC|FFT|CCP|CPP|PPO|POO|TPP|AFF|AFP)(Z|\d{1,2})H?$/;

const reference = /^[AM][12]$/;

/**
 * Side of one electrode or label: odd numbers left, even right, z midline. A label that is itself a pair ("C3-Cz") has the
 * side of the pair, that of its first electrode when the second is an ear or mastoid. Names of no known site are "mid".
 */
export function sideOf(name: string): Side {
  const key = electrodeKey(name);
  const [first, second, ...rest] = key.split("-").map((part) => part.trim());
  if (second !== undefined && rest.length === 0 && site.test(first) && site.test(second))
    return reference.test(second) ? sideOf(first) : sideOfPair(first, second);
  const match = site.exec(key);
  if (match === null) return auxKindOf(name) === null ? "mid" : "aux";
  if (match[2] === "Z") return "mid";
  return Number(match[2]) % 2 === 1 ? "left" : "right";
}

/** The highest number of a site behind its letters, of caps that go beyond the 10-10 system too ("FT11", "P12"). */
const highestNumber = (letters: string) => (/^(?:A|M|N|I|FP)$/.test(letters) ? 2 : 12);

/**
 * Labels that only look like sites: their letters are numbered beyond any site in the same recording ("A1" beside "A16": a grid, a
 * depth electrode, or the numbering of a cap's maker). Odd and even say nothing of a side there.
 */
export function contactsOfArrays(labels: readonly string[]): ReadonlySet<string> {
  const contacts = labels.flatMap((label) =>
    bareKey(label)
      .split("-")
      .flatMap((part) => {
        const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(part.trim()) ?? [];
        return letters === undefined ? [] : [{ label, letters, number: Number(number) }];
      }),
  );
  const arrays = new Set(
    contacts.filter((each) => each.number > highestNumber(each.letters)).map((each) => each.letters),
  );
  return new Set(contacts.filter(({ letters }) => arrays.has(letters)).map(({ label }) => label));
}

export type AuxKind = "body" | "technical";

/** What kind of auxiliary signal a label names; null: an electrode, or a name that says nothing. */
export function auxKindOf(label: string): AuxKind | null {
  if (isElectrode(label)) return null;
  if (bodySignal.test(label)) return "body";
  return technical.test(label) ? "technical" : null;
}

/** What a row shows beside EEG: heart, eyes, muscles; other: breath, pulse, and whatever else is no EEG. */
export const auxRowKinds = ["ecg", "eog", "emg", "other"] as const;
export type AuxRowKind = (typeof auxRowKinds)[number];
/** Kinds of rows that have a sensitivity of their own. */
export type RowKind = "eeg" | AuxRowKind;

const labelsOfKinds: readonly (readonly [AuxRowKind, RegExp])[] = [
  ["ecg", /\b(?:ECG|EKG)/i],
  ["eog", /\b(?:[LRHV]?EOG|LOC\b|ROC\b)/i],
  ["emg", /\b(?:EMG|CHIN|LEG)/i],
];

/** Kind of an auxiliary row by its label. */
export const auxRowKindOf = (label: string): AuxRowKind =>
  labelsOfKinds.find(([, pattern]) => pattern.test(label))?.[0] ?? "other";

/** The label is a site of the 10-5 system or a pair of two, however it is written. */
export function isElectrode(label: string): boolean {
  const parts = electrodeKey(label)
    .split("-")
    .map((part) => part.trim());
  return parts.length <= 2 && parts.every((part) => site.test(part));
}

/** Side of a pair: that of its lateral electrode; a pair that crosses the midline belongs to neither half. */
export function sideOfPair(first: string, second: string): Side {
  const a = sideOf(first);
  const b = sideOf(second);
  if (a === "aux" || b === "aux") return "aux";
  if (a === b || b === "mid") return a;
  return a === "mid" ? b : "mid";
}
