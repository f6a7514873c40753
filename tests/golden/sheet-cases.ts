/** Sheets whatever their bytes: what the wizard and the server make of them, and what they must be. */
import { expect } from "vitest";
import { inspectMedication } from "../../src/app/upload/choose/inspect-medication.ts";
import { openSheet } from "../../src/app/upload/choose/open-sheet.ts";
import { bytesSource } from "../../src/domain/files/byte-source.ts";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { sheetsOf } from "../../src/server/ingest/medications/index.ts";
import { openTable } from "../../src/server/ingest/medications/table.ts";
import { type Cell, isWallTime, textOf } from "../../src/server/ingest/medications/types.ts";
import { zoneTimes } from "../../src/server/ingest/medications/zone-times.ts";
import { chosenFile } from "./chosen-files.ts";

export interface LookedAt {
  /** Null where the wizard takes the file. */
  atChoice: string | null;
  atIngest: string | null;
  /** Cells as they are shown, by sheet and row, those at the end of a row that are empty left out. */
  rows: string[][][];
  warnings: readonly string[];
}

const options = { msOf: zoneTimes("America/New_York"), latestShortYear: 2027, mostRows: 1000 };

/** Looks at a file as the wizard and as the server do. Anything but a sentence is an error. */
export async function lookAt(name: string, bytes: Uint8Array): Promise<LookedAt> {
  const { error } = await inspectMedication(chosenFile(name, bytes), {}, async (content) => openSheet(content));
  const looked: LookedAt = { atChoice: error, atIngest: null, rows: [], warnings: [] };
  try {
    const { sheets, warnings } = await sheetsOf(bytesSource(bytes), name);
    looked.warnings = warnings;
    for (const sheet of sheets) {
      const rows: string[][] = [];
      for await (const row of sheet.rows()) rows.push(shown(row));
      looked.rows.push(rows);
      const table = await openTable(sheet, options);
      if (table === null) continue;
      for await (const row of table.rows()) {
        const numbers = [row.start_ms, row.end_ms, row.amount, row.rate].every((n) => n === null || Number.isFinite(n));
        const cells = row.original.cells.every(([column, value]) => column !== "" && isKept(value));
        if (!numbers || !cells) throw new Error(`a row holds what cannot be kept: ${JSON.stringify(row)}`);
      }
      expect(table.warnings().filter((sentence) => !/^[A-Z\d].*\.$/s.test(sentence))).toEqual([]);
    }
  } catch (refusal) {
    if (!(refusal instanceof SourceRefused)) throw refusal;
    looked.atIngest = refusal.message;
  }
  for (const sentence of [looked.atChoice, looked.atIngest])
    if (sentence !== null) expect(sentence).toMatch(/^(?:Unable to read |The )/);
  return looked;
}

const isKept = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));

/** As it is shown: a number and its text are different things. */
function shown(row: readonly Cell[]): string[] {
  const texts = row.map((cell) => {
    if (cell === undefined) throw new Error("a cell is neither a value nor empty");
    if (typeof cell === "number" && !Number.isFinite(cell)) throw new Error("a cell is no number");
    return cell === null || cell === ""
      ? ""
      : typeof cell === "string" || isWallTime(cell)
        ? `'${textOf(cell)}`
        : textOf(cell);
  });
  let end = texts.length;
  while (end > 0 && (texts[end - 1] === "" || texts[end - 1] === "'")) end--;
  return texts.slice(0, end).map((text) => (text === "'" ? "" : text));
}

/** Without rows at the end that are empty. */
export function filled(rows: readonly string[][]): string[][] {
  let end = rows.length;
  while (end > 0 && rows[end - 1].length === 0) end--;
  return rows.slice(0, end);
}
