/** What the Files tab and the CSV viewer say. The wording follows spec 000 sections 2 and 8 where it gives one. */
import { apart } from "./apart.ts";

const number = (n: number) => n.toLocaleString("en-US");

export const filesText = {
  label: "Files",
  columns: {
    name: "Name",
    createtime: "Time created",
    modtime: "Time modified",
    size: "Size",
    actions: "Actions",
  },
  path: "Path",
  folder: (site: string, patient: string) => `${apart(site)} / ${apart(patient)}`,
  directory: "Directory",
  /** The directory of files that analyses made; the other is for a patient of whom something of this name was uploaded. */
  results: "Analyses",
  otherResults: (n: number) => `Analyses (results${n === 2 ? "" : ` ${n - 1}`})`,
  in: (path: string) => `in ${apart(path)}`,
  unknownTime: "unknown",
  emptyHint: "Uploaded files are listed here as soon as they have been read.",
  loadingMore: (name: string) => `Loading the files of ${apart(name)}`,
  moreFailed: (name: string) => `The files of ${apart(name)} could not be read.`,
  tryAgain: "Try Again",
  zone: (timezone: string) => `Times in ${timezone}`,
  actionsOf: (name: string) => `Actions for ${apart(name)}`,
  view: "View",
  download: "Download",
  notSupported: "File type not supported",
  downloadFailed: "The file could not be downloaded.",
  csv: {
    rows: (name: string) => `Rows of ${apart(name)}`,
    close: "Close",
    loading: "Reading the file",
    counting: "Counting the rows",
    columnName: (position: number) => `Column ${position}`,
    tooLarge: "Search and sort disabled for CSV files larger than 200 MB.",
    someColumns: (shown: number, all: number) =>
      `The first ${number(shown)} of ${number(all)} columns are shown. Choose others under Columns.`,
    noColumns: "This file is empty.",
  },
  refused: {
    gone: "This file or directory does not exist.",
    damaged:
      "The server has lost a part of this file. Whoever runs the server can bring it back from a backup, or the file can be uploaded again.",
    damagedIn: (path: string, others: number) =>
      `The server has lost a part of "${apart(path)}"${others === 0 ? "" : ` and of ${number(others)} more ${others === 1 ? "file" : "files"}`} in this directory. Whoever runs the server can bring that back from a backup, or the directory can be uploaded again; its other files can be downloaded one by one.`,
    addressGone: "This download address has been used or has expired. Please download again.",
    notText: "This file is not a table of text.",
    rowTooLong: (row: number) => `Row ${number(row)} of this file is too long: a quotation mark may not be closed.`,
    tooManyColumns: (most: number) => `This file has more than ${number(most)} columns.`,
    rowsTooLong: "These rows are too long to be shown together.",
    noTable: "This file cannot be searched or sorted.",
    noRoom: "The server has no room to search or sort this file at the moment. Please tell your administrator.",
    tooSlow:
      "This took too long and was stopped. Narrow the search, or download the file to search and sort it on your computer.",
  },
} as const;
