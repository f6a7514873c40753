import { useMemo } from "react";
import type { ColumnChoices } from "../../ui/table/index.ts";
import { chooseColumns, useSettings } from "./page-settings.ts";

const none: Readonly<Record<string, boolean>> = {};

/** The person's choice of columns of a table, by the name the table has in their settings. It must never change. */
export function useTableColumns(table: string): ColumnChoices {
  const chosen = useSettings().tables?.[table]?.columns ?? none;
  return useMemo(() => ({ chosen, onChoose: (columns) => chooseColumns(table, columns) }), [chosen, table]);
}
