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

/** Calls `use` with the blocks of `spans` (ascending, disjoint) in order; blocks of absent chunks are left out. */
export async function readBlocks(
  files: FilePool,
  folder: string,
  layout: ArrayLayout,
  spans: readonly BlockSpan[],
  use: (part: BlockPart) => void,
): Promise<void> {
  const { blocksPerChunk, sampleType, parts } = layout;
  const bytesPerBlock = blockBytes(layout);
  const most = Math.max(1, Math.floor(batchBytes / bytesPerBlock));
  let batch: { part: BlockPart; wanted: WantedBytes }[] = [];
  let inBatch = 0;
  const perform = async () => {
    const found = await files.read(batch.map(({ wanted }) => wanted));
    batch.forEach(({ part }, k) => {
      if (found[k]) use(part);
    });
    batch = [];
    inBatch = 0;
  };
  for (const span of spans) {
    const end = Math.min(span.to, layout.blocks);
    for (let block = Math.max(0, span.from); block < end; ) {
      const chunk = Math.floor(block / blocksPerChunk);
      const count = Math.min(end, (chunk + 1) * blocksPerChunk, block + most - inBatch) - block;
      const length = count * blockValues(layout);
      const values = sampleType === "int16" ? new Int16Array(length) : new Float32Array(length);
      const path = join(folder, layout.folder, `${chunk}.0.0${parts === 2 ? ".0" : ""}`);
      const position = (block - chunk * blocksPerChunk) * bytesPerBlock;
      const wanted = { path, position, bytes: new Uint8Array(values.buffer) };
      batch.push({ part: { first: block, count, values }, wanted });
      block += count;
      inBatch += count;
      if (inBatch >= most) await perform();
    }
  }
  if (batch.length > 0) await perform();
}
