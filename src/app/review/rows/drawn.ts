/** What a window draws: its montage, resolved once, and the rows of it as they are arranged. */
import { arrange, type Drawn, layoutOf, type ResolvedMontage, resolved } from "../../../domain/montage/drawn-rows.ts";
import { type AuxRowKind, auxRowKinds } from "../../../domain/montage/electrodes.ts";
import { chooseMontage, groupFor, montagesOf, openingMontageId } from "../../../domain/montage/montage.ts";
import { isSameChannels, type MontageDefinition, montageOf } from "../../../domain/montage/own-montage.ts";
import type { Arrangement } from "../../../domain/montage/row-arrangement.ts";
import type { Montage } from "../../../domain/montage/standard-montages.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import type { HeldMontage } from "../montages/montage-store.ts";

/** Kinds of the auxiliary rows on the screen. */
export const auxKindsOf = (drawn: Drawn | null): AuxRowKind[] =>
  auxRowKinds.filter((kind) => drawn?.channels.some((channel) => channel.kind === kind));

/** The montages of a window: those of everybody, of people, of the recording, and one that a link brought. */
export interface MontageLibrary {
  /** All there are to choose from, at this moment. */
  montages(): readonly Montage[];
  /** What is drawn for a wanted id (spec 001 section 4, "Montage selection"): that montage, or another one in its place. */
  chosen(montageId: number): Chosen | null;
  /** The group a montage reads; null when the recording holds no EEG for it. */
  group(montageId: number): SignalGroup | null;
  /** The same object for as long as montage and arrangement are the same objects. */
  drawn(montageId: number, arrangement: Arrangement): Drawn | null;
}

export interface Chosen {
  readonly montage: Montage;
  /** It stands in place of one that is not there. */
  readonly isFallback: boolean;
}

export interface MontagesOfPeople {
  /** The same list for as long as none of them changes. */
  people(): readonly HeldMontage[];
  /** What the link that is shown brought; null: nothing. */
  sent(): MontageDefinition | null;
}

const nobody: readonly HeldMontage[] = [];
const noPeople: MontagesOfPeople = { people: () => nobody, sent: () => null };

/** The montages of a recording, each resolved against it at most once. */
export function createMontageLibrary(
  recording: RecordingDetail,
  { people, sent }: MontagesOfPeople = noPeople,
): MontageLibrary {
  const fixed = montagesOf(recording);
  const opening = openingMontageId(recording);
  const known = new WeakMap<Montage, ResolvedMontage | null>();
  const montageFor = rememberMontages();
  let list: { of: readonly HeldMontage[]; sent: MontageDefinition | null; all: readonly Montage[] } | null = null;
  let last: { from: ResolvedMontage; arrangement: Arrangement; drawn: Drawn } | null = null;
  const montages = (): readonly Montage[] => {
    const [of, link] = [people(), sent()];
    if (list === null || list.of !== of || list.sent !== link)
      list = { of, sent: link, all: [...fixed, ...withSent(of, link, montageFor)] };
    return list.all;
  };
  const chosen = (montageId: number): Chosen | null => {
    const montage = chooseMontage(montages(), montageId, opening);
    return montage === undefined ? null : { montage, isFallback: montage.id !== montageId };
  };
  const resolvedOf = (montageId: number): ResolvedMontage | null => {
    const montage = chosen(montageId)?.montage;
    if (montage === undefined) return null;
    const found = known.get(montage);
    if (found !== undefined) return found;
    const group = groupFor(recording, montage);
    const made = group === null ? null : resolved(group, montage);
    known.set(montage, made);
    return made;
  };
  return {
    montages,
    chosen,
    group: (montageId) => resolvedOf(montageId)?.group ?? null,
    drawn(montageId, arrangement) {
      const from = resolvedOf(montageId);
      if (from === null) return null;
      if (last === null || last.from !== from || last.arrangement !== arrangement)
        last = { from, arrangement, drawn: arrange(from, arrangement) };
      return last.drawn;
    },
  };
}

/** A montage of the link that is the same as the reader has it is the reader's; else it stands in its place, under the same id. */
function withSent(
  people: readonly HeldMontage[],
  sent: MontageDefinition | null,
  montageFor: ReturnType<typeof rememberMontages>,
): readonly Montage[] {
  const own = people.find(({ id }) => id === sent?.id);
  const isSame = own !== undefined && own.name === sent?.name && isSameChannels(own.channels, sent.channels);
  if (sent === null || isSame) return people.map((each) => montageFor(each, each.type));
  return [
    ...people.filter((each) => each !== own).map((each) => montageFor(each, each.type)),
    montageFor(sent, "Link"),
  ];
}

/** The same object for as long as the montage is the same. */
function rememberMontages(): typeof montageOf {
  const made = new WeakMap<MontageDefinition, Montage>();
  return (definition, type) => {
    const known = made.get(definition) ?? montageOf(definition, type);
    made.set(definition, known);
    return known;
  };
}

const eegOnly = new WeakMap<Drawn, Drawn>();

/** The same without ECG and other auxiliary rows; the same object for the same one. */
export function withoutAux(drawn: Drawn): Drawn {
  const known = eegOnly.get(drawn);
  if (known !== undefined) return known;
  const { resolved, computed } = drawn;
  const kept = computed.flatMap((position, row) => (resolved.channels[position].kind === "eeg" ? [row] : []));
  const rowOf = new Map(kept.map((old, row) => [old, row]));
  const channels = drawn.channels.flatMap((channel) => {
    const row = rowOf.get(channel.row);
    return channel.kind === "eeg" && row !== undefined ? [{ ...channel, row }] : [];
  });
  const made = {
    ...drawn,
    computed: kept.map((row) => computed[row]),
    channels,
    layout: layoutOf(channels),
  };
  eegOnly.set(drawn, made);
  return made;
}
