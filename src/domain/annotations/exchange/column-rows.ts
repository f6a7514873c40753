/** Rows of an export from what is in memory: columns of a session, or the table of a page. In the order of their start. */
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import type { AnnotationTable } from "../annotation-table.ts";
import { sortedByStart } from "../interval-index.ts";
import type { ExchangeRow, ExchangeRows } from "./types.ts";

/** Of parts of a session, each with its ids after those of the one before. */
export function columnRows(parts: readonly AnnotationColumns[]): ExchangeRows {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const starts = new Float64Array(total);
  const partOf = new Uint16Array(total);
  const placeOf = new Uint32Array(total);
  let at = 0;
  parts.forEach((part, number) => {
    starts.set(part.starts.subarray(0, part.count), at);
    for (let k = 0; k < part.count; k++, at++) [partOf[at], placeOf[at]] = [number, k];
  });
  const order = sortedByStart(
    Uint32Array.from(starts, (_, k) => k),
    starts,
  );
  return {
    count: total,
    at: (index) => rowOf(parts[partOf[order[index]]], placeOf[order[index]]),
  };
}

function rowOf(part: AnnotationColumns, k: number): ExchangeRow {
  const person = part.person[k] === 0 ? null : part.people[part.person[k] - 1];
  return {
    ...part.styles[part.style[k]],
    start_time: part.starts[k],
    end_time: part.ends[k],
    annotation_text: part.titles[part.title[k]],
    annotation_description: part.descriptions[part.description[k]],
    author: person?.full_name ?? "",
    author_email: person?.email ?? "",
    made_at: part.madeAt[k],
  };
}

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
