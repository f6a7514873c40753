/** How tables as text are taken apart. Both sides ask here: rows that do not end for the wizard do not end for the server. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";

const delimiters = [",", ";", "\t"] as const;
type Delimiter = (typeof delimiters)[number];
const mostRecordBytes = 2 ** 20;
const lookedAtRecords = 100;

/** What the parser is told. */
export const csvForm = (delimiter: Delimiter) => ({
  delimiter,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: mostRecordBytes,
});

/** What is said of a quote that never ends, or a "row" of a megabyte, by the number of rows in front of it. */
export const endlessRow = (name: string, rowsBefore: number): string =>
  uploadRulesText.file.endlessRow(name, rowsBefore + 1);

/** How many rows the parser had read where it failed. */
export const rowsBefore = (error: object): number =>
  "records" in error && typeof error.records === "number" ? error.records : 0;

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
