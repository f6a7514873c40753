/** Rows of an export from the table of a page, in the order of their start. */
import type { AnnotationTable } from "../annotation-table.ts";
import type { ExchangeRows } from "./types.ts";

/** Of a session of the page. `isFile`: of the file itself, which knows neither authors nor when they were made. */
export function tableRows(table: AnnotationTable, groupId: number, isFile: boolean): ExchangeRows {
  const rows = table.rowsOfGroup(groupId);
  return {
    count: rows.length,
    at(index) {
      const {
        person,
        timestamp,
        ref: _,
        group_id: __,
        revision: ___,
        isLoaded: ____,
        ...content
      } = table.at(rows[index]);
      return {
        ...content,
        author: person?.full_name ?? "",
        author_email: person?.email ?? "",
        made_at: isFile ? null : timestamp,
      };
    },
  };
}
