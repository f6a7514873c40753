/** What the server and its CSV process say to each other. */
import type { Dialect } from "./dialect.ts";

/** Places of rows: row numbers from 0 (the header) and the offsets they begin at, ascending. */
export interface RowPlaces {
  rows: Float64Array;
  offsets: Float64Array;
}

/** Of a table of rows: what is looked for, in which order, and which part of it. */
export interface TableQuestion {
  /** Path of the table file. */
  table: string;
  columns: number;
  filters: readonly { column: number; operator: "contains" | "equals"; value: string }[];
  sort: { column: number; direction: "asc" | "desc" } | null;
  offset: number;
  limit: number;
}

export interface TableRows {
  /** Null: the row has no such cell. */
  rows: (string | null)[][];
  total: number;
}

export type CsvOrder =
  /** Begins a scan; its bytes follow, from behind the byte order mark. */
  | { kind: "scan"; id: number; dialect: Dialect; folder: string; hasTable: boolean }
  | { kind: "bytes"; id: number; bytes: Uint8Array }
  | { kind: "end"; id: number }
  /** The scan is no longer wanted. */
  | { kind: "cancel"; id: number }
  | { kind: "ask"; id: number; question: TableQuestion };

export type CsvReport =
  /** Those bytes are read. */
  | { kind: "read"; id: number; places: RowPlaces; rows: number; width: number }
  /** The whole file is read. */
  | { kind: "scanned"; id: number; rows: number; width: number }
  /** The table is there; or it could not be made. */
  | { kind: "tabled"; id: number; isTable: boolean }
  | { kind: "answer"; id: number; answer: TableRows }
  | { kind: "refused"; id: number; reason: "long row" | "zero byte" | "columns"; row: number }
  | { kind: "failed"; id: number; message: string };

/** Names of the files in a file's folder. */
export const tableName = "rows.parquet";
export const textName = "text.csv";
export const factsName = "facts.json";
export const indexName = "places.bin";
/** A wider table is refused. */
export const mostColumns = 4096;
