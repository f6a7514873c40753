/** What is said about patient ids and about files a user chose. The wording of ids, CNS and sheets follows spec 000 section 5. */

import type { PatientIdType } from "../uploads.ts";
import { apart } from "./apart.ts";

const characters: Record<PatientIdType, string> = {
  NUMERIC: "digits",
  ALPHA: "letters",
  ALPHANUMERIC: "letters and digits",
  ALPHA_LOWER: "lower-case letters",
  ALPHA_UPPER: "upper-case letters",
  ALPHANUMERIC_UPPER: "upper-case letters and digits",
  ALPHANUMERIC_LOWER: "lower-case letters and digits",
};

/** Why a workbook is not opened, and what helps. */
const tooLarge = (why: string) =>
  `The sheet is too large to be opened: ${why}. Please save it as a .csv file, or in smaller files.`;

export const uploadRulesText = {
  patientId: {
    required: "This field is required.",
    length: (n: number) => `Patient ID must be ${n} ${n === 1 ? "character" : "characters"}.`,
    characters: (type: PatientIdType) => `Patient ID may hold ${characters[type]} only.`,
  },
  folder: {
    empty: "The folder is empty.",
    corruptedCns: "The CNS directory is corrupted: it has neither patient.info nor admission.info.",
    unreadable: "The folder cannot be read.",
    badNames: "The folder, or a file in it, has a name that cannot be stored.",
    alikeNames: "The folder holds two files whose names differ in capital letters only.",
    tooManyFiles: (most: number) => `The folder holds more than ${most.toLocaleString("en-US")} files.`,
  },
  file: {
    empty: "The file is empty.",
    badName: "The name of the file cannot be stored.",
    tooLarge: "The file is larger than this portal accepts.",
    wentAway: "The file was changed or removed while it was being read.",
    unreadable: (name: string) => `Unable to read ${apart(name)}`,
    endlessRow: (name: string, row: number) =>
      `Unable to read ${apart(name)}: row ${row.toLocaleString("en-US")} does not end. The quote that closes a text may be missing in it.`,
    passwordProtected: "The file is password-protected.",
    sheetTooLarge: tooLarge("it unpacks to more than 128 MB"),
    sheetTextsTooLarge: tooLarge("its texts unpack to more than 64 MB"),
    workbookTooLarge: tooLarge("the file is larger than 100 MB"),
    tooManyParts: tooLarge("it has more than 5,000 parts"),
    notPackedAsSheets: "The sheet cannot be opened: it is packed as no workbook is. Please save it as a .csv file.",
    tooManyNames: "The file holds a name of its header at so many places that they cannot be removed.",
    notEdf: "The name of an EDF file must end in .edf or .bdf.",
    notMedication: "A medication file must be a .csv, .xlsx or .xls file.",
  },
  /** Findings: what the field is. */
  fields: {
    name: "Patient name",
    identifier: "Hospital number",
    birthDate: "Birth date",
    sex: "Sex",
    patientField: "Patient field",
    recordingField: "Recording field",
    administration: "Administration code",
    technician: "Technician",
    staff: "Name of staff",
    contact: "Address or contact",
    other: "Other personal detail",
    fileName: "File name",
    folderName: "Folder name",
    inAnnotations: (places: number) =>
      places === 1 ? "Name in annotations" : `Name in annotations (${places} places)`,
    inText: (places: number) => (places === 1 ? "Name in free text" : `Name in free text (${places} places)`),
  },
  /** What was removed, without what it was. */
  removed: {
    info: (elements: string) => `Removed from the info files: ${elements}.`,
    infoOthers: (n: number) =>
      `${n === 1 ? "One other element was" : `${n} other elements were`} removed from the info files.`,
    edfFields: "The patient field was cleared, and the recording field but for the start date.",
    edfSignals: "Names were removed from the descriptions of signals.",
    edfTexts: (places: number) => `Names were removed from the annotations at ${plural(places, "place")}.`,
    headers: (files: number) => `Names and patient number were removed from the headers of ${plural(files, "file")}.`,
    studyText: "Personal details were removed from the study information.",
    notes: (places: number) => `Names were removed from the notes at ${plural(places, "place")}.`,
    staff: "Names of staff were removed from the notes.",
    freeText: (places: number) => `Names were removed from text files at ${plural(places, "place")}.`,
    names: "The folder and its files were renamed.",
    folderName: "The folder was renamed.",
    fileName: "The file was renamed.",
  },
  warnings: {
    cnsFreeText:
      "Events and other free text are sent as they are. Only names found in the info files are looked for in them.",
    cnsLeftOut: (n: number) => `${plural(n, "file")} of no CNS kind will not be sent.`,
    cnsSegmentsLeftOut: "Segment folders are left out, because only a directory with admission.info has segments.",
    cnsTextTooLarge: (n: number) => `${plural(n, "text file")} too large to be searched for names will not be sent.`,
    natusVideo: (n: number) => `${plural(n, "video file")} will not be sent, because faces identify a patient.`,
    natusLeftOut: (n: number) => `${plural(n, "file")} that the portal does not read will not be sent.`,
    natusTextTooLarge: (n: number) => `${plural(n, "text file")} too large to be searched for names will not be sent.`,
    natusPacketsInPart: "The raw data files of this large study were looked at in part; the server reads the rest.",
    natusNotes: "Notes are searched for the names in the headers, and for no others.",
    natusNotesDamaged: "Notes that cannot be followed will not be sent.",
    edfAnnotations: "Annotations are sent as they are; the header has no name that could be looked for in them.",
    edfStampsInPart:
      "The time stamps and annotations of this long file were looked at in part; the server reads the rest.",
    edfSearched: "Annotations are searched for the names and numbers in the header, and for no others.",
    sheetRows: "The rows of the sheet are sent as they are; they were not searched for names.",
    sheetWide: (n: number, { most, isPart }: { most: number; isPart: boolean }) =>
      `${isPart ? "At least " : ""}${plural(n, "row")} of the file ${n === 1 ? "has" : "have"} cells behind column ${most.toLocaleString("en-US")}; they are not read.`,
    sheetFull: (n: number, { most, isPart }: { most: number; isPart: boolean }) =>
      `${isPart ? "At least " : ""}${plural(n, "row")} of the file ${n === 1 ? "has" : "have"} more than ${most} filled cells; the first ${most} ${n === 1 ? "are" : "of each are"} kept as they are written.`,
    sheetsHidden: (n: number) =>
      `${plural(n, "sheet")} of the file ${n === 1 ? "is" : "are"} hidden in spreadsheet programs, and read like the others.`,
    sheetLetters: (codePage: string) => `The file is no UTF-8 text; its letters beyond ASCII are read as ${codePage}.`,
    sheetTextInPart: "Only the first 16 MB of this long file were looked at; the server reads the rest.",
    sheetRowsInPart: (most: number) =>
      `Only the first ${most} rows of each sheet of this large file were looked at; the server reads the rest.`,
    sheetHiddenRows: (n: number) =>
      `${plural(n, "row")} of the file ${n === 1 ? "is" : "are"} hidden in spreadsheet programs, by a filter or by hand, and read like the others.`,
    sheetHiddenColumns: (n: number) =>
      `${plural(n, "column")} of the file ${n === 1 ? "is" : "are"} hidden in spreadsheet programs, and read like the others.`,
    sheetMerged: (n: number) =>
      `${plural(n, "cell")} of the file ${n === 1 ? "is" : "are"} merged over several rows; only the first of these rows holds what is written there.`,
    sheetFormulas: (n: number) =>
      `${plural(n, "cell")} of the file ${n === 1 ? "has a formula whose result was" : "have formulas whose results were"} never stored, and ${n === 1 ? "is" : "are"} read as empty. A spreadsheet program stores them when it opens and saves the file.`,
  },
} as const;

function plural(n: number, noun: string): string {
  return `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}
