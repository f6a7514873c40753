/** Streams the samples of an archive, one stream after the other, some MB at a time. */
import type { SourceBlock } from "../../recordings/types.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import { decodeFrames, type Inexact } from "./frames.ts";
import { layOut, type Piece } from "./lay-out.ts";
import { bytesOfValue, closePart, type StreamPart } from "./part.ts";
import type { CnsStream } from "./streams.ts";

const sliceBytes = 4 * 2 ** 20;

interface Slice {
  piece: Piece;
  /** Frames of the piece before this slice, and in it. */
  done: number;
  count: number;
}

const frameBytes = ({ channels, form }: StreamPart) => channels.length * bytesOfValue[form];

async function* slicesOf({ parts, trial }: CnsStream): AsyncGenerator<Slice> {
  for await (const piece of layOut(parts, trial.placing)) {
    const perSlice = Math.max(1, Math.floor(sliceBytes / frameBytes(piece.part)));
    for (let done = 0; done < piece.count; done += perSlice) {
      yield { piece, done, count: Math.min(perSlice, piece.count - done) };
    }
  }
}

/** A file read ahead in its own order: small pieces next to each other cost one read. */
class Window {
  readonly #bytes = new Uint8Array(sliceBytes);
  #source: ByteSource | null = null;
  #from = 0;
  #length = 0;

  /** `length` bytes at `position`, valid until the next call; longer ones than the window are read on their own. */
  async read(source: ByteSource, position: number, length: number): Promise<Uint8Array> {
    if (length > sliceBytes) return readFully(source, new Uint8Array(length), position);
    if (source !== this.#source || position < this.#from || position + length > this.#from + this.#length) {
      this.#source = null;
      this.#length = await source.read(this.#bytes, position);
      this.#from = position;
      this.#source = source;
      if (this.#length < length) return readFully(source, new Uint8Array(length), position);
    }
    const begin = position - this.#from;
    return this.#bytes.subarray(begin, begin + length);
  }
}

/** All blocks, stream by stream. A later block may lie before an earlier one where the clock stepped back. */
export async function* readBlocks(streams: readonly CnsStream[], inexact: Inexact): AsyncGenerator<SourceBlock> {
  let bytesRead = 0;
  const window = new Window();
  for (const [group, stream] of streams.entries()) {
    try {
      for await (const { piece, done, count } of slicesOf(stream)) {
        const { part, startUs, isSeam, isGap } = piece;
        const size = frameBytes(part);
        const bytes = await window.read(part.data, (piece.frame + done) * size, count * size);
        bytesRead += bytes.length;
        const data = decodeFrames(bytes, part.form, part.channels.length, inexact);
        const startMs = (startUs + done * stream.trial.placing.periodUs) / 1000;
        const isFirst = done === 0;
        yield { group, startMs, isSeam: isSeam && isFirst, isGap: isGap && isFirst, count, data, bytesRead };
      }
    } finally {
      for (const part of stream.parts) await closePart(part);
    }
  }
}
