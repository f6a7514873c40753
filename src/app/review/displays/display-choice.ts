/** The order of display groups, and which display of them is chosen. */
import { compareNames } from "../../../domain/name-order.ts";
import type { DisplayGroup } from "../../../protocol/displays.ts";
import type { Chosen } from "./display-store-types.ts";

/** Personal ones first, each part by name. */
export const inOrder = (groups: readonly DisplayGroup[]): DisplayGroup[] =>
  groups.toSorted(
    (a, b) =>
      Number(a.type !== "personal") - Number(b.type !== "personal") || compareNames(a.name, b.name) || a.id - b.id,
  );

/** The name of the chosen display where `now` does not have it any more, and `before` did; null: it is there, or none was. */
export function lostDisplay(
  before: readonly DisplayGroup[],
  now: readonly DisplayGroup[],
  chosen: Chosen | null,
): string | null {
  const nameIn = (groups: readonly DisplayGroup[]) =>
    groups.find(({ id }) => id === chosen?.group)?.layouts.find(({ id }) => id === chosen?.display)?.name ?? null;
  return nameIn(now) === null ? nameIn(before) : null;
}

const firstOf = (group: DisplayGroup): Chosen => ({ group: group.id, display: group.layouts[0]?.id ?? null });

/**
 * What is wanted where it is still there, else the nearest thing: the first display of its group before anything was chosen,
 * none of it afterwards; the first group where its own is gone. The same object where it is what was chosen. Null: no group.
 */
export function keptChoice(
  groups: readonly DisplayGroup[],
  chosen: Chosen | null,
  wanted: Chosen | null,
): Chosen | null {
  const group = wanted === null ? undefined : groups.find(({ id }) => id === wanted.group);
  if (group === undefined) return groups.length === 0 ? null : firstOf(groups[0]);
  const display = group.layouts.find(({ id }) => id === wanted?.display)?.id ?? null;
  if (chosen !== null && chosen.display === display && chosen.group === group.id) return chosen;
  return display === null && chosen === null ? firstOf(group) : { group: group.id, display };
}
