/** Random access to the bytes of a file, wherever they lie: on disk, in an object store, chosen in the browser. */
import { SourceRefused } from "./source-refused.ts";

export interface ByteSource {
  size(): Promise<number>;
  /** Fills `into` from `position` on and returns how many bytes there were; fewer only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Lets go of what is held; a later read takes it again. */
  close(): Promise<void>;
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
