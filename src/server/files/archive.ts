/** A directory as a zip archive, made while it is sent: files are opened one after the other and stored as they are. */
import type { PassThrough, Readable } from "node:stream";
import { ArchiveNames } from "./archive-names.ts";

export interface ArchiveEntry {
  /** Parts separated by "/". */
  path: string;
  size: number;
  /** Epoch ms. */
  modifiedAt: number;
  open: () => Promise<Readable>;
}

export interface Archive {
  stream: Readable;
  /** Bytes of the whole archive; null where they cannot be told. */
  size: number | null;
}

/** The earliest time a zip archive can say. */
const earliest = Date.UTC(1980, 0, 2);
const regularFile = 0o100644;

/**
 * Destroying the stream closes the file that is being read, and no other one is opened. A file that cannot be read
 * destroys the stream: whoever downloads sees that the archive is not whole.
 */
export async function archiveOf(entries: readonly ArchiveEntry[]): Promise<Archive> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  stream.once("close", () => current?.destroy());
  stream.on("error", () => undefined); // whoever sends it is told too; this is for the moment before
  zip.on("error", (error: Error) => stream.destroy(error));
  const names = new ArchiveNames();
  for (const { path, size, modifiedAt, open } of entries)
    zip.addReadStreamLazy(
      names.nameOf(path),
      { compress: false, size, mode: regularFile, mtime: new Date(Math.max(modifiedAt, earliest)) },
      (give) => {
        if (stream.destroyed) return;
        const opening = open().then((opened) => {
          current = opened;
          opened.once("error", (error) => stream.destroy(error));
          if (stream.destroyed) opened.destroy();
          else give(null, opened);
        });
        opening.catch((error: Error) => stream.destroy(error));
      },
    );
  let total: number | null = null;
  const onSize = (bytes: number) => {
    total = bytes >= 0 ? bytes : null;
  };
  zip.end({ forceZip64Format: false, comment: "" }, onSize as () => void);
  return { stream, size: total };
}
