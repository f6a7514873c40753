/** Reads one chunk and compares it with its sums; writes one level chunk anew. */
import { open } from "node:fs/promises";
import type { Values } from "./array-writer.ts";
import { type GroupSource, readBlocks } from "./blocks.ts";
import { isNone, openChecksum } from "./checksum.ts";
import { type ArrayLayout, blockBytes, blockValues, bytesPerValue, emptyPair } from "./geometry.ts";
import { fill } from "./group-source.ts";
import { levelBlock } from "./level-block.ts";
import { sumsOf } from "./sums.ts";

/** Waits as long as so many bytes are to take. @throws when the work is to end */
export type Pace = (bytes: number) => Promise<void>;

const sliceBytes = 4 * 1024 * 1024;

function* slicesOf(layout: ArrayLayout, chunk: number): Generator<{ from: number; to: number }> {
  const end = Math.min((chunk + 1) * layout.blocksPerChunk, layout.blocks);
  const most = Math.max(1, Math.floor(sliceBytes / blockBytes(layout)));
  for (let from = chunk * layout.blocksPerChunk; from < end; from += most)
    yield { from, to: Math.min(from + most, end) };
}

/** Blocks of the chunk that are not what was written. */
export async function badBlocksIn(
  source: GroupSource,
  layout: ArrayLayout,
  chunk: number,
  pace: Pace,
): Promise<number[]> {
  const bad: number[] = [];
  const collecting: GroupSource = {
    ...source,
    async onBad(_layout, _part, blocks) {
      bad.push(...blocks);
    },
  };
  for (const span of slicesOf(layout, chunk)) {
    await readBlocks(collecting, layout, [span], () => undefined);
    await pace((span.to - span.from) * blockBytes(layout));
  }
  return bad;
}

/**
 * Writes a whole chunk of a level to `path`: what is right as it is, the rest out of the samples. False when a block is
 * not what it was, because the samples under it are damaged. @throws DamageFound
 */
export async function writeLevelChunk(
  source: GroupSource,
  { layout, chunk, pace }: { layout: ArrayLayout; chunk: number; pace: Pace },
  path: string,
): Promise<boolean> {
  const checksum = await openChecksum();
  let isRight = true;
  const healing: GroupSource = {
    ...source,
    async onBad(_layout, part, blocks) {
      for (const block of blocks) {
        const values = await levelBlock(source, layout, block);
        if (!isEqual(values, block)) isRight = false;
        fill(part, block, values, blockValues(layout));
      }
    },
  };
  const isEqual = (values: Values, block: number): boolean => {
    if (source.sums === null) return true;
    const sums = sumsOf(source.sums, layout);
    return !isNone(sums, block) && checksum.matches(new Uint8Array(values.buffer), sums, block);
  };
  const file = await open(path, "wx");
  try {
    const size = layout.blocksPerChunk * blockBytes(layout);
    for (const span of slicesOf(layout, chunk)) {
      const parts: Uint8Array[] = [];
      await readBlocks(healing, layout, [span], ({ values }) =>
        parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice()),
      );
      if (!isRight) return false;
      await file.writeFile(Buffer.concat(parts));
      await pace((span.to - span.from) * blockBytes(layout));
    }
    await file.writeFile(padding(layout, (size - (await file.stat()).size) / bytesPerValue(layout.sampleType)));
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

/** What the last chunk is filled with behind the last block. */
function padding({ sampleType }: ArrayLayout, length: number): Uint8Array {
  const values = sampleType === "int16" ? new Int16Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) values[i] = emptyPair[sampleType][i & 1];
  return new Uint8Array(values.buffer);
}
