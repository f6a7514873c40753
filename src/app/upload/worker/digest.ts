/**
 * Digest of a blob as an S3-compatible store calculates its etag (spec 000 section 9): MD5 up to 40,000,000 bytes, above it
 * the MD5 of the parts' MD5s and "-" with their number. Lower-case hex.
 */
import type { IHasher } from "hash-wasm";
import { largestPlainMd5Bytes, uploadPartBytes } from "../../../protocol/upload-limits.ts";

const readBytes = 1024 * 1024;
/** Up to this size a blob is read in one go: the reads of many small files then overlap. */
const smallBytes = readBytes;

export const partCountOf = (size: number): number =>
  size <= largestPlainMd5Bytes ? 1 : Math.ceil(size / uploadPartBytes);

export interface Digester {
  /** `onBytes` is told how many bytes more were read. @throws DOMException NotReadableError when the file cannot be read any more */
  digest(blob: Blob, onBytes: (bytes: number) => void): Promise<string>;
}

/** Blobs are read side by side when small; of large ones one is read at a time. Two hashers with a state each are enough. */
export function createDigester(small: IHasher, large: IHasher): Digester {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async digest(blob, onBytes) {
      if (blob.size <= smallBytes) {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        demandWhole(bytes.length, blob);
        onBytes(bytes.length);
        return small.init().update(bytes).digest("hex");
      }
      const work = turn.then(() => digestLarge(blob, large, onBytes));
      turn = work.catch(() => undefined);
      return work;
    },
  };
}

async function digestLarge(blob: Blob, hasher: IHasher, onBytes: (bytes: number) => void): Promise<string> {
  const isPlain = blob.size <= largestPlainMd5Bytes;
  const partBytes = isPlain ? Number.POSITIVE_INFINITY : uploadPartBytes;
  const parts = new Uint8Array(isPlain ? 0 : 16 * partCountOf(blob.size));
  let [part, inPart, total] = [0, 0, 0];
  hasher.init();
  const endPart = () => {
    parts.set(hasher.digest("binary"), 16 * part++);
    hasher.init();
    inPart = 0;
  };
  for await (const chunk of chunksOf(blob)) {
    for (let at = 0; at < chunk.length; ) {
      const take = Math.min(chunk.length - at, partBytes - inPart);
      hasher.update(chunk.subarray(at, at + take));
      at += take;
      inPart += take;
      if (inPart === partBytes) endPart();
    }
    total += chunk.length;
    onBytes(chunk.length);
  }
  demandWhole(total, blob);
  if (isPlain) return hasher.digest("hex");
  if (inPart > 0) endPart();
  return `${hasher.init().update(parts).digest("hex")}-${part}`;
}

/** Pieces of a blob, one after the other in the same memory: each is good until the next is asked for. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = blob.stream().getReader({ mode: "byob" });
  } catch {
    yield* plainChunksOf(blob); // a browser whose blobs are no byte streams
    return;
  }
  let buffer = new ArrayBuffer(readBytes);
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done || value === undefined) return;
    yield value;
    buffer = value.buffer as ArrayBuffer;
  }
}

async function* plainChunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** A file that became shorter since it was chosen must not be taken for a whole one. */
function demandWhole(bytes: number, blob: Blob): void {
  if (bytes !== blob.size) throw new DOMException("The file has another size now.", "NotReadableError");
}
