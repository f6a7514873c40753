/** The bytes of a stream in pieces of about a mebibyte: a message costs more than what is in it. */
import type { Readable } from "node:stream";

const pieceBytes = 1024 * 1024;

export async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
