/** Reads spans of blocks of a stored array and checks each: one read a span and chunk file, of bounded size. */

import { join } from "node:path";
import { isTouched } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { type Checksum, isNone, openChecksum } from "./checksum.ts";
import type { FilePool, ReadState, WantedBytes } from "./file-pool.ts";
import {
  type ArrayLayout,
  blockBytes,
  blockSamples,
  blockValues,
  chunkName,
  emptyPair,
  missingSample,
} from "./geometry.ts";
import { type GroupSums, sumsOf } from "./sums.ts";

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

/** A group as it is read. */
export interface GroupSource {
  files: FilePool;
  /** Folder of the group. */
  folder: string;
  /** Its segments hold no damaged samples. */
  group: SignalGroup;
  /** Null: imported before there were checksums, and not checked yet. */
  sums: GroupSums | null;
  /** Blocks that reach beyond so many samples have no sums yet: the recording grows. Absent: all have. */
  sealedCount?: number;
  /** Default: that of the thread. */
  checksum?: Checksum;
  /**
   * What becomes of blocks that are not what was written, in one part: fills them with what is right, or throws. Blocks
   * that no segment touches are not told.
   */
  onBad(layout: ArrayLayout, part: BlockPart, blocks: number[]): Promise<void>;
}

/** Reads are handed over in batches of about this size, so that memory stays bounded whatever the span. */
const batchBytes = 16 * 1024 * 1024;
/** Buffers of former batches, the smallest first, because fresh memory costs more than the reading does. */
const spare: ArrayBuffer[] = [];
const maxSpareBytes = 32 * 1024 * 1024;
/** Of the smallest; they are made in powers of two, so that they serve for others. */
const leastBufferBytes = 64 * 1024;
let spareBytes = 0;

interface PlannedRead {
  path: string;
  position: number;
  first: number;
  count: number;
}

/**
 * Calls `use` with the blocks of `spans` (ascending, disjoint) in order. Blocks that no segment touches are empty, whatever
 * lies there. The values are void after `use` returned. They lie in `room`, which begins at a multiple of 8 bytes, unless
 * a block is larger. @throws what `onBad` does
 */
export async function readBlocks(
  source: GroupSource,
  layout: ArrayLayout,
  spans: readonly BlockSpan[],
  use: (part: BlockPart) => void,
  room?: Uint8Array,
): Promise<void> {
  const bytesPerBlock = blockBytes(layout);
  const own = room !== undefined && room.length >= bytesPerBlock ? room : undefined;
  for (const batch of batches(source.folder, layout, spans, own?.length ?? batchBytes)) {
    const total = batch.reduce((sum, { count }) => sum + count * bytesPerBlock, 0);
    const taken = own === undefined ? takeBuffer(total) : null;
    const buffer: ArrayBufferLike = taken ?? (own as Uint8Array).buffer;
    let offset = own?.byteOffset ?? 0;
    const wanted: WantedBytes[] = [];
    const parts: BlockPart[] = [];
    for (const { path, position, first, count } of batch) {
      const [length, values] = [count * bytesPerBlock, count * blockValues(layout)];
      wanted.push({ path, position, bytes: new Uint8Array(buffer, offset, length) });
      const isInt16 = layout.sampleType === "int16";
      const read = isInt16 ? new Int16Array(buffer, offset, values) : new Float32Array(buffer, offset, values);
      parts.push({ first, count, values: read });
      offset += length;
    }
    const states = await source.files.read(wanted);
    for (const [k, part] of parts.entries()) {
      const bad = await badBlocks(source, layout, part, { wanted: wanted[k], state: states[k] });
      if (bad.length > 0) await source.onBad(layout, part, bad);
      use(part);
    }
    // After a failure reads may still be under way: only here is the buffer free for others.
    if (taken !== null) putBack(taken);
  }
}

/** Those that are not what was written, after a second look past everything that is held open or cached. */
async function badBlocks(
  source: GroupSource,
  layout: ArrayLayout,
  part: BlockPart,
  { wanted, state }: { wanted: WantedBytes; state: ReadState },
): Promise<number[]> {
  const needed = neededBlocks(source, layout, part);
  let bad = await unequal(source, layout, part, { needed, state });
  if (bad.length === 0) return bad;
  const [again] = await source.files.read([wanted], { isFresh: true });
  if (again !== "short") bad = await unequal(source, layout, part, { needed, state: again });
  else bad = await unequalInHalves(source, layout, part, { needed, wanted });
  blank(layout, part, needed);
  return bad;
}

/** The blocks of a part that segments touch; the others are emptied. */
function neededBlocks(source: GroupSource, layout: ArrayLayout, part: BlockPart): number[] {
  const needed: number[] = [];
  const length = blockSamples(layout);
  for (let block = part.first; block < part.first + part.count; block++)
    if (isTouched(source.group.segments, block * length, (block + 1) * length)) needed.push(block);
  if (needed.length < part.count) blank(layout, part, needed);
  return needed;
}

/** Empties all blocks of a part but these, ascending ones. */
function blank({ parts, sampleType, ...layout }: ArrayLayout, part: BlockPart, kept: readonly number[]): void {
  const length = blockValues({ parts, sampleType, ...layout });
  let next = 0;
  for (let block = part.first; block < part.first + part.count; block++) {
    if (kept[next] === block) next++;
    else {
      const values = part.values.subarray((block - part.first) * length, (block - part.first + 1) * length);
      if (parts === 1) values.fill(missingSample[sampleType]);
      else for (let i = 0; i < length; i++) values[i] = emptyPair[sampleType][i & 1];
    }
  }
}

interface Reading {
  needed: readonly number[];
  state: ReadState;
}

async function unequal(
  { sums, checksum: given, sealedCount = Number.POSITIVE_INFINITY }: GroupSource,
  layout: ArrayLayout,
  { first, values }: BlockPart,
  { needed, state }: Reading,
): Promise<number[]> {
  if (state !== "whole") return [...needed];
  if (sums === null) return [];
  const [checksum, own, length] = [given ?? (await openChecksum()), sumsOf(sums, layout), blockBytes(layout)];
  const bytesOf = (block: number) =>
    new Uint8Array(values.buffer, values.byteOffset + (block - first) * length, length);
  const isSealed = (block: number) => (block + 1) * blockSamples(layout) <= sealedCount;
  return needed.filter(
    (block) => isSealed(block) && (isNone(own, block) || !checksum.matches(bytesOf(block), own, block)),
  );
}

/** The same of a file that ends early or cannot be read in places: by halves, as long as one end of a range can be read. */
async function unequalInHalves(
  source: GroupSource,
  layout: ArrayLayout,
  part: BlockPart,
  { needed, wanted }: { needed: readonly number[]; wanted: WantedBytes },
): Promise<number[]> {
  const length = blockBytes(layout);
  const read = async (first: number, last: number): Promise<ReadState> => {
    const [from, to] = [(first - part.first) * length, (last + 1 - part.first) * length];
    const bytes = wanted.bytes.subarray(from, to);
    return (await source.files.read([{ ...wanted, position: wanted.position + from, bytes }]))[0];
  };
  const look = async (blocks: readonly number[]): Promise<number[]> => {
    const [first, last] = [blocks[0], blocks[blocks.length - 1]];
    const state = await read(first, last);
    if (state === "whole") return unequal(source, layout, part, { needed: blocks, state });
    if (blocks.length === 1) return [...blocks];
    if ((await read(first, first)) !== "whole" && (await read(last, last)) !== "whole") return [...blocks];
    const middle = blocks.length >> 1;
    return [...(await look(blocks.slice(0, middle))), ...(await look(blocks.slice(middle)))];
  };
  return needed.length === 0 ? [] : look(needed);
}

function* batches(
  folder: string,
  layout: ArrayLayout,
  spans: readonly BlockSpan[],
  bytes: number,
): Generator<PlannedRead[]> {
  const { blocksPerChunk } = layout;
  const bytesPerBlock = blockBytes(layout);
  const most = Math.max(1, Math.floor(bytes / bytesPerBlock));
  let batch: PlannedRead[] = [];
  let inBatch = 0;
  for (const span of spans) {
    const end = Math.min(span.to, layout.blocks);
    for (let first = Math.max(0, span.from); first < end; ) {
      const chunk = Math.floor(first / blocksPerChunk);
      const count = Math.min(end, (chunk + 1) * blocksPerChunk, first + most - inBatch) - first;
      const path = join(folder, layout.folder, chunkName(layout, chunk));
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

/** The smallest that is large enough. */
function takeBuffer(bytes: number): ArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= bytes);
  if (at < 0) return new ArrayBuffer(Math.max(leastBufferBytes, 2 ** Math.ceil(Math.log2(bytes))));
  const [taken] = spare.splice(at, 1);
  spareBytes -= taken.byteLength;
  return taken;
}

function putBack(buffer: ArrayBuffer): void {
  if (spareBytes + buffer.byteLength > maxSpareBytes) return;
  spareBytes += buffer.byteLength;
  const at = spare.findIndex(({ byteLength }) => byteLength >= buffer.byteLength);
  spare.splice(at < 0 ? spare.length : at, 0, buffer);
}
