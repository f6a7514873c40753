/** A chosen file as the parsers of `domain` read it: a slice at a time, never the whole. */
import type { ByteSource } from "../../../domain/files/byte-source.ts";
import { readFully } from "../../../domain/files/byte-source.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";

export function blobSource(blob: Blob): ByteSource {
  return {
    size: async () => blob.size,
    async read(into, position) {
      const part = await bytesOf(blob.slice(position, position + into.length));
      into.set(part);
      return part.length;
    },
    close: async () => undefined,
  };
}

/** @throws SourceRefused when the file on disk changed or went away since it was chosen */
export async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) throw new SourceRefused(uploadRulesText.file.wentAway);
    throw error;
  }
}

/** The first `length` bytes, or all of a shorter file. */
export const headOf = (blob: Blob, length: number): Promise<Uint8Array> =>
  readFully(blobSource(blob), new Uint8Array(Math.min(length, blob.size)), 0);
