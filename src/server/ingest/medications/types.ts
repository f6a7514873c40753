/** A table of medications on its way from a file to rows (formats.md section 5). */
import { mostColumns } from "../../../domain/upload/sheet-scan.ts";

/** A date, a time, or both, as it stands on a wall; `offsetMinutes` where the text says how far from UTC that wall is. */
export interface WallTime {
  /** Null in a time of day alone. */
  date: { year: number; month: number; day: number } | null;
  /** Milliseconds from midnight; null in a date alone. */
  timeMs: number | null;
  offsetMinutes: number | null;
}

/** A number whose unit is not written in the cell, but shown by its format. */
export interface Measure {
  value: number;
  unit: string;
}

export type Cell = string | number | boolean | WallTime | Measure | null;

export { mostColumns };

/** Whether a row holds something behind them. Sparse rows cost what is in them, and not their length. */
export function isWide<T>(row: readonly T[], isFilled: (cell: T) => boolean): boolean {
  if (row.length <= mostColumns) return false;
  for (const key of Object.keys(row).reverse()) {
    const column = Number(key);
    if (column < mostColumns) return false;
    if (isFilled(row[column])) return true;
  }
  return false;
}

export interface Sheet {
  /** Null in a file that has no sheets. */
  name: string | null;
  /** In order, empty ones too; can be gone through more than once. */
  rows(): AsyncIterable<readonly Cell[]>;
  /** What a reader of it should know, in plain sentences; of all rows once they were gone through. */
  warnings?(): readonly string[];
}

export interface SheetFile {
  sheets: readonly Sheet[];
  /** Of the file as a whole, in plain sentences. */
  warnings: readonly string[];
}

export const isMeasure = (cell: Cell): cell is Measure => typeof cell === "object" && cell !== null && "unit" in cell;
export const isWallTime = (cell: Cell): cell is WallTime => typeof cell === "object" && cell !== null && "date" in cell;

const two = (n: number) => String(n).padStart(2, "0");

/** What a cell says, as text; "" for an empty one. */
export function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (isMeasure(cell)) return `${cell.value} ${cell.unit}`;
  if (!isWallTime(cell)) return String(cell).trim();
  const { date, timeMs } = cell;
  const day = date === null ? "" : `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;
  if (timeMs === null) return day;
  const seconds = Math.floor(timeMs / 1000);
  const rest = timeMs % 1000 === 0 ? "" : `.${String(timeMs % 1000).padStart(3, "0")}`;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${rest}`;
  return day === "" ? clock : `${day} ${clock}`;
}
