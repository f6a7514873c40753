/** Which reserved files are picked. */
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";

/** Files that may be unloaded now. */
export const selectable = (files: readonly PrefetchDirectory[]) => files.filter(({ disabled }) => !disabled);

/** What is left of a choice: a file that came into use or is no more leaves it. The same set when none did. */
export function stillSelectable(
  selected: ReadonlySet<number>,
  files: readonly PrefetchDirectory[],
): ReadonlySet<number> {
  const ids = new Set(selectable(files).map(({ data_object_id }) => data_object_id));
  const kept = [...selected].filter((id) => ids.has(id));
  return kept.length === selected.size ? selected : new Set(kept);
}

/** Bytes that unloading would release. */
export const sizeOf = (files: readonly PrefetchDirectory[]): number => files.reduce((sum, { size }) => sum + size, 0);
