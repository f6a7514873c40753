/** Rows of a text file: comma, semicolon or tab between cells, quoted line breaks, rows of unequal length. */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { ByteSource } from "../byte-source.ts";
import { encodingOf, textSlices } from "./decode-text.ts";
import { isWide, mostColumns, type Sheet } from "./types.ts";

const delimiters = [",", ";", "\t"] as const;
type Delimiter = (typeof delimiters)[number];
const mostRecordBytes = 2 ** 20;
const lookedAtRecords = 100;

/** Fewer columns than these may be told apart by marks that stand in a text as well. */
const leastColumns = 4;

/** @throws SourceRefused when it is no text */
export async function csvSheet(source: ByteSource, name: string): Promise<Sheet> {
  const refused = new SourceRefused(ingestText.medications.unreadable(name));
  const found = (await source.size()) === 0 ? null : await encodingOf(source);
  if (found === null) throw refused;
  const { encoding, damaged } = found;
  const begin = (await textSlices(source, encoding).next()).value ?? "";
  const delimiter = delimiterOf(begin);
  let [joined, wide] = [0, 0];
  return {
    name: null,
    warnings: () => [
      ...(damaged > 0 ? [ingestText.medications.notUtf8(damaged)] : []),
      ...(joined > 0 ? [ingestText.medications.joinedRows(joined)] : []),
      ...(wide > 0 ? [ingestText.medications.wideRows(null, { rows: wide, most: mostColumns })] : []),
    ],
    async *rows() {
      [joined, wide] = [0, 0];
      let columns = 0;
      const parser = parse({
        delimiter,
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: false,
        max_record_size: mostRecordBytes,
      });
      const input = Readable.from(textSlices(source, encoding));
      input.once("error", (error) => parser.destroy(error));
      input.pipe(parser);
      try {
        for await (const row of parser) {
          const cells = row as string[];
          columns ||= cells.length > 1 ? cells.length : 0;
          if (columns >= leastColumns)
            joined += cells.filter((cell) => /[\r\n]/.test(cell) && cell.split(delimiter).length >= columns).length;
          if (isWide(cells, (cell) => cell.trim() !== "")) wide++;
          yield cells.slice(0, mostColumns);
        }
      } catch (error) {
        // A quote that never ends, or a "row" of a megabyte.
        throw error instanceof CsvError ? refused : error;
      } finally {
        input.destroy();
        parser.destroy();
      }
    },
  };
}

/** The one that cuts the first records into the same number of cells most often, and into most cells. */
export function delimiterOf(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>();
    for (const cells of cellCounts(text, delimiter)) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    const score = Math.max(0, ...[...counts].map(([cells, records]) => (cells - 1) * records));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Cells of each of the first records; delimiters and line breaks in quotes do not count. */
function cellCounts(text: string, delimiter: Delimiter): number[] {
  const counts: number[] = [];
  let [cells, isQuoted, isEmpty] = [1, false, true];
  for (let k = 0; k < text.length && counts.length < lookedAtRecords; k++) {
    const letter = text[k];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === delimiter) cells++;
    else if (letter === "\n" || letter === "\r") {
      if (!isEmpty) counts.push(cells);
      [cells, isEmpty] = [1, true];
      continue;
    }
    isEmpty = false;
  }
  if (!isEmpty && counts.length < lookedAtRecords) counts.push(cells);
  return counts;
}
