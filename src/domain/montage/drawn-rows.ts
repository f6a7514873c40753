/** The rows of a montage over a group, as they are arranged. */

import type { SignalGroup } from "../../protocol/recordings.ts";
import { type DrawnChannel, type DrawnMontage, resolveMontage } from "./montage.ts";
import { type Arrangement, drawnRows } from "./row-arrangement.ts";
import { layRows, type RowLayout } from "./row-layout.ts";
import { computedRows } from "./row-recipe.ts";
import type { Montage } from "./standard-montages.ts";

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

/** A montage, and what it is of the group that it reads. */
export type ResolvedMontage = Pick<Drawn, "montage" | "group" | "resolved">;

export const resolved = (group: SignalGroup, montage: Montage): ResolvedMontage => ({
  ...{ montage, group },
  resolved: resolveMontage(group, montage),
});

/** Where the rows stand. An ECG or another auxiliary signal at the foot swings below its line, where nothing else would show it. */
export const layoutOf = (channels: readonly Pick<DrawnRow, "chain" | "kind">[]): RowLayout =>
  layRows(
    channels.map(({ chain }) => chain),
    (channels.at(-1)?.kind ?? "eeg") !== "eeg",
  );

/** The rows that are drawn of it, from the top down. */
export function arrange(from: ResolvedMontage, arrangement: Arrangement): Drawn {
  const { resolved } = from;
  const computed = computedRows(resolved, new Set(arrangement.shown));
  const rowOf = new Map(computed.map((position, row) => [resolved.channels[position], row]));
  const channels = drawnRows(resolved.channels, arrangement).map((channel) => ({
    ...channel,
    row: rowOf.get(channel) ?? 0,
  }));
  return { ...from, arrangement, computed, channels, layout: layoutOf(channels) };
}
