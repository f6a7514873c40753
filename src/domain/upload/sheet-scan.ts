/**
 * What the XML of a workbook's sheets and texts tells that its parser does not: formulas whose result was never stored, as programs write them that do not calculate,
 * and whatever the parser would take for something else (mended-book.ts). Bytes come in pieces, and none is kept.
 */
import { latin1 } from "../edf/text.ts";

export interface SheetFacts {
  /** Cells that have a formula and no value. */
  withoutValue: number;
  /** Something stands there that the parser takes for another value, or leaves out. */
  isOdd: boolean;
  /** Texts in the table of texts, and the highest number that a cell gives. */
  texts: number;
  highestText: number;
  /** The last row of a sheet with a value. */
  lastRow: number;
  /** Rows with a value behind the last column that is read, and with more values than are kept. */
  wideRows: number;
  fullRows: number;
  /** Rows and columns with a value that spreadsheet programs do not show. */
  hiddenRows: number;
  hiddenColumns: number;
}

/** Columns of a sheet that are read. A sheet of two cells can say that it has 16,384, in each of a million rows. */
export const mostColumns = 1024;
/** Cells of a row that are kept as they are written. */
export const mostCells = 200;

export const noSheetFacts: Readonly<SheetFacts> = {
  withoutValue: 0,
  isOdd: false,
  texts: 0,
  highestText: -1,
  lastRow: 0,
  wideRows: 0,
  fullRows: 0,
  hiddenRows: 0,
  hiddenColumns: 0,
};

/** Sheets and the table of texts lie wherever the book says. */
export const isSheetPart = (name: string): boolean => /^xl\/.*\.xml$/i.test(name);

/** What decides lies in these elements. */
const tags = /<(?:(!)|(\/?)(?:\w+:)?(sheetData|row|col|c|f|v|is|sst|si|t)(?=[\s/>])([^<>]*)>)/g;
/** A tag that is longer says nothing. */
const longestTag = 2 ** 20;
/** A cell as nearly every program writes it, and one with less usual attributes. */
const usualCell = /^ r="([A-Z]{1,3})([1-9]\d{0,6})"(?: s="\d+")?(?: t="(n|s|str|inlineStr|b|e)")? ?\/?$/;
const plainCell =
  /^(?: (?:r="[A-Z]{1,3}[1-9]\d{0,6}"|s="\d+"|t="(?:n|s|str|inlineStr|b|e)"|(?:cm|vm|ph)="\d+"))* ?\/?$/;

/** A number as XML writes it, and nothing else. */
export const isPlainNumber = (text: string): boolean =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) && Number.isFinite(Number(text));
export const isPlainBoolean = (text: string): boolean => /^(?:0|1|true|false)$/.test(text);
export const isTextNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

interface OpenCell {
  type: string;
  hasFormula: boolean;
  hasValue: boolean;
}

/** Takes the pieces of one part, and adds to `facts`. */
export function sheetScan(facts: SheetFacts): (piece: Uint8Array) => void {
  let rest = "";
  let part: "sheetData" | "sst" | null = null;
  let cell: OpenCell | null = null;
  let hasText = false;
  let [row, column] = [0, 0];
  const hidden = new HiddenLines(facts);
  /** Values of the row so far, and whether one of them lies behind what is read. */
  let [values, isWide] = [0, false];

  const beginCell = (attributes: string): OpenCell => {
    const [, letters, digits, type = "n"] = usualCell.exec(attributes) ?? lessUsual(attributes, facts);
    const [place, line] = [columnOf(letters), Number(digits)];
    if (line < row || (line === row && place <= column)) facts.isOdd = true;
    if (line !== row) [values, isWide] = [0, false];
    [row, column] = [line, place];
    return { type, hasFormula: false, hasValue: false };
  };
  const countValue = () => {
    if (row > facts.lastRow) facts.lastRow = row;
    hidden.addValue(column);
    if (++values === mostCells + 1) facts.fullRows++;
    if (column > mostColumns && !isWide) {
      isWide = true;
      facts.wideRows++;
    }
  };
  const lookAtValue = ({ type }: OpenCell, value: string) => {
    if (type === "inlineStr") facts.isOdd = true;
    else if (type === "s" && isTextNumber(value)) facts.highestText = Math.max(facts.highestText, Number(value));
    else if (type === "s") facts.isOdd = true;
    else if (type === "b") facts.isOdd ||= !isPlainBoolean(value);
    else if (type === "n") facts.isOdd ||= value.trim() !== "" && !isPlainNumber(value);
  };
  const inSheet = (name: string, isEnd: boolean, attributes: string, behind: () => string) => {
    const isClosed = attributes.endsWith("/");
    if (name === "row") hidden.enterRow(isEnd ? "" : attributes);
    else if (name === "c") {
      if (isEnd && cell?.hasFormula && !cell.hasValue) facts.withoutValue++;
      if (isEnd && cell?.hasValue) countValue();
      if (!isEnd && cell !== null) facts.isOdd = true;
      const begun = isEnd ? null : beginCell(attributes);
      cell = isClosed ? null : begun;
    } else if (cell !== null && !isEnd) {
      if (name === "f") cell.hasFormula = true;
      // An empty text is the result of some formulas, an empty number of none.
      else if (name === "is" || (name === "v" && cell.type === "str")) {
        cell.hasValue = true;
        facts.isOdd ||= name === "is" && cell.type !== "inlineStr";
      } else if (name === "v") {
        const value = isClosed ? "" : behind();
        if (value !== "") cell.hasValue = true;
        lookAtValue(cell, value);
      }
    }
  };
  const inTexts = (name: string, isEnd: boolean, attributes: string) => {
    if (name === "t") hasText = true;
    if (name !== "si") return;
    if (isEnd) facts.isOdd ||= !hasText;
    else {
      facts.texts++;
      facts.isOdd ||= attributes !== "";
      hasText = false;
    }
  };
  const look = (text: string) => {
    for (const { 0: tag, 1: mark, 2: slash, 3: name, 4: attributes, index } of text.matchAll(tags)) {
      const from = index + tag.length;
      const end = text.indexOf("<", from);
      if (mark !== undefined) facts.isOdd ||= part !== null;
      else if (name === "col") hidden.addColumns(attributes);
      else if (name === "sheetData" || name === "sst") part = slash === "" ? name : null;
      else if (part === "sheetData")
        inSheet(name, slash !== "", attributes, () => text.slice(from, end < 0 ? undefined : end));
      else if (part === "sst") inTexts(name, slash !== "", attributes);
    }
  };
  return (piece) => {
    const text = latin1(piece);
    const last = text.lastIndexOf("<");
    if (last < 0) {
      rest = rest.length + text.length > longestTag ? "" : rest + text;
      return;
    }
    look(rest + text.slice(0, last));
    rest = text.slice(last);
  };
}

/** Ranges of columns that a sheet hides; nobody makes more. */
const mostRanges = 1000;
const hiddenMark = /\shidden\s*=\s*["'](?:1|true)["']/;

/** Rows and columns of one sheet that are not shown, as far as something stands in them. */
class HiddenLines {
  readonly #facts: SheetFacts;
  readonly #ranges: { from: number; to: number }[] = [];
  /** Columns that were looked for in the ranges. */
  readonly #known = new Set<number>();
  #isRowHidden = false;

  constructor(facts: SheetFacts) {
    this.#facts = facts;
  }

  addColumns(attributes: string): void {
    if (!hiddenMark.test(attributes) || this.#ranges.length >= mostRanges) return;
    const numberOf = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+)["']`).exec(attributes)?.[1]);
    this.#ranges.push({ from: numberOf("min"), to: numberOf("max") });
  }

  enterRow(attributes: string): void {
    this.#isRowHidden = hiddenMark.test(attributes);
  }

  addValue(column: number): void {
    if (this.#isRowHidden) this.#facts.hiddenRows++;
    this.#isRowHidden = false;
    if (this.#ranges.length === 0 || this.#known.has(column)) return;
    this.#known.add(column);
    if (this.#ranges.some(({ from, to }) => from <= column && column <= to)) this.#facts.hiddenColumns++;
  }
}

/** Place and type of a cell, as `usualCell` finds them. */
function lessUsual(attributes: string, facts: SheetFacts): readonly string[] {
  const [, letters = "", digits = ""] = / r="([A-Z]+)(\d+)"/.exec(attributes) ?? [];
  if (!plainCell.test(attributes) || letters === "") facts.isOdd = true;
  return ["", letters, digits, /\st\s*=\s*["'](\w*)["']/.exec(attributes)?.[1] ?? "n"];
}

/** 1 for A; 0 for none. */
export function columnOf(letters: string): number {
  let column = 0;
  for (let k = 0; k < letters.length; k++) column = 26 * column + letters.charCodeAt(k) - 64;
  return column;
}
