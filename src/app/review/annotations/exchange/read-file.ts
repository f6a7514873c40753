/** Reads a file of annotations: what it is, and what of it is understood. Runs on the page or in a worker. */
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import type { FileFormat, FileProblem, ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { readCells, type TableLine } from "../../../../domain/annotations/exchange/read-cells.ts";
import { isEdf, readEdf } from "../../../../domain/annotations/exchange/read-edf.ts";
import { decodeText } from "../../../../domain/edf/text.ts";
import { annotationImportLimits } from "../../../../protocol/annotation-exchange.ts";

/** Letters of one record; more is no table. */
const mostRecord = 100_000;

/** @param timezone of the recording */
export async function readAnnotationFile(bytes: Uint8Array, timezone: string): Promise<ReadFile | FileProblem> {
  if (bytes.length > annotationImportLimits.bytes) return { problem: "too large" };
  if (bytes.length === 0) return { problem: "empty" };
  if (isEdf(bytes)) return readEdf(bytes, timezone, annotationImportLimits.rows);
  const { text, encoding } = textOf(bytes);
  if (text.includes("\0") || hasControls(text)) return { problem: "binary" };
  if (text.trim() === "") return { problem: "empty" };
  const end = text.search(/[\r\n]/);
  const head = end < 0 ? text : text.slice(0, end);
  if (head.length > mostRecord) return { problem: "one line" };
  const format = formatOf(head);
  const lines = linesOf(text, format);
  if ("problem" in lines) return lines;
  const told = readCells(lines.lines, format, timezone);
  if ("problem" in told) return told;
  const bad =
    lines.brokenAt === null ? told.bad : [...told.bad, { line: lines.brokenAt, reason: "line" as const, found: "" }];
  if (told.rows.length + bad.length === 0) return { problem: "no annotations" };
  return { format, ...told, bad, zero: "first sample", wallMs: null, encoding };
}

/** UTF-8, UTF-16 where a mark says so, and Latin-1 where it is no UTF-8. */
function textOf(bytes: Uint8Array): Pick<ReadFile, "encoding"> & { text: string } {
  for (const [label, first, second] of [
    ["utf-16le", 0xff, 0xfe],
    ["utf-16be", 0xfe, 0xff],
  ] as const)
    if (bytes[0] === first && bytes[1] === second)
      return { text: new TextDecoder(label).decode(bytes), encoding: "utf-16" };
  const text = decodeText(bytes).replace(/^\ufeff/, "");
  const isUtf8 = new TextDecoder("utf-8").decode(bytes) === text;
  return { text, encoding: isUtf8 ? "utf-8" : "latin-1" };
}

/** Text has hardly any control characters. */
function hasControls(text: string): boolean {
  const start = text.slice(0, 4096);
  const found = start.match(/(?![\t\n\r])\p{Cc}/gu)?.length ?? 0;
  return found > start.length / 5;
}

function formatOf(head: string): Exclude<FileFormat, "edf"> {
  const [first, second] = head.toLowerCase().split("\t");
  if (first === "onset" && second === "duration") return "bids";
  const count = (letter: string) => head.split(letter).length;
  if (count("\t") > count(",") && count("\t") > count(";")) return "tsv";
  return count(";") > count(",") ? "semicolon" : "csv";
}

const delimiters = { csv: ",", semicolon: ";", tsv: "\t", bids: "\t" } as const;

/** `brokenAt`: the line from which nothing more could be cut into cells. */
function linesOf(
  text: string,
  format: Exclude<FileFormat, "edf">,
): { lines: TableLine[]; brokenAt: number | null } | FileProblem {
  const lines: TableLine[] = [];
  let line = 1;
  let isTooLong = false;
  try {
    parse(text, {
      delimiter: delimiters[format],
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: mostRecord,
      // What is quoted is text, also when it reads like a mark.
      ...(format === "bids"
        ? { cast: (cell: string, { quoting }: { quoting: boolean }) => (!quoting && cell === "n/a" ? "" : cell) }
        : {}),
      on_record(cells: string[], { lines: last }: { lines: number }) {
        // One record more than there may be tells that there are more; the rest is not kept.
        if (lines.length <= annotationImportLimits.rows + 1) lines.push({ line, cells });
        else isTooLong = true;
        line = last + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (lines.length <= 1) return { problem: "broken" };
    return { lines, brokenAt: line };
  }
  return isTooLong || lines.length > annotationImportLimits.rows + 1
    ? { problem: "too many" }
    : { lines, brokenAt: null };
}
