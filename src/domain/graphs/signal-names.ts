/**
 * Finds the channel that a display names (`SignalName`) in a recording. Names of monitors differ, so the default modalities of the
 * specification (spec 001 section 9) have synonyms, and their unit is checked. Where several fit a person is asked; nothing is guessed.
 */
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { bareLabel } from "../montage/montage.ts";
import type { SignalName } from "./graph.ts";

/** A channel of a group of a recording. */
export interface SignalPlace {
  readonly modality: string;
  /** Position in the group's `channels`. */
  readonly channel: number;
  readonly label: string;
  readonly unit: string;
  readonly samplingHz: number;
  readonly kind: SignalGroup["kind"];
}

export type ResolvedSignal =
  | { readonly kind: "found"; readonly place: SignalPlace }
  /** One of them, in the order of the file; also a single one that might be something else. */
  | { readonly kind: "several"; readonly candidates: readonly SignalPlace[] }
  | { readonly kind: "lacking" }
  /** Only a channel in another unit has the name; `expected` is the one it should have. */
  | { readonly kind: "unit"; readonly place: SignalPlace; readonly expected: string };

interface DefaultModality {
  /** What the screen says of it. */
  readonly title: string;
  readonly unit: string;
  readonly units: RegExp;
  /** Names (simplified), the surest first: the first line that fits something decides. */
  readonly names: readonly RegExp[];
  /** Names that also mean something else: always asked. */
  readonly unsure: RegExp | null;
}

const millimetres = /^mm\s*\[?hg\]?$/i;
const percent = /^(%|percent|pct)$/i;

/** A name is simplified to lower case letters and digits. */
const defaultModalities: Readonly<Record<string, DefaultModality>> = {
  ABP_na: {
    title: "ABP",
    unit: "mmHg",
    units: millimetres,
    names: [/^abp$/, /^(abp|art|ao|ibp|artbp|bpart)\d?$/, /^((abp|art|ao|ibp)\d?(m|mean)|map|meanabp|meanart)$/],
    unsure: /^p\d$/,
  },
  ICP_na: {
    title: "ICP",
    unit: "mmHg",
    units: millimetres,
    names: [/^icp$/, /^(icp|ic)\d?$/, /^((icp|ic)\d?(m|mean)|meanicp)$/],
    unsure: null,
  },
  stO2_na: {
    title: "StO2",
    unit: "%",
    units: percent,
    names: [/^sto2$/, /^(sto2|rso2|crso2|scto2|nirs)(ch)?(\d|l|r|left|right)?$/],
    unsure: null,
  },
};

/** Systolic and diastolic values (simplified): never taken for the pressure, whatever their group is called. */
const partOfPressure =
  /^(abp|art|ao|ibp|artbp|bpart|icp|ic|nbp|bp|p)\d?(s|sys|systolic|d|dia|diastolic)\d?$|^(sys|dia|systolic|diastolic)/;

export const defaultModalityNames: readonly string[] = Object.keys(defaultModalities);

/** What a name is called where the patient's own channel is not known: "ABP" of `ABP_na`, else the label. */
export const titleOfSignal = ({ dataKey }: SignalName): string =>
  defaultModalities[dataKey]?.title ?? bareLabel(dataKey);

/** Whether two units are one: spelling of mmHg and of percent differs between files. */
export function isSameUnit(a: string, b: string): boolean {
  return a === b || [millimetres, percent].some((unit) => unit.test(a.trim()) && unit.test(b.trim()));
}

/**
 * The channel of that name in the recording that `dataSource` means. The group it was chosen from (`rawDataKey`) goes before others where
 * the recording has it; a display that is opened for another patient finds the signal in whichever group holds it there.
 */
export function resolveSignal(recording: Pick<RecordingDetail, "groups">, name: SignalName): ResolvedSignal {
  const places = recording.groups.flatMap(placesOf);
  const { dataKey } = name;
  // Names come from files and people, "constructor" as well.
  const known = Object.hasOwn(defaultModalities, dataKey) ? defaultModalities[dataKey] : undefined;
  return known === undefined ? byLabel(places, name) : byModality(places, name, known);
}

/** The name that leads to this candidate from now on, and still to the same signal in the files of other patients. */
export function chosenName(
  recording: Pick<RecordingDetail, "groups">,
  name: SignalName,
  { modality, label, channel }: SignalPlace,
): SignalName {
  const kept = { ...name, rawDataKey: modality };
  const found = resolveSignal(recording, kept);
  const isIt = found.kind === "found" && found.place.modality === modality && found.place.channel === channel;
  return isIt ? kept : { ...kept, dataKey: label };
}

const placesOf = ({ modality, channels, sampling_hz, kind }: SignalGroup): SignalPlace[] =>
  channels.map(({ label, unit }, channel) => ({ modality, channel, label, unit, samplingHz: sampling_hz, kind }));

/** By the label letter by letter, then whatever its case and padding, then by the name of a group. */
function byLabel(places: readonly SignalPlace[], { dataKey, rawDataKey }: SignalName): ResolvedSignal {
  const bare = folded(dataKey);
  const tiers = [
    places.filter(({ label }) => label === dataKey),
    places.filter(({ label }) => bare !== "" && folded(label) === bare),
    places.filter(({ modality }) => modality === dataKey),
  ];
  return answer(
    tiers.find((tier) => tier.length > 0),
    rawDataKey,
  );
}

function byModality(
  places: readonly SignalPlace[],
  { dataKey, rawDataKey }: SignalName,
  { unit, units, names, unsure }: DefaultModality,
): ResolvedSignal {
  const others = places.filter(({ kind, label }) => kind !== "eeg" && !partOfPressure.test(simple(label)));
  const isNamed = (place: SignalPlace, name: RegExp) =>
    name.test(simple(place.label)) || name.test(simple(place.modality.replace(/_na(_.*)?$/, "")));
  const fits = (place: SignalPlace) => units.test(place.unit.trim());
  const named = [
    others.filter(({ modality, label }) => modality === dataKey || label === dataKey),
    ...names.map((name) => others.filter((place) => isNamed(place, name))),
  ];
  const chosen = named.flat().filter((place) => place.modality === rawDataKey && fits(place));
  if (chosen.length > 0) return answer([...new Set(chosen)], rawDataKey);
  const tier = named.map((all) => all.filter(fits)).find((all) => all.length > 0);
  if (tier !== undefined) return answer(tier, rawDataKey);
  const perhaps = unsure === null ? [] : others.filter((place) => isNamed(place, unsure) && fits(place));
  const meant = perhaps.filter(({ modality }) => modality === rawDataKey);
  if (meant.length === 1) return { kind: "found", place: meant[0] };
  if (perhaps.length > 0) return { kind: "several", candidates: perhaps };
  const wrong = named.flat()[0];
  return wrong === undefined ? { kind: "lacking" } : { kind: "unit", place: wrong, expected: unit };
}

function answer(found: readonly SignalPlace[] | undefined, rawDataKey: string): ResolvedSignal {
  if (found === undefined) return { kind: "lacking" };
  const meant = found.filter(({ modality }) => modality === rawDataKey);
  const candidates = meant.length > 0 ? meant : found;
  return candidates.length === 1 ? { kind: "found", place: candidates[0] } : { kind: "several", candidates };
}

/** Without case and spaces: signs tell channels apart (A'1 and A1, DIF+ and DIF-). */
const folded = (label: string) => bareLabel(label).toLowerCase().replace(/\s+/g, "");
const simple = (label: string) => label.toLowerCase().replace(/[^a-z0-9]/g, "");
