/**
 * Workbooks in a form that their parser takes for what it is. The parser reads "1,5" and "1O0" as 1, makes other days of dates that are text, drops cells whose type or place it does
 * not know, reads comments, and miscounts texts that are empty. Such parts are written anew: values that are none of their kind become texts, as they stand.
 */
import { latin1 } from "../edf/text.ts";
import { columnOf, isPlainBoolean, isPlainNumber, isSheetPart, isTextNumber, type SheetFacts } from "./sheet-scan.ts";

/** An archive as the parser's library unpacks it. */
export interface UnpackedBook {
  FullPaths: readonly string[];
  FileIndex: { content: Uint8Array; size: number }[];
}

const mostRows = 1_048_576;
const mostColumns = 16_384;

/** Whether all of it could be mended; else what the sheets say is not known. */
export function mendBook({ FullPaths, FileIndex }: UnpackedBook, { texts }: SheetFacts): boolean {
  for (const [k, path] of FullPaths.entries()) {
    const name = path.slice(path.indexOf("/") + 1);
    const file = FileIndex[k];
    if (!isSheetPart(name) || file.size === 0) continue;
    const written = latin1(new Uint8Array(file.content));
    const isTexts = /<(?:\w+:)?sst[\s/>]/.test(written);
    if (!isTexts && !/<(?:\w+:)?sheetData[\s>]/.test(written)) continue;
    const plain = withoutMarks(written);
    const mended = plain === null || isTexts ? plain && mendedTexts(plain) : mendedSheet(plain, texts);
    if (mended === null) return false;
    file.content = bytesOf(mended);
    file.size = mended.length;
  }
  return true;
}

function bytesOf(letters: string): Uint8Array {
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Without comments, and with marked texts as others. Null where the document has a type, which may name others. */
function withoutMarks(xml: string): string | null {
  const plain = xml.replace(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text?: string) => escaped(text ?? ""));
  return plain.includes("<!") ? null : plain;
}

/** Each text in an element that the parser counts. */
function mendedTexts(xml: string): string {
  const one = /<(?:\w+:)?si(?:\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g;
  const hasText = /<(?:\w+:)?t[\s/>]/;
  return xml.replace(one, (_, inside = "") => `<si>${hasText.test(inside) ? inside : "<t></t>"}</si>`);
}

const marks = /<(\/?)(?:\w+:)?(sheetData|row|c|v|is)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g;

interface Cell {
  row: number;
  column: number;
  style: string;
  type: string;
  value: string | null;
  inline: string | null;
}

/** The cells alone, one by one. Null where two have one place, or none that there is, or a text that is not there. */
function mendedSheet(xml: string, texts: number): string | null {
  const places = new Set<number>();
  const out: string[] = ["<worksheet><sheetData>"];
  let [isInside, row, column, from] = [false, 0, 0, 0];
  let cell: Cell | null = null;
  let rowOfOut = 0;
  const put = (done: Cell): boolean => {
    const written = writtenCell(done, texts);
    if (written === null) return false;
    if (done.row !== rowOfOut) out.push(rowOfOut > 0 ? "</row>" : "", `<row r="${done.row}">`);
    rowOfOut = done.row;
    out.push(written);
    return true;
  };
  for (const { 0: tag, 1: slash, 2: name, 3: attributes, index } of xml.matchAll(marks)) {
    const isClosed = attributes.endsWith("/");
    const isEnd = slash !== "";
    if (name === "sheetData") isInside = !isEnd && !isClosed;
    if (!isInside) continue;
    if (name === "row" && !isEnd) {
      const own = attributeIn(attributes, "r");
      row = own === null ? row + 1 : /^[1-9]\d{0,6}$/.test(own) ? Number(own) : mostRows + 1;
      column = 0;
      if (row > mostRows) return null;
    } else if (name === "c" && !isEnd) {
      if (cell !== null) return null;
      const place = placeOf(attributeIn(attributes, "r"), row, column + 1);
      if (place === null || places.has(place)) return null;
      places.add(place);
      column = place - row * mostColumns;
      const [style, type] = [attributeIn(attributes, "s") ?? "", attributeIn(attributes, "t") ?? "n"];
      cell = { row, column, style, type, value: null, inline: null };
    } else if (cell !== null && !isEnd && !isClosed && (name === "v" || name === "is")) {
      from = index + tag.length;
    } else if (cell !== null && isEnd && name === "v") {
      if (cell.value !== null) return null;
      cell.value = xml.slice(from, index);
    } else if (cell !== null && isEnd && name === "is") {
      cell.inline = xml.slice(from, index);
    }
    if (cell !== null && name === "c" && (isEnd || isClosed)) {
      if (!put(cell)) return null;
      cell = null;
    }
  }
  if (cell !== null) return null;
  out.push(rowOfOut > 0 ? "</row>" : "", "</sheetData></worksheet>");
  return out.join("");
}

const values = {
  r: /(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  s: /(?:^|\s)s\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  t: /(?:^|\s)t\s*=\s*(?:"([^"]*)"|'([^']*)')/,
};

function attributeIn(attributes: string, name: keyof typeof values): string | null {
  const found = values[name].exec(attributes);
  return found === null ? null : (found[1] ?? found[2]);
}

/** One number for each place of a sheet. Null where there is none, or one in another row. */
function placeOf(reference: string | null, row: number, next: number): number | null {
  const found = reference === null ? null : /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference.toUpperCase());
  if (reference !== null && (found === null || Number(found[2]) !== row)) return null;
  const column = found === null ? next : columnOf(found[1]);
  return row > 0 && column <= mostColumns ? row * mostColumns + column : null;
}

/** Null for a text that is not in the table. */
function writtenCell({ row, column, style, type, value, inline }: Cell, texts: number): string | null {
  const head = `<c r="${lettersOf(column)}${row}"${/^\d+$/.test(style) ? ` s="${style}"` : ""}`;
  const as = (written: string) => `${head} t="${written}"><v>${value ?? ""}</v></c>`;
  if (inline !== null && (value === null || type === "inlineStr"))
    return `${head} t="inlineStr"><is>${inline}</is></c>`;
  if (value === null || (value.trim() === "" && type !== "str")) return `${head}/>`;
  if (type === "s") return isTextNumber(value) && Number(value) < texts ? as("s") : null;
  if (type === "n") return as(isPlainNumber(value) ? "n" : "str");
  if (type === "b") return as(isPlainBoolean(value) ? "b" : "str");
  return as(type === "e" ? "e" : "str");
}

function lettersOf(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? lettersOf(before) : "") + String.fromCharCode(65 + ((column - 1) % 26));
}
