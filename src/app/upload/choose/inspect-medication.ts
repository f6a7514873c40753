/** Looks at a medication sheet: its form by content, and whether it opens. Rows are not searched. */
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { toldNotes, triedRows } from "../../../domain/upload/book-notes.ts";
import { endlessRow } from "../../../domain/upload/csv-form.ts";
import { fileNameProblem } from "../../../domain/upload/names.ts";
import { largestWorkbookBytes } from "../../../domain/upload/sheet-bounds.ts";
import { sheetForm } from "../../../domain/upload/sheet-form.ts";
import { mostCells, mostColumns } from "../../../domain/upload/sheet-scan.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { largestFileBytes } from "../../../protocol/uploads.ts";
import { blobSource, bytesOf } from "./blob-source.ts";
import { candidate, diskFile, noFacts, orRefused, refused, sourceOf } from "./candidate.ts";
import { trySheet } from "./try-sheet.ts";
import type { Candidate, ChosenEntry, InspectOptions } from "./types.ts";

const { file: sentences, warnings: told } = uploadRulesText;
/** Of a text, whose rows need no memory on the server. A row that does not end is found within a megabyte. */
const lookedAtBytes = 16 * 2 ** 20;

/** `open`: how files are tried; a worker unless told. */
export function inspectMedication(
  entry: ChosenEntry,
  { signal }: InspectOptions = {},
  open: typeof trySheet = trySheet,
): Promise<Candidate> {
  const { file } = entry;
  const { name } = file;
  return orRefused("medications", name, async () => {
    signal?.throwIfAborted();
    const problem = fileNameProblem(name) ?? (file.size > largestFileBytes ? sentences.tooLarge : null);
    if (problem !== null) return refused("medications", name, problem);
    if (!/\.(csv|xlsx|xls)$/i.test(name)) return refused("medications", name, sentences.notMedication);
    const form = await sheetForm(blobSource(file), name);
    const warnings: string[] = [told.sheetRows];
    if (form !== "text" && file.size > largestWorkbookBytes) throw new SourceRefused(sentences.workbookTooLarge);
    const looked = form === "text" ? file.slice(0, lookedAtBytes) : file;
    const answer = await open((await bytesOf(looked)).buffer, looked.size === file.size, signal);
    if (answer === "locked") throw new SourceRefused(sentences.passwordProtected);
    if (answer === "unreadable") throw new SourceRefused(sentences.unreadable(name));
    if ("rowsBefore" in answer) throw new SourceRefused(endlessRow(name, answer.rowsBefore));
    const isPart = looked.size < file.size;
    if (answer.wideRows > 0) warnings.push(told.sheetWide(answer.wideRows, { most: mostColumns, isPart }));
    if (answer.fullRows > 0) warnings.push(told.sheetFull(answer.fullRows, { most: mostCells, isPart }));
    warnings.push(...answer.letters, ...toldNotes(answer));
    if (isPart) warnings.push(told.sheetTextInPart);
    if (answer.isPart) warnings.push(told.sheetRowsInPart(triedRows));
    signal?.throwIfAborted();
    const source = { kind: "medications", chosenName: name } as const;
    const plain = sourceOf({ ...source, name, files: [diskFile(name, entry)], removed: [] });
    return candidate({
      ...source,
      warnings,
      facts: noFacts,
      findings: [],
      plain,
      cleaned: plain,
    });
  });
}
