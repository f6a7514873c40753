/** Random access to the bytes of an upload, wherever they lie. */
import { type FileHandle, open } from "node:fs/promises";
import type { ByteSource } from "../../domain/files/byte-source.ts";
import { SourceRefused } from "../../domain/files/source-refused.ts";

export { type ByteSource, bytesSource, readFully } from "../../domain/files/byte-source.ts";

/** A file on disk, opened on first use. */
export function fileSource(path: string): ByteSource {
  let handle: Promise<FileHandle> | null = null;
  const opened = () => {
    handle ??= open(path, "r");
    return handle;
  };
  return {
    async size() {
      const facts = await (await opened()).stat();
      if (!facts.isFile()) throw new SourceRefused("This is not a file.");
      return facts.size;
    },
    async read(into, position) {
      const file = await opened();
      let done = 0;
      while (done < into.length) {
        const { bytesRead } = await file.read(into, done, into.length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return done;
    },
    async close() {
      const file = await handle?.catch(() => null);
      handle = null;
      await file?.close();
    },
  };
}
