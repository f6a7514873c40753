/** BIDS events.tsv of a session: tab separated, UTF-8, "n/a" where nothing is said, seconds from the first sample. */
import { guarded, listText } from "./cells.ts";
import { secondsText } from "./moments.ts";
import type { ExchangeRecording, ExchangeRow } from "./types.ts";

export const bidsColumns = [
  "onset",
  "duration",
  "trial_type",
  "description",
  "channel",
  "tags",
  "kind",
  "color",
  "opacity",
  "window",
  "author",
] as const;
export const bidsListSeparator = ",";

/** Tabs and line breaks end cells and lines, whatever quotes say to some readers: they become blanks. */
export const bidsText = (text: string): string => text.replace(/[\t\r\n]/g, " ");

/** Guarded as in CSV. A text that reads "n/a", or holds a quote, stands in quotes: it is none of the marks that it looks like. */
function cell(text: string): string {
  const plain = guarded(bidsText(text));
  if (plain === "") return "n/a";
  return plain === "n/a" || plain.includes('"') || /^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export const bidsHead = `${bidsColumns.join("\t")}\n`;

/** A line of the file. */
export const bidsLine = (row: ExchangeRow, recording: ExchangeRecording): string =>
  `${[
    secondsText(row.start_time - recording.start_ms),
    secondsText(row.end_time - row.start_time),
    cell(row.annotation_text),
    cell(row.annotation_description),
    cell(listText(row.modalities, bidsListSeparator)),
    cell(listText(row.tags, bidsListSeparator)),
    row.kind,
    row.color,
    String(row.opacity),
    cell(row.annotation_type),
    cell(row.author),
  ].join("\t")}\n`;

/** The sidecar events.json: what the columns are. */
export const bidsSidecar = (): string => {
  const list = { Delimiter: bidsListSeparator };
  const guard =
    "An apostrophe before = + - @ at the beginning, or behind a comma or semicolon, is no part of it: it keeps spreadsheets from running the text.";
  const columns: Record<(typeof bidsColumns)[number], object> = {
    onset: { Description: "Start of the annotation, counted from the first sample of the recording.", Units: "s" },
    duration: { Description: "Length of the annotation; 0 is a point in time.", Units: "s" },
    trial_type: { LongName: "Title", Description: `Title of the annotation. ${guard}` },
    description: { Description: `Text of the annotation. ${guard}` },
    channel: { Description: `Channels that the annotation is of; n/a: none is named. ${guard}`, ...list },
    tags: { Description: `Tags of the annotation. ${guard}`, ...list },
    kind: {
      Description: "What the annotation is for.",
      Levels: { note: "What a reader noticed.", artifact: "Left out of what is computed from the named channels." },
    },
    color: { Description: "Colour as #RRGGBB." },
    opacity: { Description: "Opacity from 0 to 1." },
    window: { Description: `Kind of the window that the annotation was made in. ${guard}` },
    author: { Description: `Who made the annotation. ${guard}` },
  };
  return `${JSON.stringify(columns, null, 2)}\n`;
};
