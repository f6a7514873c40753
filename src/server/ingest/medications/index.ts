/** The door to medication files: csv, xlsx and xls, told apart by their content. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { largestWorkbookBytes } from "../../../domain/upload/sheet-bounds.ts";
import { sheetForm } from "../../../domain/upload/sheet-form.ts";
import { type MedicationField, medicationFields } from "../../../protocol/medications.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import type { JobHold } from "../../platform/jobs/index.ts";
import { demandRoom } from "../../platform/storage/room.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import { csvSheet } from "./csv.ts";
import { clearRows, storeRows } from "./store-rows.ts";
import { type MedicationRow, openTable } from "./table.ts";
import type { SheetFile } from "./types.ts";
import { readWorkbook } from "./workbook.ts";
import { zoneTimes } from "./zone-times.ts";

const text = ingestText.medications;
const mostRows = 500_000;
/** Of the rows of a file as JSON: they are kept in the database. */
const mostRowBytes = 512 * 2 ** 20;
/** What is put in at once, whichever is reached first. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 22;

export interface MedicationsOptions {
  db: NodePgDatabase;
  item: { id: number; name: string; patientKey: number; timezone: string };
  hold: JobHold;
  progress: (fraction: number) => void;
  /** Told when the part is over that a hostile file could make endless. */
  parsed: () => void;
  signal: AbortSignal;
  /** Where the database lies that the rows go to; null when it has a disk of its own. */
  databaseFolder: string | null;
}

export interface ReadMedications {
  rows: number;
  /** Fields that a column was found for. */
  fields: MedicationField[];
  warnings: string[];
}

/**
 * Reads a file and stores its rows. Safe to run again. @throws SourceRefused with one plain sentence, JobStopped, or an
 * AbortError when `signal` says so
 */
export async function readMedications(bytes: ByteSource, options: MedicationsOptions): Promise<ReadMedications> {
  const { item, parsed } = options;
  const { sheets, warnings: told } = await sheetsOf(bytes, item.name);
  parsed();
  await clearRows({ db: options.db, itemId: item.id }, options.hold);
  const msOf = zoneTimes(item.timezone);
  const latestShortYear = new Date().getUTCFullYear() + 1;
  const fields = new Set<MedicationField>();
  const warnings = [...told];
  const room: Room = { rows: mostRows, bytes: mostRowBytes };
  let [rows, hasTable, isCut] = [0, false, false];
  for (const [k, sheet] of sheets.entries()) {
    const table = await openTable(sheet, { msOf, latestShortYear, mostRows });
    if (table === null) continue;
    hasTable = true;
    for (const field of table.fields) fields.add(field);
    const onDone = (done: number) => options.progress((k + Math.min(0.95, done / mostRows)) / sheets.length);
    const stored = await storeTable(table.rows(), { before: rows, room }, { ...options, onDone });
    warnings.push(...table.warnings());
    rows += stored.count;
    isCut ||= stored.isCut;
    if (isCut) break;
  }
  if (!hasTable) throw new SourceRefused(text.noRows);
  if (isCut) warnings.unshift(text.tooManyRows(rows));
  return { rows, fields: medicationFields.filter((field) => fields.has(field)), warnings };
}

/** @throws SourceRefused */
export async function sheetsOf(bytes: ByteSource, name: string): Promise<SheetFile> {
  if ((await sheetForm(bytes, name)) === "text") return { sheets: [await csvSheet(bytes, name)], warnings: [] };
  const size = await bytes.size();
  if (size > largestWorkbookBytes) throw new SourceRefused(uploadRulesText.file.workbookTooLarge);
  const whole = new Uint8Array(size);
  await readFully(bytes, whole, 0);
  await bytes.close();
  return readWorkbook(whole, { name, mostRows: mostRows + 100 });
}

/** What may still be kept of a file. */
interface Room {
  rows: number;
  bytes: number;
}

/** Uses `room` up. `before`: rows of the sheets before. */
async function storeTable(
  rows: AsyncGenerator<MedicationRow>,
  { before, room }: { before: number; room: Room },
  { db, item, signal, onDone, databaseFolder }: MedicationsOptions & { onDone: (done: number) => void },
): Promise<{ count: number; isCut: boolean }> {
  const target = { db, itemId: item.id, patientKey: item.patientKey };
  let [count, bytes, waiting] = [0, 0, [] as string[]];
  const flush = async () => {
    signal.throwIfAborted();
    if (databaseFolder !== null) await demandRoom(databaseFolder, 2 * bytes);
    await storeRows(target, waiting);
    [bytes, waiting] = [0, []];
    onDone(before + count);
  };
  for await (const row of rows) {
    const json = JSON.stringify({ ...row, row_number: before + count + 1 });
    if (room.rows < 1 || room.bytes < json.length) {
      await flush();
      return { count, isCut: true };
    }
    room.rows--;
    room.bytes -= json.length;
    bytes += json.length;
    waiting.push(json);
    count++;
    if (waiting.length >= rowsAtOnce || bytes >= bytesAtOnce) await flush();
  }
  await flush();
  return { count, isCut: false };
}
