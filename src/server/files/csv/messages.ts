/** What the server and its CSV processes say to each other. */
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

/** What a table is made of. */
export interface TableOrder {
  /** Path of the copied rows (plain-rows.ts). */
  copy: string;
  /** Path of the table file. */
  table: string;
  /** Cells of the widest row. */
  width: number;
  hasEscapes: boolean;
}

/** What the engine may put aside on the disk meanwhile. */
export interface Spill {
  spillBytes: number;
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
  | { kind: "table"; id: number; order: TableOrder & Spill }
  | { kind: "ask"; id: number; question: TableQuestion & Spill }
  /** The engine's work is no longer wanted. */
  | { kind: "stop"; id: number };

export type CsvReport =
  /** Those bytes are read. */
  | { kind: "read"; id: number; places: RowPlaces; rows: number; width: number }
  /** The whole file is read. Whether its copy has escapes; null when there is no copy. */
  | { kind: "scanned"; id: number; rows: number; width: number; hasEscapes: boolean | null }
  /** The scan was given up, and nothing of it is open any more. */
  | { kind: "dropped"; id: number }
  /** Null: the table is there. */
  | { kind: "answer"; id: number; answer: TableRows | null }
  | { kind: "refused"; id: number; reason: "long row" | "zero byte" | "columns"; row: number }
  /** What it may put aside did not suffice. */
  | { kind: "no room"; id: number }
  | { kind: "failed"; id: number; message: string };

/** Names of the files in a file's folder. */
export const tableName = "rows.parquet";
export const copyName = "plain.txt";
export const textName = "text.csv";
export const factsName = "facts.json";
export const indexName = "places.bin";
/** Of the folder, beside those of the files, that the engine of a process may use. */
export const spillName = (pid: number): string => `spill-${pid}`;
/** The engine puts aside what does not fit its memory; never more than this. */
export const mostSpillBytes = 2e9;
/** A wider table is refused. */
export const mostColumns = 4096;
