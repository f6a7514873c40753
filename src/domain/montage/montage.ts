/** From a montage and a signal group to what is drawn: derivations, names, flags (algorithms.md 2.1). */
import type { Derivation, Term } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { rateText } from "../rate-text.ts";
import { amplifiers, electrodeMap } from "./electrode-map.ts";
import {
  auxKindOf,
  auxRowKindOf,
  contactsOfArrays,
  type ElectrodeMap,
  electrodeKey,
  isElectrode,
  mapElectrodes,
  type RowKind,
  type Side,
  scalpElectrodes,
  sideOf,
  sideOfPair,
} from "./electrodes.ts";
import {
  defaultMontageId,
  laplacianNeighbours,
  type Montage,
  type MontageChannel,
  standardMontages,
} from "./standard-montages.ts";

export interface DrawnChannel {
  /** Names the row among those of its montage: the pair, or the channel of the group ("c19"), the same in every montage. */
  readonly id: string;
  /** Alias, or "first - second" written without blanks; the label itself for channels shown as recorded. */
  readonly name: string;
  /** What the file calls it; null for what is derived. */
  readonly label: string | null;
  readonly side: Side;
  /** "eeg" unless the side is "aux". */
  readonly kind: RowKind;
  /** Position of its chain from the top; rows of one chain stand together. */
  readonly chain: number;
  /** Electrodes the recording lacks: the row stays empty and its label is flagged. */
  readonly missing: readonly string[];
  /** An input has unusable calibration limits: its values are shown as stored. */
  readonly isUncalibrated: boolean;
  /** Unit of the drawn values, "uV" for voltages. */
  readonly unit: string;
  /** EEG is drawn negative up, ECG and other auxiliary channels (side "aux") positive up. */
  readonly isNegativeUp: boolean;
  /** Not part of the montage: drawn only when it is asked for. */
  readonly isOffered: boolean;
}

export interface DrawnMontage {
  /** One for each channel. */
  readonly derivations: Derivation[];
  readonly channels: readonly DrawnChannel[];
}

/** Ids of the "As recorded" montages are negative: -1 for the first EEG group, -2 for the second. */
const recordedId = (position: number) => -1 - position;

/** The word EEG says nothing on this page, nor do the dots with which BCI2000 pads its labels: they take room of the name. */
export const bareLabel = (label: string) => label.replace(/^EEG[ -](?=\S)/i, "").replace(/(?<=[^.])\.+$/, "");

/** A montage that shows every channel of a group as the file holds it. */
function recordedMontage(group: SignalGroup, position: number, isOnly: boolean): Montage {
  const chains: MontageChannel[][] = [];
  let wasAux: boolean | undefined;
  for (const { label } of group.channels) {
    const isAux = sideOf(label) === "aux";
    if (isAux !== wasAux) chains.push([]);
    wasAux = isAux;
    chains[chains.length - 1].push({ first: label, second: "REF", alias: bareLabel(label) });
  }
  const suffix = isOnly ? "" : ` · ${rateText(group.sampling_hz)} Hz`;
  return {
    id: recordedId(position),
    name: `As recorded (all channels)${suffix}`,
    type: "Recording",
    chains,
    modality: group.modality,
  };
}

const eegGroups = (recording: RecordingDetail) => recording.groups.filter((group) => group.kind === "eeg");

/** The montages a recording can be read in, Standard ones first. */
export function montagesOf(recording: RecordingDetail): Montage[] {
  const groups = eegGroups(recording);
  return [...standardMontages, ...groups.map((group, k) => recordedMontage(group, k, groups.length === 1))];
}

/** Name of an electrode -> label of its channel, of what montages read of a recording (spec 001 section 7, "Montage mapping"). */
export function electrodeMapping(recording: RecordingDetail): Record<string, string> {
  const labels = groupFor(recording, standardMontages[0])?.channels.map(({ label }) => label) ?? [];
  const found = mapElectrodes(labels);
  const inputs = new Set(amplifiers.flatMap((each) => electrodeMap(each).map(({ id }) => id)));
  return Object.fromEntries(
    [...inputs].flatMap((id) => {
      const index = found.get(electrodeKey(id));
      return index === undefined ? [] : [[id, labels[index]]];
    }),
  );
}

/** Scalp electrodes among a group's channels. */
const electrodeCount = (group: SignalGroup) => {
  const found = mapElectrodes(group.channels.map(({ label }) => label));
  return scalpElectrodes.filter((name) => found.has(electrodeKey(name))).length;
};

/**
 * The signal group a montage reads: its own, or the EEG group with the most scalp electrodes (then the most channels).
 * Inputs of other rates are never mixed in (algorithms.md 2.1). Null when the recording holds no EEG.
 */
export function groupFor(recording: RecordingDetail, montage: Montage): SignalGroup | null {
  const groups = eegGroups(recording);
  if (montage.modality !== undefined) return groups.find(({ modality }) => modality === montage.modality) ?? null;
  const ranked = groups.toSorted(
    (a, b) => electrodeCount(b) - electrodeCount(a) || b.channels.length - a.channels.length,
  );
  return ranked[0] ?? null;
}

/**
 * Turns a montage into derivations of the group's channels, in the order they stand on the screen. At the foot of Standard
 * montages stand the group's ECG and other signals of the body, in a chain of their own; then, only offered, what is neither
 * that nor an electrode.
 */
export function resolveMontage(
  group: SignalGroup,
  montage: Montage,
  mapping: Readonly<Record<string, string>> = {},
): DrawnMontage {
  const derivations: Derivation[] = [];
  const channels: DrawnChannel[] = [];
  const electrodes = mapElectrodes(
    group.channels.map(({ label }) => label),
    mapping,
  );
  const ofArrays = contactsOfArrays(group.channels.map(({ label }) => label));
  montage.chains.forEach((chain, chainIndex) => {
    for (const channel of chain) {
      const isRecorded = montage.type === "Recording";
      const derivation: Derivation = isRecorded
        ? { first: { kind: "channel", index: channels.length }, second: { kind: "zero" } }
        : { first: termOf(channel.first, electrodes), second: secondTerm(channel, electrodes) };
      derivations.push(derivation);
      const id = isRecorded ? `c${channels.length}` : `${channel.first}-${channel.second}`;
      channels.push({
        ...drawnChannel(channel, { derivation, electrodes, ofArrays, group, chainIndex, isRecorded }),
        id,
      });
    }
  });
  if (montage.type === "Recording") return { derivations, channels };
  const isUsed = new Set(channels.flatMap(({ id }) => id.split("-")).map(electrodeKey));
  const others = group.channels
    .map(({ label }, index) => ({ label, index, kind: auxKindOf(label) }))
    .filter(({ label }) => !isElectrode(label) && !isUsed.has(electrodeKey(label)));
  for (const isOffered of [false, true])
    for (const { label, index } of others.filter(({ kind }) => (kind !== "body") === isOffered)) {
      const derivation: Derivation = { first: { kind: "channel", index }, second: { kind: "zero" } };
      const channel = { first: label, second: "REF", alias: bareLabel(label) };
      const chainIndex = montage.chains.length + Number(isOffered);
      const row = drawnChannel(channel, { derivation, electrodes, ofArrays, group, chainIndex, isRecorded: true });
      derivations.push(derivation);
      channels.push({ ...row, id: `c${index}`, isOffered });
    }
  return { derivations, channels };
}

/** The pair that a text "first-second" names, by labels of channels or by electrodes; either name may hold a dash itself. */
export function pairNamed(text: string, { channels }: SignalGroup): Derivation {
  const labels = channels.map(({ label }) => label);
  const electrodes = mapElectrodes(labels);
  const known = (name: string): Term => {
    const index = labels.indexOf(name);
    return index < 0 ? termOf(name, electrodes) : { kind: "channel", index };
  };
  const whole = labels.indexOf(text);
  if (whole >= 0) return { first: { kind: "channel", index: whole }, second: { kind: "zero" } };
  const pairs = [...text.matchAll(/-/g)].map(({ index }) => ({
    first: known(text.slice(0, index).trim()),
    second: known(text.slice(index + 1).trim()),
  }));
  const isWhole = ({ first, second }: Derivation) => first.kind !== "missing" && second.kind !== "missing";
  return pairs.find(isWhole) ?? { first: { kind: "missing" }, second: { kind: "missing" } };
}

function termOf(name: string, electrodes: ElectrodeMap): Term {
  const key = electrodeKey(name);
  const index = electrodes.get(key);
  if (index !== undefined) return { kind: "channel", index };
  if (key === "REF") return { kind: "zero" };
  if (key !== "AVG") return { kind: "missing" };
  const members = indexesOf(scalpElectrodes, electrodes);
  return members.length < 2 ? { kind: "missing" } : { kind: "average", members };
}

function secondTerm({ first, second }: MontageChannel, electrodes: ElectrodeMap): Term {
  if (second !== "LAP") return termOf(second, electrodes);
  const neighbours = neighboursOf(first);
  const members = indexesOf(neighbours, electrodes);
  return neighbours.length === 0 || members.length < neighbours.length
    ? { kind: "missing" }
    : { kind: "neighbours", members };
}

const neighboursOf = (first: string) => laplacianNeighbours.get(first) ?? [];

const indexesOf = (names: readonly string[], electrodes: ElectrodeMap) =>
  names.map((name) => electrodes.get(electrodeKey(name))).filter((index) => index !== undefined);

function drawnChannel(
  channel: MontageChannel,
  context: {
    derivation: Derivation;
    electrodes: ElectrodeMap;
    /** Labels that name no sites (`contactsOfArrays`). */
    ofArrays: ReadonlySet<string>;
    group: SignalGroup;
    chainIndex: number;
    isRecorded: boolean;
  },
): Omit<DrawnChannel, "id"> {
  const { derivation, electrodes, ofArrays, group, chainIndex, isRecorded } = context;
  const inputs = [derivation.first, derivation.second].flatMap((term) => {
    if (term.kind === "channel") return [group.channels[term.index]];
    return term.kind === "average" || term.kind === "neighbours"
      ? term.members.map((index) => group.channels[index])
      : [];
  });
  const named = isRecorded ? sideOf(channel.first) : sideOfPair(channel.first, virtual(channel.second));
  const side = isRecorded && named !== "aux" && ofArrays.has(channel.first) ? "mid" : named;
  return {
    name: channel.alias ?? `${channel.first}-${channel.second}`,
    label: isRecorded ? channel.first : null,
    side,
    kind: side === "aux" ? auxRowKindOf(isRecorded ? channel.first : `${channel.first} ${channel.second}`) : "eeg",
    chain: chainIndex,
    missing: isRecorded ? [] : missingElectrodes(channel, electrodes),
    isUncalibrated: inputs.some(({ is_uncalibrated }) => is_uncalibrated),
    unit: inputs[0]?.unit ?? "uV",
    isNegativeUp: side !== "aux",
    isOffered: false,
  };
}

/** REF, AVG and LAP lie on neither side; an empty name counts as midline. */
const virtual = (second: string) => (["REF", "AVG", "LAP"].includes(second) ? "" : second);

function missingElectrodes({ first, second }: MontageChannel, electrodes: ElectrodeMap): string[] {
  const needed = second === "LAP" ? [first, ...neighboursOf(first)] : [first, second];
  return [...new Set(needed)].filter((name) => termOf(name, electrodes).kind === "missing");
}

/**
 * Montage selection (spec 001 section 4): the montage with the wanted id, else the default id, else the first Standard
 * one, else the first. Undefined only when there is none at all.
 */
export function chooseMontage(
  montages: readonly Montage[],
  wantedId: number | null,
  defaultId: number = defaultMontageId.eeg,
): Montage | undefined {
  return (
    montages.find(({ id }) => id === wantedId) ??
    montages.find(({ id }) => id === defaultId) ??
    montages.find(({ type }) => type === "Standard") ??
    montages[0]
  );
}

/**
 * What a recording opens with: the EEG default, or the first EEG group as recorded when the default montage would be
 * mostly empty rows (intracranial grids, polysomnography).
 */
export function openingMontageId(recording: RecordingDetail): number {
  const montages = montagesOf(recording);
  const usual = chooseMontage(montages, null);
  const group = usual && groupFor(recording, usual);
  const all = usual && group ? resolveMontage(group, usual) : null;
  const rows = all?.channels.slice(0, usual?.chains.flat().length) ?? [];
  const derived = rows.filter(({ missing }) => missing.length === 0);
  return usual && rows.length > 0 && 2 * derived.length >= rows.length
    ? usual.id
    : (montages.find(({ type }) => type === "Recording")?.id ?? defaultMontageId.eeg);
}
