/** Random access to the bytes of an upload, wherever they lie. */
import { type FileHandle, open } from "node:fs/promises";
import { SourceRefused } from "./refused.ts";

export interface ByteSource {
  size(): Promise<number>;
  /** Fills `into` from `position` on and returns how many bytes there were; fewer only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Lets go of what is held; a later read takes it again. */
  close(): Promise<void>;
}

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

/** Bytes already in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: async () => bytes.length,
    async read(into, position) {
      const part = bytes.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    async close() {},
  };
}

/** Reads exactly `length` bytes. @throws SourceRefused when the file became shorter meanwhile. */
export async function readFully(source: ByteSource, into: Uint8Array, position: number): Promise<Uint8Array> {
  if ((await source.read(into, position)) < into.length) {
    throw new SourceRefused("The file became shorter while it was being read.");
  }
  return into;
}
