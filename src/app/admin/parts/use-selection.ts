import { useMemo, useState } from "react";

/** Rows picked in a table, by id: of those that are there. Somebody else may have deleted one since. */
export function useSelection(rows: readonly { readonly id: number }[] | undefined) {
  const [picked, onChange] = useState<ReadonlySet<string>>(new Set());
  const selected: ReadonlySet<string> = useMemo(
    () => new Set((rows ?? []).map(({ id }) => String(id)).filter((id) => picked.has(id))),
    [rows, picked],
  );
  return {
    selected,
    onChange,
    ids: [...selected].map(Number),
    clear: () => onChange(new Set()),
  };
}

/** Names of the picked rows. */
export const namesOf = <Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  selected: ReadonlySet<string>,
  nameOf: (row: Row) => string,
): string[] => (rows ?? []).filter(({ id }) => selected.has(String(id))).map(nameOf);
