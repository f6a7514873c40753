/** Rows of a text file: comma, semicolon or tab between cells, quoted line breaks, rows of unequal length. */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { csvForm, delimiterOf, endlessRow, rowsBefore } from "../../../domain/upload/csv-form.ts";
import { encodingOf, textSlices, toldLetters } from "../../../domain/upload/decode-text.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { ByteSource } from "../byte-source.ts";
import { isWide, mostColumns, type Sheet } from "./types.ts";

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
      ...toldLetters(found),
      ...(damaged > 0 ? [ingestText.medications.notUtf8(damaged)] : []),
      ...(joined > 0 ? [ingestText.medications.joinedRows(joined)] : []),
      ...(wide > 0 ? [ingestText.medications.wideRows(null, { rows: wide, most: mostColumns })] : []),
    ],
    async *rows() {
      [joined, wide] = [0, 0];
      let columns = 0;
      const parser = parse(csvForm(delimiter));
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
        throw error instanceof CsvError ? new SourceRefused(endlessRow(name, rowsBefore(error))) : error;
      } finally {
        input.destroy();
        parser.destroy();
      }
    },
  };
}
