import { useState } from "react";

/** Rows picked in a table, by id. */
export function useSelection() {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set());
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
