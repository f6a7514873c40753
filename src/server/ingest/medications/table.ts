/** One sheet as rows of medications: what its columns say, and every row as it was. */

import { mostCells } from "../../../domain/upload/sheet-scan.ts";
import type { MedicationField } from "../../../protocol/medications.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { type Columns, columnsOf, findHeader, sharedNames } from "./columns.ts";
import { isKnownUnit, isSameUnit } from "./known-unit.ts";
import { hasDecimalComma, quantityOf } from "./numbers.ts";
import { TimeColumn } from "./time-column.ts";
import { type Cell, type Sheet, textOf, type WallTime } from "./types.ts";

const text = ingestText.medications;
const longestText = 4096;

export interface MedicationRow {
  drug: string | null;
  start_ms: number | null;
  end_ms: number | null;
  amount: number | null;
  amount_unit: string | null;
  rate: number | null;
  rate_unit: string | null;
  route: string | null;
  /** Cells that are not empty with the names of their columns, in order; the row's number in its sheet, from 1. */
  original: { sheet: string | null; row: number; cells: [column: string, value: string | number | boolean][] };
}

export interface MedicationTable {
  /** Once; after that `warnings` is complete. */
  rows(): AsyncGenerator<MedicationRow>;
  /** Fields that have a column. */
  fields: readonly MedicationField[];
  warnings(): string[];
}

export interface TableOptions {
  /** Of a wall time, with a date. */
  msOf: (wall: WallTime) => number;
  /** Years of two digits are those of the hundred years that end with this one. */
  latestShortYear: number;
  /** Rows that are looked at to find out how the columns write times. */
  mostRows: number;
}

/** Finds the columns and looks through them. Null: the sheet is empty. */
export async function openTable(sheet: Sheet, options: TableOptions): Promise<MedicationTable | null> {
  const found = await findHeader(sheet.rows());
  if (found === null && (await isEmpty(sheet))) return null;
  const columns = found?.columns ?? { ...columnsOf([]), header: [] };
  const begin = found === null ? 0 : found.index + 1;
  const times = { start: timesOf(columns, "start", options), end: timesOf(columns, "end", options) };
  const bodyOf = () => bodyRows(sheet, begin, columns);
  const isComma = { amount: false, rate: false };
  let looked = 0;
  for await (const { cells } of bodyOf()) {
    for (const { at, column } of [...times.start, ...times.end]) column.look(cells[at] ?? null);
    for (const field of ["amount", "rate"] as const)
      isComma[field] ||= hasDecimalComma(firstOf(cells, columns.of[field]));
    if (++looked >= options.mostRows) break;
  }
  const notNumbers = { amount: 0, rate: 0 };
  const negative = { amount: 0, rate: 0 };
  const ownUnits = { amount: 0, rate: 0 };
  let endsBefore = 0;
  const cut: CutRows = { rows: 0, texts: 0 };

  const number = (field: "amount" | "rate", cells: readonly Cell[]) => {
    const at = filledOf(cells, columns.of[field]);
    const cell = at === undefined ? null : cells[at];
    const quantity = quantityOf(cell, { isCommaDecimal: isComma[field] });
    if (quantity === null && textOf(cell) !== "") notNumbers[field]++;
    if (quantity !== null && quantity.value < 0) negative[field]++;
    // A unit beside the usual number is none of another one that stands elsewhere in the row.
    const isUsual = at === columns.of[field][0];
    const units = columns.of[`${field}Unit`].filter((unit) => isUsual || unit - 1 === at);
    const own = quantity?.unit ?? null;
    const beside = wordsOf(firstOf(cells, units));
    // What is written behind the number is its unit, whatever a column says; a remark behind it is none.
    if (own !== null && beside !== null && isKnownUnit(own) && !isSameUnit(own, beside)) {
      ownUnits[field]++;
      return { value: quantity?.value ?? null, unit: own };
    }
    return { value: quantity?.value ?? null, unit: beside ?? own ?? (at === undefined ? null : columns.units[at]) };
  };
  async function* rows(): AsyncGenerator<MedicationRow> {
    for await (const { cells, row } of bodyOf()) {
      const [amount, rate] = [number("amount", cells), number("rate", cells)];
      const [start, end] = [momentOf(cells, times.start, options), momentOf(cells, times.end, options)];
      if (start !== null && end !== null && lastMs(end) < start.ms) endsBefore++;
      yield {
        drug: wordsOf(firstOf(cells, columns.of.drug)),
        start_ms: start?.ms ?? null,
        end_ms: end?.ms ?? null,
        amount: amount.value,
        amount_unit: amount.value === null ? null : amount.unit,
        rate: rate.value,
        rate_unit: rate.value === null ? null : rate.unit,
        route: wordsOf(firstOf(cells, columns.of.route)),
        original: { sheet: sheet.name, row, cells: originalOf(cells, columns.header, cut) },
      };
    }
  }
  const warnings = () => [
    ...(found === null ? [text.noHeader(sheet.name)] : []),
    ...(sheet.warnings?.() ?? []),
    ...[...times.start, ...times.end].flatMap(({ column }) => column.warnings()),
    ...(endsBefore > 0 ? [text.endsBefore(sheet.name, endsBefore)] : []),
    ...(cut.rows > 0 ? [text.longRows(sheet.name, { rows: cut.rows, most: mostCells })] : []),
    ...(cut.texts > 0 ? [text.longTexts(sheet.name, { cells: cut.texts, most: longestText })] : []),
    ...sharedNames(columns).map(text.sharedName),
    ...(["amount", "rate"] as const).flatMap((field) => {
      const name = columns.header[columns.of[field][0]];
      return [
        ...(notNumbers[field] > 0 ? [text.notNumbers(name, notNumbers[field])] : []),
        ...(negative[field] > 0 ? [text.negative(name, negative[field])] : []),
        ...(ownUnits[field] > 0 ? [text.ownUnits(name, ownUnits[field])] : []),
      ];
    }),
  ];
  const fields = (Object.keys(columns.of) as MedicationField[]).filter((field) => columns.of[field].length > 0);
  return { rows, fields, warnings };
}

/** Rows below the names of the columns that hold something, the names repeated on a new page left out. */
async function* bodyRows(sheet: Sheet, begin: number, { header }: Columns) {
  let index = 0;
  for await (const cells of sheet.rows()) {
    const row = ++index;
    if (row <= begin || cells.every((cell) => textOf(cell) === "")) continue;
    if (header.length > 0 && cells.length === header.length && cells.every((cell, k) => textOf(cell) === header[k]))
      continue;
    yield { cells, row };
  }
}

async function isEmpty(sheet: Sheet): Promise<boolean> {
  for await (const cells of sheet.rows()) if (cells.some((cell) => textOf(cell) !== "")) return false;
  return true;
}

interface PlacedTimes {
  at: number;
  column: TimeColumn;
}

/** At most two columns tell a time: a date and a time of day. */
const timesOf = ({ of, header }: Columns, field: "start" | "end", { latestShortYear }: TableOptions): PlacedTimes[] =>
  of[field].slice(0, 2).map((at) => ({ at, column: new TimeColumn(header[at], latestShortYear) }));

interface Moment {
  ms: number;
  /** A day alone was told; `ms` is its midnight. */
  isDay: boolean;
}
const dayMs = 86_400_000;
/** The last moment that can be meant. */
const lastMs = ({ ms, isDay }: Moment): number => (isDay ? ms + dayMs - 1 : ms);

/**
 * The first column's time; where that has a date or a time of day alone, the second column may hold the other half.
 * Null: empty or unknown.
 */
function momentOf(
  cells: readonly Cell[],
  [first, second]: readonly PlacedTimes[],
  { msOf }: TableOptions,
): Moment | null {
  if (first === undefined) return null;
  const own = first.column.wallOf(cells[first.at] ?? null);
  const isHalf = own === null || isTimeOfDay(own) || own.timeMs === null;
  const beside = isHalf && second !== undefined ? (cells[second.at] ?? null) : null;
  const other = second?.column.wallOf(beside) ?? null;
  // Its day is known, its time of day stands there and cannot be read: midnight would be another time.
  if (own?.timeMs === null && other === null && second?.column.isLost(beside)) return null;
  const wall = joined(own, other);
  if (wall === null) return null;
  if (wall.date === null) {
    first.column.addNoDate();
    return null;
  }
  const ms = msOf(wall);
  first.column.addTime(ms);
  return { ms, isDay: wall.timeMs === null };
}

/** Days from which programs count: beside a time of day they stand for no date. */
const zeroDays: ReadonlySet<string> = new Set(["1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01"]);
const isTimeOfDay = (wall: WallTime): boolean => wall.date === null || zeroDays.has(textOf({ ...wall, timeMs: null }));

function joined(own: WallTime | null, other: WallTime | null): WallTime | null {
  if (own === null || other === null) return own ?? other;
  const together = (date: WallTime, time: WallTime): WallTime => ({
    date: date.date,
    timeMs: time.timeMs,
    offsetMinutes: date.offsetMinutes ?? time.offsetMinutes,
  });
  if (!isTimeOfDay(own) && own.timeMs === null && isTimeOfDay(other)) return together(own, other);
  if (isTimeOfDay(own) && !isTimeOfDay(other) && other.timeMs === null) return together(other, own);
  return own;
}

/** The first of these columns whose cell is not empty. */
const filledOf = (cells: readonly Cell[], columns: readonly number[]): number | undefined =>
  columns.find((column) => textOf(cells[column] ?? null) !== "");

const firstOf = (cells: readonly Cell[], columns: readonly number[]): Cell => {
  const column = filledOf(cells, columns);
  return column === undefined ? null : cells[column];
};

const wordsOf = (cell: Cell): string | null => storable(textOf(cell)) || null;

/** The database takes neither a zero nor half a letter. */
const storable = (words: string): string =>
  words
    .slice(0, longestText)
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll("\0", "\ufffd");

/** What was not kept: rows of too many cells, and cells of too many letters. */
interface CutRows {
  rows: number;
  texts: number;
}

function originalOf(
  cells: readonly Cell[],
  header: readonly string[],
  cut: CutRows,
): MedicationRow["original"]["cells"] {
  const kept: MedicationRow["original"]["cells"] = [];
  for (const [k, cell] of cells.entries()) {
    const words = textOf(cell);
    if (words === "") continue;
    if (kept.length >= mostCells) {
      cut.rows++;
      break;
    }
    if (words.length > longestText) cut.texts++;
    const value = typeof cell === "number" || typeof cell === "boolean" ? cell : storable(words);
    kept.push([storable(header[k] || lettersOf(k)), value]);
  }
  return kept;
}

/** As sheets call a column without a name: A to Z, AA and on. */
function lettersOf(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? lettersOf(before - 1) : "") + String.fromCharCode(65 + (column % 26));
}
