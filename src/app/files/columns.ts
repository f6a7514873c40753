/** What the Files tab's list is searched and sorted by, and how its address says where it is. */

import { fileSize } from "../../domain/files/file-size.ts";
import { type DayHours, dateAndMinute } from "../../domain/time/clock.ts";
import type { FileNode } from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import type { ColumnFacts } from "../../ui/table/columns.ts";
import { type TableSearch, type TableState, tableSearch } from "../../ui/table/table-state.ts";

const { columns, unknownTime } = filesText;

export interface FileColumn extends ColumnFacts {
  readonly id: "name" | "createtime" | "modtime" | "size";
  readonly isNumber?: boolean;
  readonly text: (node: FileNode, clock: FilesClock) => string;
}

/** How times of files are written: in the patient's zone, as the reader wants hours. */
export interface FilesClock {
  readonly timezone: string;
  readonly hours: DayHours;
}

const moment = (ms: number | null, { timezone, hours }: FilesClock) =>
  ms === null ? unknownTime : dateAndMinute(ms, timezone, hours);

export const fileColumns: readonly FileColumn[] = [
  { id: "name", title: columns.name, isFilter: true, text: ({ name }) => name },
  { id: "createtime", title: columns.createtime, text: ({ createtime }, clock) => moment(createtime, clock) },
  { id: "modtime", title: columns.modtime, text: ({ modtime }, clock) => moment(modtime, clock) },
  { id: "size", title: columns.size, isNumber: true, text: ({ size }) => fileSize(size) },
];

const longestPath = 1024;

export interface FilesSearch extends TableSearch {
  /** The directory that is shown; without it the patient's folder. */
  readonly path?: string;
}

const isPath = (path: unknown): path is string =>
  typeof path === "string" &&
  path.length <= longestPath &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** Validator of the tab's search: keeps what is valid and needed, drops the rest. */
export function filesSearch(raw: Record<string, unknown>): FilesSearch {
  // The router reads ?path=1042 as a number.
  const path = typeof raw.path === "number" ? String(raw.path) : raw.path;
  return { ...tableSearch(fileColumns)(raw), ...(isPath(path) ? { path } : {}) };
}

/** A column sorts ascending, descending, not (spec 000 section 2). Another order begins at the first page. */
export function withNextSort(state: TableState, field: string): TableState {
  const { sort } = state;
  if (sort?.field !== field) return { ...state, page: 1, sort: { field, direction: "asc" } };
  return { ...state, page: 1, sort: sort.direction === "asc" ? { field, direction: "desc" } : null };
}

/** Whether the viewer shows it. */
export const isViewable = ({ type, name }: Pick<FileNode, "type" | "name">): boolean =>
  type === "file" && /\.csv$/i.test(name);
