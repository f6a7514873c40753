/** Reads spans of blocks of a stored array: one read a span and chunk file, of bounded size. */
import { join } from "node:path";
import type { FilePool, WantedBytes } from "./file-pool.ts";
import { type ArrayLayout, blockBytes, blockValues } from "./geometry.ts";

/** Blocks [from, to). */
export interface BlockSpan {
  from: number;
  to: number;
}

/** Blocks that were read: values [block][channel][perBlock][parts]. */
export interface BlockPart {
  first: number;
  count: number;
  values: Int16Array | Float32Array;
}

/** Reads are handed over in batches of about this size, so that memory stays bounded whatever the span. */
const batchBytes = 16 * 1024 * 1024;
/** Buffers of former batches, because fresh memory costs more than the reading does. */
const spare: ArrayBuffer[] = [];
const maxSpare = 4;

interface PlannedRead {
  path: string;
  position: number;
  first: number;
  count: number;
}

/**
 * Calls `use` with the blocks of `spans` (ascending, disjoint) in order; blocks of absent chunks are left out. The values
 * are void after `use` returned.
 */
export async function readBlocks(
  files: FilePool,
  folder: string,
  layout: ArrayLayout,
  spans: readonly BlockSpan[],
  use: (part: BlockPart) => void,
): Promise<void> {
  for (const batch of batches(folder, layout, spans)) {
    const bytesPerBlock = blockBytes(layout);
    const total = batch.reduce((sum, { count }) => sum + count * bytesPerBlock, 0);
    const buffer = takeBuffer(total);
    let offset = 0;
    const wanted: WantedBytes[] = [];
    const parts: BlockPart[] = [];
    for (const { path, position, first, count } of batch) {
      const [length, values] = [count * bytesPerBlock, count * blockValues(layout)];
      wanted.push({ path, position, bytes: new Uint8Array(buffer, offset, length) });
      const view = layout.sampleType === "int16" ? Int16Array : Float32Array;
      parts.push({ first, count, values: new view(buffer, offset, values) });
      offset += length;
    }
    const found = await files.read(wanted);
    parts.forEach((part, k) => {
      if (found[k]) use(part);
    });
    // After a failure reads may still be under way: only here is the buffer free for others.
    if (spare.length < maxSpare) spare.push(buffer);
  }
}

function* batches(folder: string, layout: ArrayLayout, spans: readonly BlockSpan[]): Generator<PlannedRead[]> {
  const { blocksPerChunk, parts } = layout;
  const bytesPerBlock = blockBytes(layout);
  const most = Math.max(1, Math.floor(batchBytes / bytesPerBlock));
  let batch: PlannedRead[] = [];
  let inBatch = 0;
  for (const span of spans) {
    const end = Math.min(span.to, layout.blocks);
    for (let first = Math.max(0, span.from); first < end; ) {
      const chunk = Math.floor(first / blocksPerChunk);
      const count = Math.min(end, (chunk + 1) * blocksPerChunk, first + most - inBatch) - first;
      const path = join(folder, layout.folder, `${chunk}.0.0${parts === 2 ? ".0" : ""}`);
      batch.push({ path, position: (first - chunk * blocksPerChunk) * bytesPerBlock, first, count });
      first += count;
      inBatch += count;
      if (inBatch < most) continue;
      yield batch;
      batch = [];
      inBatch = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function takeBuffer(bytes: number): ArrayBuffer {
  const k = spare.findIndex(({ byteLength }) => byteLength >= bytes);
  return k < 0 ? new ArrayBuffer(Math.max(bytes, 1 << 20)) : spare.splice(k, 1)[0];
}
