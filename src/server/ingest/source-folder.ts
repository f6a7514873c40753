/** A directory of a source, wherever it lies: on a disk, or in an upload (uploads/upload-folder.ts). */
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type ByteSource, fileSource } from "./byte-source.ts";

export interface SourceFolder {
  readonly name: string;
  /** Names of the files and folders directly in it. What is neither is not there. */
  names(): Promise<{ files: string[]; folders: string[] }>;
  /** Of one of the names; opened on first use. */
  file(name: string): ByteSource;
  folder(name: string): SourceFolder;
}

/** A directory on disk. Links are not followed, so that nothing outside of it is read. */
export function diskFolder(path: string): SourceFolder {
  return {
    name: basename(resolve(path)),
    async names() {
      const entries = await readdir(path, { withFileTypes: true });
      // What is no UTF-8 was replaced in the name and cannot be opened by it.
      const readable = entries.filter(({ name }) => !name.includes("\ufffd"));
      return {
        files: readable.filter((one) => one.isFile()).map(({ name }) => name),
        folders: readable.filter((one) => one.isDirectory()).map(({ name }) => name),
      };
    },
    file: (name) => fileSource(join(path, name)),
    folder: (name) => diskFolder(join(path, name)),
  };
}
