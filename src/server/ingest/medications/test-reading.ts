/** Reads a sheet or a text as an ingest would, for tests. */
import { bytesSource } from "../byte-source.ts";
import { sheetsOf } from "./index.ts";
import { type MedicationRow, openTable } from "./table.ts";
import { zoneTimes } from "./zone-times.ts";

export const zone = "America/New_York";

export async function read(bytes: Uint8Array, timezone = zone) {
  const rows: MedicationRow[] = [];
  const warnings: string[] = [];
  const fields: string[] = [];
  for (const sheet of (await sheetsOf(bytesSource(bytes), "sheet.csv")).sheets) {
    const table = await openTable(sheet, { msOf: zoneTimes(timezone), latestShortYear: 2027, mostRows: 1000 });
    if (table === null) continue;
    for await (const row of table.rows()) rows.push(row);
    warnings.push(...table.warnings());
    fields.push(...table.fields);
  }
  return { rows, warnings, fields };
}

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const csv = (text: string, timezone?: string) => read(utf8(text), timezone);
export const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
export const starts = ({ rows }: { rows: MedicationRow[] }) => rows.map(({ start_ms }) => at(start_ms));
