/** Which column of a table is what: names of columns in use, the better one first (formats.md section 5). */
import { type MedicationField, medicationFields } from "../../../protocol/medications.ts";
import { type Cell, textOf } from "./types.ts";

/** As they are compared: small letters and digits alone. New names are added here and nowhere else. */
const names: Readonly<Record<MedicationField, readonly string[]>> = {
  drug: [
    ...["drug", "drugname", "medication", "medicationname", "medicine", "medicinename", "med", "medname"],
    ...["drugnamegeneric", "genericname", "generic", "drugnamepoe", "product", "productname", "brandname", "infusion"],
    ...["substance", "agent", "treatment", "ordername", "itemname", "label", "item", "description"],
    ...["rxnorm", "rxnormcode", "atc", "atccode", "ndc", "itemid", "drugcode", "medicationcode", "code"],
  ],
  start: [
    ...["starttime", "startdatetime", "startdttm", "startdate", "start", "started", "startedat", "begin", "begintime"],
    ...["begindate", "from", "administrationtime", "administrationdatetime", "administrationdate", "admintime"],
    ...["administered", "administeredat", "administeredtime", "givenat", "giventime", "timegiven", "dategiven"],
    ...["charttime", "charteddate", "takentime", "eventtime", "orderstart", "datetime", "timestamp", "date", "time"],
  ],
  end: [
    ...["endtime", "enddatetime", "enddttm", "enddate", "end", "ended", "endedat", "stoptime", "stopdatetime"],
    ...["stopdate", "stop", "stopped", "until", "to", "finish", "finishtime", "finished", "discontinued"],
    ...["discontinuedat", "discontinuedate", "discontinuetime", "orderend"],
  ],
  amount: [
    ...["amount", "dose", "dosage", "doseval", "dosevalrx", "dosevalue", "doseamount", "dosegiven", "amountgiven"],
    ...["givendose", "administereddose", "quantity", "totalamount", "totaldose", "volume"],
  ],
  amountUnit: [
    ...["amountuom", "amountunit", "amountunits", "doseunit", "doseunits", "doseuom", "doseunitrx", "dosageunit"],
    ...["dosageunits", "quantityunit", "unit", "units", "uom", "unitofmeasure"],
  ],
  rate: ["rate", "infusionrate", "flowrate", "rategiven", "currentrate"],
  rateUnit: ["rateuom", "rateunit", "rateunits", "infusionrateunit", "infusionrateunits", "flowrateunit"],
  route: ["route", "routeofadministration", "administrationroute", "adminroute", "routename", "routeofadmin"],
};

/** Where each field stands, best column first; several can tell one time (a date and a time of day). */
export interface Columns {
  /** Texts of the row of column names. */
  header: readonly string[];
  of: Readonly<Record<MedicationField, readonly number[]>>;
  /** Units in the names of columns, "Dose (mg)", by column. */
  units: readonly (string | null)[];
}

/** Names that do not say of what they are the unit. */
const anyUnit: ReadonlySet<string> = new Set(["unit", "units", "uom", "unitofmeasure"]);
const lookedAtRows = 50;
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const unitBehind = /\s*[([]\s*([^)\]]{1,30}?)\s*[)\]]\s*$/;

/** The columns of a row of column names; how many fields it knows tells whether it is one. */
export function columnsOf(row: readonly Cell[]): Columns & { known: number } {
  const header = row.map(textOf);
  const own = header.map(plain);
  const bare = header.map((text) => plain(text.replace(unitBehind, "")));
  const find = (field: MedicationField) =>
    names[field].flatMap((name) => own.flatMap((text, k) => (text === name || bare[k] === name ? [k] : [])));
  const of = Object.fromEntries(
    medicationFields.map((field) => [field, [...new Set(find(field))]]),
  ) as unknown as Record<MedicationField, number[]>;
  placeUnits(of, own);
  return {
    header,
    of,
    units: header.map((text) => unitBehind.exec(text)?.[1] ?? null),
    known: medicationFields.filter((field) => of[field].length > 0).length,
  };
}

/** Columns that are called "Unit" and no more belong to the number in front of them, where there are several, or no other number. */
function placeUnits(of: Record<MedicationField, number[]>, own: readonly string[]): void {
  const units = of.amountUnit.filter((column) => anyUnit.has(own[column]));
  if (of.rate.length === 0 || (units.length < 2 && of.amount.length > 0)) return;
  const isOfRate = (column: number) => {
    const inFront = [...of.amount, ...of.rate].filter((k) => k < column);
    return inFront.length > 0 && of.rate.includes(Math.max(...inFront));
  };
  const ofRate = units.filter(isOfRate);
  of.rateUnit.push(...ofRate);
  of.amountUnit = of.amountUnit.filter((column) => !ofRate.includes(column));
}

/** Names that stand above several columns of one field: only one of them is read in each row. */
export function sharedNames({ header, of }: Columns): string[] {
  const own = header.map(plain);
  const repeated = Object.values(of).flatMap((columns) =>
    columns.filter((column) => columns.some((other) => other !== column && own[other] === own[column])),
  );
  return [...new Map(repeated.map((column) => [own[column], header[column]])).values()];
}

/**
 * The row of column names among the first rows (titles may stand above it) and its index, or null: one that names the
 * drug and something else, or a start and two things more.
 */
export async function findHeader(
  rows: AsyncIterable<readonly Cell[]>,
): Promise<{ index: number; columns: Columns } | null> {
  let best: { index: number; columns: Columns; known: number } | null = null;
  let index = 0;
  for await (const row of rows) {
    const { known, ...columns } = columnsOf(row);
    const isHeader = known >= 2 && (columns.of.drug.length > 0 || (columns.of.start.length > 0 && known >= 3));
    if (isHeader && known > (best?.known ?? 0)) best = { index, columns, known };
    if (++index >= lookedAtRows) break;
  }
  return best;
}
