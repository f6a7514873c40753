/** Words of the export and import of annotation sessions. */

import { type AnnotationExportFormat, annotationImportLimits } from "../annotation-exchange.ts";
import { apart } from "./apart.ts";

const number = (n: number) => n.toLocaleString("en-US");
const counted = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${number(n)} ${one}s`);
const annotations = (n: number) => counted(n, "annotation");

const guard =
  "What a spreadsheet would run as a formula (= + - @ where a text or a part of it begins) has an apostrophe in front; an import takes it away again.";
const formats: Readonly<Record<AnnotationExportFormat, { name: string; holds: string; loses: string }>> = {
  csv: {
    name: "CSV",
    holds:
      "Everything: times to the last digit, title, description, tags, channels, kind, colour, opacity, window, author.",
    loses: `Nothing. ${guard}`,
  },
  edf: {
    name: "EDF+",
    holds: "Start, duration and title, as an EDF+ file of annotations alone. Nobody is named in its header.",
    loses:
      "Description, tags, channels, kind, colour, opacity, window and author. Control characters in titles become blanks.",
  },
  bids: {
    name: "BIDS events.tsv",
    holds:
      "Start and duration in seconds, title (trial_type), description, channels, tags, kind, colour, opacity, window and author; the sidecar events.json comes with it.",
    loses: `The time of day, the e-mail address of the author and when it was made. Line breaks and tabs become blanks. ${guard}`,
  },
};

export const annotationExchangeText = {
  cancel: "Cancel",
  close: "Close",
  export: {
    open: "Export…",
    title: "Export sessions",
    format: "Format",
    formats,
    holds: "The file holds",
    loses: "It cannot hold",
    what: (names: readonly string[], n: number) =>
      `${names.length === 1 ? names[0] : counted(names.length, "session")}: ${annotations(n)}${names.length === 1 ? "" : ", a file for each session"}`,
    clock: (zone: string) =>
      `Times of day are those of the recording's clock (${zone}) with their offset from UTC. Seconds count from the first sample; in EDF+ from the second in its header.`,
    elapsed: "The recording does not say when it began: times are seconds from the first sample.",
    unsent: (n: number) => `${counted(n, "change")} that the server does not have yet will not be in the file.`,
    save: "Export",
    working: (k: number, of: number) => (of === 1 ? "Exporting…" : `Exporting ${number(k)} of ${number(of)}…`),
    done: (n: number) => (n === 1 ? "1 file was exported" : `${number(n)} files were exported`),
    failed: (name: string, sentence: string) => `“${apart(name)}” was not exported. ${sentence}`,
  },
  import: {
    open: "Import…",
    title: "Import annotations",
    choose: "Choose a file",
    chooseOther: "Choose another file",
    drop: "or drop it here",
    limits: `CSV, BIDS events.tsv or EDF+; at most ${annotationImportLimits.bytes / 1_000_000} MB and ${number(annotationImportLimits.rows)} annotations. Nothing is written before you say so.`,
    reading: "Reading the file…",
    formats: {
      csv: "CSV with commas",
      semicolon: "CSV with semicolons",
      tsv: "Table with tabs",
      bids: "BIDS events.tsv",
      edf: "EDF+ annotations",
    },
    understood: (n: number, format: string) => `${format}: ${annotations(n)} understood`,
    encoding: {
      "utf-8": "",
      "utf-16": "The text is UTF-16.",
      "latin-1": "The text is no UTF-8; it was read as Latin-1. Check its letters.",
    },
    ignored: (names: readonly string[]) => `Columns that are not read: ${names.join(", ")}`,
    shortened: (n: number) =>
      `${n === 1 ? "1 title is" : `${number(n)} titles are`} longer than 55 characters: shortened, with the whole text in the description.`,
    author: "You become the author of what is imported.",
    base: "Times",
    bases: { absolute: "Dates of the file", relative: "From the start of the recording" },
    baseHints: {
      absolute: "Each annotation stands at the date and time that the file says.",
      relative: "Seconds of the file are counted from the start of this recording, whatever date the file has.",
    },
    tabs: {
      label: "Rows of the file",
      new: (n: number) => `To import (${number(n)})`,
      duplicate: (n: number) => `There already (${number(n)})`,
      outside: (n: number) => `Outside the recording (${number(n)})`,
      bad: (n: number) => `Not understood (${number(n)})`,
    },
    hints: {
      new: "These are written.",
      duplicate:
        "The session has the same annotation: same times to the millisecond, title, and what else the file says.",
      outside: "They begin before the recording or end after it, and are left out.",
      bad: "They are left out.",
    },
    none: "There are none.",
    columns: { line: "Line", start: "Start", duration: "Duration", title: "Title", tags: "Tags", why: "Why" },
    why: {
      onset: (found: string) => `The start is no time: “${found}”`,
      end: (found: string) => `The end is no time after the start: “${found}”`,
      duration: (found: string) => `The duration is no length of time: “${found}”`,
      opacity: (found: string) => `The opacity is no number from 0 to 1: “${found}”`,
      line: () =>
        "From this line on nothing can be cut into cells: a quotation mark is not closed, or the line has no end.",
      text: () => "The text cannot be read.",
    },
    withDuplicates: (n: number) => `Also import the ${number(n)} that the session has already`,
    into: "Into",
    newSession: "A new session",
    name: "Name of the new session",
    wait: "Loading the annotations of the session…",
    fetchFailed: "The annotations of the session could not be loaded, so they cannot be compared.",
    tryAgain: "Try Again",
    write: (n: number) => `Import ${annotations(n)}`,
    nothing: "Nothing to import",
    writing: (done: number, of: number) => `${number(done)} of ${number(of)} saved`,
    left: (time: string) => `${time} left`,
    stop: "Stop",
    /** The browser's Back while it is written. */
    leave: {
      title: "Leave the import?",
      text: "What is not in the session yet is not imported. The same file imported again adds it.",
      yes: "Yes, leave",
      no: "No, go on importing",
    },
    waiting: "The server cannot be reached. The import goes on when it can.",
    done: (n: number, name: string) => `${annotations(n)} ${n === 1 ? "was" : "were"} imported into ${apart(name)}`,
    stopped: (n: number, name: string) =>
      `Stopped. ${annotations(n)} ${n === 1 ? "is" : "are"} in ${apart(name)}. Undo takes them back; the same file imported again adds the others.`,
    refused: (n: number, sentence: string) => `The import ended after ${annotations(n)}. ${sentence}`,
    undo: "Undo",
    undone: "Other changes came after it. Take them back first, with Undo in the list of annotations.",
    problems: {
      empty: "This file is empty.",
      binary: "This is neither a table of text nor an EDF+ file. Choose a CSV, events.tsv or EDF+ file.",
      "too large": `This file is larger than ${annotationImportLimits.bytes / 1_000_000} MB. Cut it into smaller ones.`,
      "too many": `This file has more than ${number(annotationImportLimits.rows)} annotations. Cut it into smaller ones.`,
      broken: "This file cannot be cut into rows: a quotation mark is not closed, or a row has no end.",
      "one line": "The first line of this file is longer than 100,000 characters: it is no table.",
      "no annotations": "This file holds no annotations.",
      unreadable: "This file could not be read. It may have been moved or changed; choose it again.",
    },
    noColumns: (found: readonly string[]) =>
      `The first line must name the columns: one called title or trial_type, and one called start or onset. It says: ${found.filter((one) => one !== "").join(", ") || "nothing"}.`,
  },
} as const;
