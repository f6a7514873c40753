/** What a window draws: its montage, resolved once, and the rows of it as they are arranged. */
import { type AuxRowKind, auxRowKinds } from "../../../../domain/montage/electrodes.ts";
import {
  chooseMontage,
  type DrawnChannel,
  type DrawnMontage,
  groupFor,
  montagesOf,
  resolveMontage,
} from "../../../../domain/montage/montage.ts";
import { type Arrangement, drawnRows } from "../../../../domain/montage/row-arrangement.ts";
import { layRows, type RowLayout } from "../../../../domain/montage/row-layout.ts";
import { computedRows } from "../../../../domain/montage/row-recipe.ts";
import type { Montage } from "../../../../domain/montage/standard-montages.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";

export interface DrawnRow extends DrawnChannel {
  /** Its row in the recipe and in every tile of it. */
  readonly row: number;
}

export interface Drawn {
  readonly montage: Montage;
  readonly group: SignalGroup;
  /** Every row of the montage, and those offered besides, in the montage's own order. */
  readonly resolved: DrawnMontage;
  readonly arrangement: Arrangement;
  /** Positions in `resolved` of the rows that are computed. */
  readonly computed: readonly number[];
  /** The rows on the screen, from the top down. */
  readonly channels: readonly DrawnRow[];
  readonly layout: RowLayout;
}

/** Kinds of the auxiliary rows on the screen. */
export const auxKindsOf = (drawn: Drawn | null): AuxRowKind[] =>
  auxRowKinds.filter((kind) => drawn?.channels.some((channel) => channel.kind === kind));

export interface MontageLibrary {
  readonly montages: readonly Montage[];
  /** The group a montage reads; null when the recording holds no EEG for it. */
  group(montageId: number): SignalGroup | null;
  /** The same object for as long as montage and arrangement are the same objects. */
  drawn(montageId: number, arrangement: Arrangement): Drawn | null;
}

type Resolved = Pick<Drawn, "montage" | "group" | "resolved">;

/** The montages of a recording, each resolved against it at most once. */
export function createMontageLibrary(recording: RecordingDetail): MontageLibrary {
  const montages = montagesOf(recording);
  const known = new Map<number, Resolved | null>();
  let last: { from: Resolved; arrangement: Arrangement; drawn: Drawn } | null = null;
  const resolve = (montageId: number): Resolved | null => {
    const montage = chooseMontage(montages, montageId);
    const group = montage && groupFor(recording, montage);
    return montage && group ? { montage, group, resolved: resolveMontage(group, montage) } : null;
  };
  const resolvedOf = (montageId: number): Resolved | null => {
    const found = known.get(montageId);
    if (found !== undefined) return found;
    const made = resolve(montageId);
    known.set(montageId, made);
    return made;
  };
  return {
    montages,
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

function arrange(from: Resolved, arrangement: Arrangement): Drawn {
  const { resolved } = from;
  const computed = computedRows(resolved, new Set(arrangement.shown));
  const rowOf = new Map(computed.map((position, row) => [resolved.channels[position], row]));
  const channels = drawnRows(resolved.channels, arrangement).map((channel) => ({
    ...channel,
    row: rowOf.get(channel) ?? 0,
  }));
  return { ...from, arrangement, computed, channels, layout: layRows(channels.map(({ chain }) => chain)) };
}
