/** Reads stored samples and columns, given the description of a recording and the data folder: no database. */
import { join } from "node:path";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { type BlockPart, readBlocks } from "./blocks.ts";
import { columnsOf } from "./columns.ts";
import { createFilePool } from "./file-pool.ts";
import { groupFolder, missingSample, recordingFolder, sampleLayout } from "./geometry.ts";
import type { RemoteHome } from "./remote-home.ts";
import { createRemotePool } from "./remote-pool.ts";
import { runsWithin } from "./time-grid.ts";
import type { Recordings, StoredSamples } from "./types.ts";

export interface SampleReader extends Pick<Recordings, "readSamples" | "readColumns"> {
  /** Lets go of the open files of a recording that was deleted. */
  forget(dataObjectId: number): void;
  close(): void;
}

/**
 * Opens nothing until the first read. `isBlocking`: reads happen on the calling thread, as fits a worker (file-pool.ts).
 * `remote`: the samples lie in a service, and what was read of them lately under the data folder.
 * Both functions throw what the disk says; a recording or group that does not exist reads as empty or throws.
 */
export function createSampleReader(
  dataDir: string,
  { isBlocking = false, remote = null }: { isBlocking?: boolean; remote?: RemoteHome | null } = {},
): SampleReader {
  const files = remote === null ? createFilePool({ isBlocking }) : createRemotePool(dataDir, remote, { isBlocking });
  const folderOf = (recording: RecordingDetail, group: SignalGroup) =>
    join(recordingFolder(dataDir, recording.data_object_id), groupFolder(recording.groups, group.modality));

  return {
    async readSamples(recording, group, from, length): Promise<StoredSamples> {
      const first = Math.min(Math.max(0, Math.ceil(from)), group.sample_count);
      const count = Math.max(0, Math.min(Math.ceil(from + length), group.sample_count) - first);
      const { channels, sample_type } = group;
      const size = channels.length * count;
      const data = sample_type === "int16" ? new Int16Array(size) : new Float32Array(size);
      const runs = runsWithin(group.segments, first, count);
      const held = runs.reduce((sum, run) => sum + run.count, 0);
      if (held < count) data.fill(missingSample[sample_type]);
      if (held === 0) return { first, count, data, runs };
      const layout = sampleLayout(group, group.sample_count);
      const { perBlock } = layout;
      // One read a chunk file, from the first block that holds data to the last.
      const low = runs[0].first;
      const high = runs[runs.length - 1].first + runs[runs.length - 1].count;
      const spans = [{ from: Math.floor(low / perBlock), to: Math.ceil(high / perBlock) }];
      await readBlocks(files, folderOf(recording, group), layout, spans, (part) => {
        for (const run of runsWithin(runs, part.first * perBlock, part.count * perBlock)) {
          copyRun(part, run, perBlock, data, first, count);
        }
      });
      return { first, count, data, runs };
    },

    readColumns(recording, group, edges) {
      return columnsOf(files, folderOf(recording, group), group, edges);
    },

    forget: (dataObjectId) => files.forget(recordingFolder(dataDir, dataObjectId)),
    close: () => files.close(),
  };
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
