/** Walks through directories that were dropped on the page. */
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { mostUploadFiles } from "../../../protocol/uploads.ts";
import type { Pace } from "./pace.ts";
import type { ChosenEntry } from "./types.ts";

/** Adds the files of an entry to `entries`. @throws SourceRefused when a directory cannot be read or holds too many files */
export async function walkEntry(entry: FileSystemEntry, entries: ChosenEntry[], pace: Pace): Promise<void> {
  const waiting: { entry: FileSystemEntry; path: string }[] = [{ entry, path: entry.name }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    await pace.step();
    if (entries.length + waiting.length > mostUploadFiles) {
      throw new SourceRefused(uploadRulesText.folder.tooManyFiles(mostUploadFiles));
    }
    if (next.entry.isFile) entries.push({ path, file: await fileOf(next.entry as FileSystemFileEntry) });
    else {
      const reader = (next.entry as FileSystemDirectoryEntry).createReader();
      // A reader gives a hundred at a time, then none.
      for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader)) {
        waiting.push(...batch.map((one) => ({ entry: one, path: `${path}/${one.name}` })));
      }
    }
  }
}

const unreadable = () => new SourceRefused(uploadRulesText.folder.unreadable);

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, () => reject(unreadable()));
  });

const batchOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    reader.readEntries(resolve, () => reject(unreadable()));
  });
