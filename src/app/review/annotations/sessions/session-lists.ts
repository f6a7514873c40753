/** Rows of the two tables of 'Load Annotations': searched, in order, a page at a time. */
import type { AnnotationTable } from "../../../../domain/annotations/annotation-table.ts";
import { compareNames } from "../../../../domain/name-order.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { tableText } from "../../../../protocol/text/table-text.ts";
import type { TableState } from "../../../../ui/table/table-state.ts";
import type { TableWords } from "../../../../ui/table/words.ts";
import { fileGroupId, type SessionView } from "../types.ts";

const words = annotationSessionText.load;

export const rowsPerPage = 50;
export type Sort = TableState["sort"];

/** The tables' own words; empty ones read as specified (spec 2.20). */
export const tableWords: TableWords = { ...tableText, empty: words.empty };

/** A press on a column sorts ascending, then descending, then not. */
export function nextSort(sort: Sort, field: string): Sort {
  if (sort?.field !== field) return { field, direction: "asc" };
  return sort.direction === "asc" ? { field, direction: "desc" } : null;
}

/** Those of a page, and how many there are. A page beyond the last one is the last one. */
export function pageOf<T>(rows: ArrayLike<T>, page: number): { first: number; end: number; page: number } {
  const pages = Math.max(1, Math.ceil(rows.length / rowsPerPage));
  const shown = Math.min(Math.max(1, page), pages);
  const first = (shown - 1) * rowsPerPage;
  return { first, end: Math.min(rows.length, first + rowsPerPage), page: shown };
}

const holds = (text: string, wanted: string) => text.toLocaleLowerCase("en-US").includes(wanted);
const wantedOf = (typed: string) => typed.trim().toLocaleLowerCase("en-US");

const loadedRank = { none: 0, some: 1, all: 2 } as const;
const sessionOrder: Readonly<Record<string, (a: SessionView, b: SessionView) => number>> = {
  name: (a, b) => compareNames(a.name, b.name),
  annotations: (a, b) => a.count - b.count,
  created: (a, b) => (a.madeAt ?? 0) - (b.madeAt ?? 0),
  loaded: (a, b) => loadedRank[a.loaded] - loadedRank[b.loaded],
};

/** Sessions whose name holds the text; in the store's order unless told. */
export function listSessions(sessions: readonly SessionView[], typed: string, sort: Sort): readonly SessionView[] {
  const wanted = wantedOf(typed);
  const found = sessions.filter(({ name }) => holds(name, wanted));
  const compare = sort === null ? undefined : sessionOrder[sort.field];
  if (compare === undefined || sort === null) return found;
  const sign = sort.direction === "asc" ? 1 : -1;
  return found.sort((a, b) => sign * compare(a, b));
}

/** What the column Type says: the window that it was made in (spec 2.20). */
export const typeOf = (table: AnnotationTable, row: number): string =>
  table.groups[row] === fileGroupId ? words.fileType : table.styles.list[table.style[row]].annotation_type;

/** Rows of a session whose title or type hold the text; by time unless told. */
export function listAnnotations(table: AnnotationTable, groupId: number, typed: string, sort: Sort): Uint32Array {
  const wanted = wantedOf(typed);
  let rows = table.rowsOfGroup(groupId);
  if (wanted !== "") {
    const titles = table.titles.list.map((title) => holds(title, wanted));
    rows = rows.filter((row) => titles[table.title[row]] || holds(typeOf(table, row), wanted));
  }
  if (sort === null) return rows;
  const sign = sort.direction === "asc" ? 1 : -1;
  const title = (row: number) => table.titles.list[table.title[row]];
  const compare: Readonly<Record<string, (a: number, b: number) => number>> = {
    title: (a, b) => compareNames(title(a), title(b)),
    date: (a, b) => table.starts[a] - table.starts[b],
    type: (a, b) => compareNames(typeOf(table, a), typeOf(table, b)),
    loaded: (a, b) => Number(table.isShown(a)) - Number(table.isShown(b)),
  };
  const by = compare[sort.field];
  return by === undefined ? rows : rows.sort((a, b) => sign * by(a, b) || a - b);
}

/** A session of the server may be deleted while another one stays (spec 001 section 4); nobody's file. */
export function whyNotDeleted(sessions: readonly SessionView[], chosen: readonly SessionView[]): string | null {
  if (chosen.length === 0) return words.selectSession;
  if (chosen.some(({ isReadOnly }) => isReadOnly)) return words.fileSession;
  const own = sessions.filter(({ isReadOnly }) => !isReadOnly).length;
  return chosen.length >= own ? words.onlySession : null;
}
