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
