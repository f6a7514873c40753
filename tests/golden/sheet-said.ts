/** What the XML of a book's first sheet says, read a second time and by nothing of the reader's. Null where it says nothing for certain. */
import { inflateRawSync } from "node:zlib";
import { childOf, descendantsOf, parseXml, type XmlElement, XmlRefused } from "../../src/domain/files/xml.ts";
import { styles } from "../support/sheet-writer.ts";

function partIn(bytes: Uint8Array, name: string): string {
  const whole = Buffer.from(bytes);
  const at = whole.lastIndexOf(Buffer.from(name)) - 46;
  const local = whole.readUInt32LE(at + 42);
  const from = local + 30 + whole.readUInt16LE(local + 26);
  return inflateRawSync(whole.subarray(from, from + whole.readUInt32LE(at + 20))).toString("utf8");
}

/** @throws XmlRefused where it holds more than texts with their looks */
function textsBelow(element: XmlElement): string {
  const texts = [...descendantsOf(element, "t")];
  if (element.text !== "" || texts.some(({ children }) => children.length > 0)) throw new XmlRefused(0);
  return texts.map(({ text }) => text).join(" ");
}
const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Rows of cells: texts behind an apostrophe, numbers as they are. Blanks are not compared. */
export function rowsSaid(bytes: Uint8Array): string[][] | null {
  try {
    const sheet = parseXml(partIn(bytes, "xl/worksheets/sheet1.xml"));
    const texts = parseXml(partIn(bytes, "xl/sharedStrings.xml")).children.map(textsBelow);
    const rows: string[][] = [];
    for (const row of childOf(sheet, "sheetData")?.children ?? []) {
      for (const cell of row.children) {
        const [, letter, digits] = /^([A-Z])(\d+)$/.exec(cell.attributes.get("r") ?? "") ?? [];
        if (row.name !== "row" || cell.name !== "c" || letter === undefined) return null;
        const shown = shownOf(cell, texts);
        if (shown === null) return null;
        const line = rows[Number(digits) - 1] ?? [];
        rows[Number(digits) - 1] = line;
        line[letter.charCodeAt(0) - 65] = shown;
      }
    }
    return Array.from(rows, (row) => trimmed(Array.from(row ?? [], (text) => text ?? "")));
  } catch (error) {
    if (error instanceof XmlRefused) return null;
    throw error;
  }
}

function trimmed(row: string[]): string[] {
  let end = row.length;
  while (end > 0 && row[end - 1] === "") end--;
  return row.slice(0, end);
}

function shownOf(cell: XmlElement, texts: readonly string[]): string | null {
  const [type, style] = [cell.attributes.get("t") ?? "n", cell.attributes.get("s") ?? "0"];
  const values = cell.children.filter(({ name }) => name === "v");
  if (values.length > 1 || values.some(({ children }) => children.length > 0)) return null;
  const inline = childOf(cell, "is");
  const value = values[0]?.text ?? "";
  const text = (words: string) => (plain(words) === "" ? "" : `'${plain(words)}`);
  if (inline !== undefined) return type === "inlineStr" ? text(textsBelow(inline)) : null;
  if (value === "") return "";
  if (type === "s") return text(texts[Number(value)] ?? "there is none");
  if (type === "n" && isNumber(value))
    return Number(style) === styles.plain ? String(Number(value)) : momentOf(Number(value));
  if (type === "b" && /^(0|1|true|false)$/.test(value)) return String(value === "1" || value === "true");
  return type === "e" ? null : text(value);
}

/** Days since the last but one of 1899, as a date and a time. */
function momentOf(days: number): string | null {
  if (days < 61 || days > 100_000) return null;
  const written = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400_000)).toISOString();
  return Number.isInteger(days) ? `'${written.slice(0, 10)}` : `'${written.slice(0, 19).replace("T", " ")}`;
}
