/** What stands beside a row: the labels of its axis and its unit. Pure. */
import type { PanelRow } from "./panel.ts";
import { shareOfHz } from "./row-pictures.ts";

/** Labels of an axis: their shares of the height of the row, from the foot. */
export function ticksOf({ look }: PanelRow): readonly { share: number; label: string }[] {
  if (look.kind !== "cells")
    return look.scale.ticks.map(({ value, label }) => ({ share: look.scale.shareOf(value), label }));
  const { frequencies, names } = look;
  if (frequencies !== null)
    return frequencies.ticksHz.map((hz) => ({ share: shareOfHz(frequencies, hz), label: String(hz) }));
  return names.map((label, k) => ({ share: 1 - (k + 0.5) / names.length, label }));
}

/** Of the axis; empty: it has none. */
export const unitOf = ({ look }: PanelRow) =>
  look.kind === "cells" ? (look.frequencies === null ? "" : "Hz") : look.unit;

/** Its axis names channels. */
export const hasNames = ({ look }: PanelRow) => look.kind === "cells" && look.frequencies === null;
