/** Where every sample of a recording lies on disk: a pure function of the signal group. */
import type { SignalGroup } from "../../protocol/recordings.ts";

/** What the layout depends on; a whole `SignalGroup` will do. */
export type GroupShape = Pick<SignalGroup, "kind" | "sampling_hz" | "sample_type"> & { channels: ArrayLike<unknown> };

/**
 * One stored array: values [block][channel][perBlock][parts], `blocksPerChunk` blocks to a file `<k>.0.0`.
 * parts is 1 for samples and 2 (min, max) for levels.
 */
export interface ArrayLayout {
  /** Folder of the array inside the folder of its group. */
  folder: string;
  /** Samples that one entry stands for: 1, or the factor of the level. */
  factor: number;
  channels: number;
  perBlock: number;
  parts: 1 | 2;
  blocks: number;
  blocksPerChunk: number;
  sampleType: "int16" | "float32";
}

/** Samples to an entry of each min/max level; entries are counted from grid index 0. */
export const levelFactors = [16, 256, 4096, 65_536, 1_048_576] as const;
/** Entries of a level in one block of a channel: small, because columns touch few entries at their edges. */
const levelEntriesPerBlock = 64;

const waveformBlockSeconds = 4;
const numericBlockSeconds = 3600;
const chunkSeconds = { eeg: 3600, waveform: 3600, numeric: 24 * 3600 } as const;
const levelBlocksPerChunk = 1024;
const maxBlockBytes = 8 * 1024 * 1024;
const maxChunkBytes = 256 * 1024 * 1024;

export const bytesPerValue = (type: SignalGroup["sample_type"]): number => (type === "int16" ? 2 : 4);

/** Code of a sample that is not there, outside every segment. */
export const missingSample = { int16: -32_768, float32: Number.NaN } as const;
/** Pair of a level entry without a sample: min > max, or NaN. */
export const emptyPair = { int16: [32_767, -32_768], float32: [Number.NaN, Number.NaN] } as const;

export const blockValues = (layout: ArrayLayout): number => layout.channels * layout.perBlock * layout.parts;
export const blockBytes = (layout: ArrayLayout): number => blockValues(layout) * bytesPerValue(layout.sampleType);

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/**
 * Layout of the samples themselves. `sampleCount` is the length of the time grid, or Infinity while it is unknown: then
 * `blocks` is Infinity and only the length of a chunk in a recording shorter than one chunk still changes.
 */
export function sampleLayout(group: GroupShape, sampleCount: number): ArrayLayout {
  const channels = group.channels.length;
  const bytes = Math.max(1, channels) * bytesPerValue(group.sample_type);
  const seconds = group.kind === "numeric" ? numericBlockSeconds : waveformBlockSeconds;
  const perBlock = clamp(Math.round(seconds * group.sampling_hz), 1, Math.max(1, Math.floor(maxBlockBytes / bytes)));
  const perChunk = Math.round((chunkSeconds[group.kind] * group.sampling_hz) / perBlock);
  return sized(
    { folder: "l0", factor: 1, channels, perBlock, parts: 1, sampleType: group.sample_type },
    sampleCount,
    perChunk,
  );
}

/** Layout of the level whose entries stand for `factor` samples. */
export function levelLayout(group: GroupShape, sampleCount: number, factor: number): ArrayLayout {
  return sized(
    {
      folder: `l${factor}`,
      factor,
      channels: group.channels.length,
      perBlock: levelEntriesPerBlock,
      parts: 2,
      sampleType: group.sample_type,
    },
    sampleCount,
    levelBlocksPerChunk,
  );
}

function sized(
  layout: Omit<ArrayLayout, "blocks" | "blocksPerChunk">,
  sampleCount: number,
  blocksPerChunk: number,
): ArrayLayout {
  const blocks = Math.ceil(Math.ceil(sampleCount / layout.factor) / layout.perBlock);
  const fitting = Math.floor(maxChunkBytes / Math.max(1, blockBytes({ ...layout, blocks, blocksPerChunk })));
  return { ...layout, blocks, blocksPerChunk: Math.max(1, Math.min(blocksPerChunk, fitting, blocks)) };
}

/** Every array of a finished group, the samples first, then the levels from the finest. */
export const arraysOf = (group: GroupShape & Pick<SignalGroup, "sample_count">): ArrayLayout[] => [
  sampleLayout(group, group.sample_count),
  ...levelsOf(group.sample_count).map((factor) => levelLayout(group, group.sample_count, factor)),
];

/** File of a chunk in the folder of its array. */
export const chunkName = ({ parts }: ArrayLayout, chunk: number): string => `${chunk}.0.0${parts === 2 ? ".0" : ""}`;
/** Exact size of every chunk file of a finished array. The rule is of sealed chunks: one that grows has no size yet. */
export const chunkBytes = (layout: ArrayLayout): number => layout.blocksPerChunk * blockBytes(layout);
export const chunksIn = ({ blocks, blocksPerChunk }: ArrayLayout): number => Math.ceil(blocks / blocksPerChunk);
/** Samples that a block stands for. */
export const blockSamples = ({ perBlock, factor }: ArrayLayout): number => perBlock * factor;

/** Levels a recording of this length has: those whose entries are shorter than the recording. */
export const levelsOf = (sampleCount: number): number[] => levelFactors.filter((factor) => factor < sampleCount);

/** Folder of a group below the folder of its recording: its position, never its name. */
export function groupFolder(groups: readonly Pick<SignalGroup, "modality">[], modality: string): string {
  const index = groups.findIndex((group) => group.modality === modality);
  if (index < 0) throw new Error("The recording has no such signal group.");
  return String(index);
}

export const recordingsFolder = (dataDir: string): string => `${dataDir}/recordings`;
export const recordingFolder = (dataDir: string, id: number): string => `${recordingsFolder(dataDir)}/${id}`;
export const annotationsFile = "annotations.json";
/** Checksums of all blocks of a group, in its folder, twice: a lost one is made again from the other. */
export const sumsFiles = ["sums", "sums.copy"] as const;
