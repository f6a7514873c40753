/** Reads stored samples and columns, given the description of a recording and the data folder: no database. */

import { join } from "node:path";
import { endOf, runsWithin } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { type BlockPart, readBlocks } from "./blocks.ts";
import type { Checksum } from "./checksum.ts";
import { columnsOf } from "./columns.ts";
import type { FoundLevel } from "./damage.ts";
import { createFilePool } from "./file-pool.ts";
import {
  type ArrayLayout,
  blockValues,
  groupFolder,
  missingSample,
  recordingFolder,
  sampleLayout,
} from "./geometry.ts";
import { openGroup } from "./group-source.ts";
import type { RemoteHome } from "./remote-home.ts";
import { createRemotePool } from "./remote-pool.ts";
import { SumsBook } from "./sums.ts";
import type { Recordings, StoredRecording, StoredSamples } from "./types.ts";

/** Stored samples of one block where they lie: `stride` values from one channel to the next. */
export interface StoredSlice extends StoredSamples {
  stride: number;
}

export interface SampleReader extends Pick<Recordings, "readSamples" | "readColumns"> {
  /**
   * Calls `use` with the blocks that hold samples of [first, first + count), clipped to it, in order and several at once.
   * Nothing is copied: the values are void after `use` returned. A blocking reader of local files puts them into `room`
   * (blocks.ts). @throws what `use` does, too
   */
  readSlices(
    recording: StoredRecording,
    group: SignalGroup,
    span: { first: number; count: number; room: Uint8Array },
    use: (slices: StoredSlice[]) => void,
  ): Promise<void>;
  /** Lets go of the open files of a recording that was deleted. */
  forget(dataObjectId: number): void;
  close(): void;
}

/**
 * Opens nothing until the first read. `isBlocking`: reads happen on the calling thread, as fits a worker (file-pool.ts).
 * `remote`: the samples lie in a service, and what was read of them lately under the data folder.
 * `checksum`: for a thread that has a faster one. `onLevel` is told of levels that are wrong or absent. Both functions throw DamageFound where samples are not what was
 * stored, and what the disk or the service says.
 */
export function createSampleReader(
  dataDir: string,
  {
    isBlocking = false,
    remote = null,
    checksum,
    onLevel = () => undefined,
  }: {
    isBlocking?: boolean;
    remote?: RemoteHome | null;
    checksum?: Checksum;
    onLevel?: (found: FoundLevel) => void;
  } = {},
): SampleReader {
  const files = remote === null ? createFilePool({ isBlocking }) : createRemotePool(dataDir, remote, { isBlocking });
  const book = new SumsBook(files);
  const open = (recording: StoredRecording, group: SignalGroup) =>
    openGroup(recording, group, {
      files,
      book,
      checksum,
      onLevel,
      folder: join(recordingFolder(dataDir, recording.data_object_id), groupFolder(recording.groups, group.modality)),
    });

  return {
    async readSamples(recording, group, from, length): Promise<StoredSamples> {
      const first = Math.min(Math.max(0, Math.ceil(from)), group.sample_count);
      const count = Math.max(0, Math.min(Math.ceil(from + length), group.sample_count) - first);
      const { channels, sample_type } = group;
      const size = channels.length * count;
      const data = sample_type === "int16" ? new Int16Array(size) : new Float32Array(size);
      const runs = runsWithin(group.segments, first, first + count);
      const held = runs.reduce((sum, run) => sum + run.count, 0);
      if (held < count) data.fill(missingSample[sample_type]);
      if (held === 0) return { first, count, data, runs };
      const layout = sampleLayout(group, group.sample_count);
      const { perBlock } = layout;
      const source = await open(recording, group);
      // One read a chunk file, from the first block that holds data to the last.
      const low = runs[0].first;
      const high = runs[runs.length - 1].first + runs[runs.length - 1].count;
      const spans = [{ from: Math.floor(low / perBlock), to: Math.ceil(high / perBlock) }];
      await readBlocks(source, layout, spans, (part) => {
        for (const run of runsWithin(runs, part.first * perBlock, endOf(part) * perBlock)) {
          copyRun(part, run, perBlock, data, first, count);
        }
      });
      return { first, count, data, runs };
    },

    async readSlices(recording, group, { first, count, room }, use) {
      const runs = runsWithin(group.segments, first, first + count);
      if (runs.length === 0) return;
      const layout = sampleLayout(group, group.sample_count);
      const { perBlock } = layout;
      const source = await open(recording, group);
      const low = runs[0].first;
      const high = runs[runs.length - 1].first + runs[runs.length - 1].count;
      const spans = [{ from: Math.floor(low / perBlock), to: Math.ceil(high / perBlock) }];
      // Where reads go on after one of them failed, the room would not be free for the next call.
      const own = isBlocking && remote === null ? room : undefined;
      await readBlocks(source, layout, spans, (part) => use(slicesOf(part, runs, layout)), own);
    },

    async readColumns(recording, group, edges) {
      const holes = (recording.damage ?? []).filter(({ modality }) => modality === group.modality);
      const isEmpty = group.segments.length === 0; // nothing of it is left, maybe nothing to check it by either
      const columns = Math.max(0, edges.length - 1);
      if (isEmpty) return new Float32Array(2 * group.channels.length * columns).fill(Number.NaN);
      return columnsOf(await open(recording, group), holes, edges);
    },

    forget(dataObjectId) {
      files.forget(recordingFolder(dataDir, dataObjectId));
      book.forget(recordingFolder(dataDir, dataObjectId));
    },
    close: () => files.close(),
  };
}

/** The blocks of a part that hold samples of `runs`, each from its first to its last one. */
function slicesOf(part: BlockPart, runs: readonly Run[], layout: ArrayLayout): StoredSlice[] {
  const { perBlock: stride } = layout;
  const slices: StoredSlice[] = [];
  for (let block = part.first; block < part.first + part.count; block++) {
    const held = runsWithin(runs, block * stride, (block + 1) * stride);
    if (held.length === 0) continue;
    const last = held[held.length - 1];
    const [first, end] = [held[0].first, last.first + last.count];
    const at = (block - part.first) * blockValues(layout) + first - block * stride;
    const data = part.values.subarray(at, (block - part.first + 1) * blockValues(layout));
    slices.push({ first, count: end - first, data, stride, runs: held });
  }
  return slices;
}

/** Copies one run out of blocks [block][channel][perBlock] into rows [channel][count] that begin at `first`. */
function copyRun(
  part: BlockPart,
  run: Run,
  perBlock: number,
  rows: Int16Array | Float32Array,
  first: number,
  count: number,
): void {
  for (let at = run.first; at < run.first + run.count; ) {
    const block = Math.floor(at / perBlock);
    const within = at - block * perBlock;
    const length = Math.min(perBlock - within, run.first + run.count - at);
    const channels = rows.length / count;
    let from = (block - part.first) * channels * perBlock + within;
    let to = at - first;
    for (let c = 0; c < channels; c++, from += perBlock, to += count) {
      rows.set(part.values.subarray(from, from + length), to);
    }
    at += length;
  }
}
