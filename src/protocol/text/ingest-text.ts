/** What is said while the parts of an upload are read: the messages of the Uploads tab. */

import type { MedicationField } from "../medications.ts";
import { apart } from "./apart.ts";

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
const listedAtMost = 20;
const placeIn = (sheet: string | null) => (sheet === null ? "the file" : `the sheet "${apart(sheet)}"`);

const fieldNames: Record<MedicationField, string> = {
  drug: "drug",
  start: "start",
  end: "end",
  amount: "amount",
  amountUnit: "unit of the amount",
  rate: "rate",
  rateUnit: "unit of the rate",
  route: "route",
};

export const ingestText = {
  begun: (name: string) => `Reading ${apart(name)} has begun.`,
  done: (name: string) => `${apart(name)} was read.`,
  /** It waits, and begins or goes on by itself. */
  waits: {
    room: (name: string) =>
      `There is no room on the server to read ${apart(name)}. It will be read by itself as soon as there is room; nothing has to be sent again.`,
    calm: (name: string) =>
      `Reading ${apart(name)} was interrupted several times because the server ended. It will be tried again by itself later; nothing has to be sent again.`,
  },
  goesOn: (name: string) => `Reading ${apart(name)} goes on.`,
  failed: (name: string, reason: string) => `${apart(name)} could not be read. ${reason}`,
  canceled: (name: string) => `Reading ${apart(name)} was canceled.`,
  /** Sentences about what was forgiven or left out. */
  repaired: (name: string, sentences: readonly string[]) => {
    const more = sentences.length - listedAtMost;
    const shown = sentences.slice(0, listedAtMost).join(" ");
    return `${count(sentences.length, "thing was", "things were")} repaired or left out in ${apart(name)}: ${shown}${
      more > 0 ? ` And ${more.toLocaleString("en-US")} more.` : ""
    }`;
  },
  /** A reader that does not come to an end. */
  tookTooLong:
    "Reading it took too long and was ended: its times or tables are damaged, or it cannot be read fast enough.",
  /** The text of an annotation whose end is not known. */
  durationUnread: (text: string) => `${text} (duration unreadable)`,
  /** The text of an annotation that has a duration and none. */
  noText: "(no text)",
  /** Nobody foresaw it; the log knows more. */
  unforeseen: "Something went wrong on our side. The support team can have it read again.",
  /** An encrypted info file. */
  notDecrypted: (path: string) => `The encrypted file ${path} cannot be decrypted.`,

  medications: {
    passwordProtected: "The file is password-protected.",
    unreadable: (name: string) => `Unable to read ${apart(name)}`,
    tookTooLong: "Reading it took too long. Please upload it again in smaller files.",
    read: (name: string, rows: number, fields: readonly MedicationField[]) => {
      const columns = fields.map((field) => fieldNames[field]).join(", ");
      const found = fields.length === 0 ? "None of its columns was recognised" : `Columns recognised: ${columns}`;
      return `${apart(name)} was read: ${count(rows, "row")}. ${found}.`;
    },
    check: (name: string, sentences: readonly string[]) => `Please check ${apart(name)}. ${sentences.join(" ")}`,
    noHeader: (sheet: string | null) =>
      `${sheet === null ? "The file" : `The sheet "${apart(sheet)}"`} has no row of column names that is known; its rows were kept as they are.`,
    noRows: "The file holds no rows.",
    tooManyRows: (most: number) => `Only the first ${most.toLocaleString("en-US")} rows were read.`,
    notUtf8: (places: number) =>
      `${count(places, "place")} of the file ${places === 1 ? "is" : "are"} damaged and no UTF-8; "\ufffd" stands there.`,
    joinedRows: (cells: number) =>
      `${count(cells, "cell")} in quotes ${cells === 1 ? "holds" : "hold"} line breaks and as many separators as a row has: if a closing quote is missing, rows were read as one.`,
    wideRows: (sheet: string | null, { rows, most }: { rows: number; most: number }) =>
      `${count(rows, "row")} of ${placeIn(sheet)} ${rows === 1 ? "holds" : "hold"} something behind column ${most.toLocaleString("en-US")}; it was not read.`,
    longRows: (sheet: string | null, { rows, most }: { rows: number; most: number }) =>
      `${count(rows, "row")} of ${placeIn(sheet)} ${rows === 1 ? "has" : "have"} more than ${most.toLocaleString("en-US")} filled cells; the first ${most.toLocaleString("en-US")} ${rows === 1 ? "were" : "of each were"} kept as they are written.`,
    longTexts: (sheet: string | null, { cells, most }: { cells: number; most: number }) =>
      `${count(cells, "cell")} of ${placeIn(sheet)} ${cells === 1 ? "holds" : "hold"} more than ${most.toLocaleString("en-US")} characters; only the first ${most.toLocaleString("en-US")} were kept.`,
    longSheets: (most: number) =>
      `A sheet goes on behind row ${most.toLocaleString("en-US")}; what stands there was not read.`,
    tooManySheets: (most: number) => `Only the first ${most} sheets were read.`,
    undecided: (column: string, cells: number) =>
      `In the column "${apart(column)}" nothing tells the day from the month; ${count(cells, "time is", "times are")} unknown.`,
    contradictory: (column: string, cells: number) =>
      `The column "${apart(column)}" holds dates of both orders, day first and month first; ${count(cells, "time is", "times are")} unknown.`,
    notTimes: (column: string, cells: number) =>
      `${count(cells, "cell")} of the column "${apart(column)}" ${cells === 1 ? "holds" : "hold"} no date that can be read.`,
    noDates: (column: string, cells: number) =>
      `${count(cells, "cell")} of the column "${apart(column)}" ${cells === 1 ? "holds" : "hold"} a time without a date; ${cells === 1 ? "it is" : "they are"} unknown.`,
    notNumbers: (column: string, cells: number) =>
      `${count(cells, "cell")} of the column "${apart(column)}" ${cells === 1 ? "is" : "are"} no single number; ${cells === 1 ? "it was" : "they were"} kept as text.`,
    negative: (column: string, cells: number) =>
      `${count(cells, "cell")} of the column "${apart(column)}" ${cells === 1 ? "is" : "are"} below zero; ${cells === 1 ? "it was" : "they were"} kept as written.`,
    ownUnits: (column: string, cells: number) =>
      `${count(cells, "cell")} of the column "${apart(column)}" ${cells === 1 ? "names" : "name"} another unit than the column of units beside it; the unit in the cell was taken.`,
    sharedName: (column: string) =>
      `Several columns are called "${apart(column)}"; of each row the first of them that holds something was read, and all were kept as they are.`,
    endsBefore: (sheet: string | null, rows: number) =>
      `${count(rows, "row")} of ${placeIn(sheet)} ${rows === 1 ? "ends before it starts" : "end before they start"}; both times were kept as written.`,
    shortYears: (column: string, pivot: number) =>
      `The column "${apart(column)}" writes years with two digits; they were taken as ${pivot - 99} to ${pivot}.`,
    farTimes: (column: string, cells: number) =>
      `${count(cells, "time")} of the column "${apart(column)}" ${cells === 1 ? "lies" : "lie"} before 1900 or after 2100.`,
  },
} as const;
