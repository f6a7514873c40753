/** Looks at a whole recording, or at parts of it, and tells what is not what was stored. Mends what can be mended. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { descriptionDigest } from "./anchors.ts";
import { holesOf } from "./as-read.ts";
import type { GroupSource } from "./blocks.ts";
import { digestOf } from "./checksum.ts";
import { badBlocksIn, type Pace, writeLevelChunk } from "./chunk-check.ts";
import { DamageFound } from "./damage.ts";
import { chunksOf, nameOf, type SuspectChunk, suspectChunks } from "./file-check.ts";
import type { FilePool } from "./file-pool.ts";
import { type ArrayLayout, annotationsFile, sampleLayout, sumsFiles } from "./geometry.ts";
import { withoutHoles } from "./holes.ts";
import type { PublishedRecording } from "./integrity-rows.ts";
import type { StoredFiles } from "./stored-files.ts";
import { splitSums } from "./sums.ts";
import type { DamagedPart } from "./types.ts";

export interface CheckDeps {
  /** Reads what is stored itself, past every cache. */
  pool: FilePool;
  files: StoredFiles;
  /** Folder of the recording, as the pool knows it. */
  folder: string;
  pace: Pace;
}

/** What a look found, and how many files were made again. */
export interface Findings {
  parts: DamagedPart[];
  mended: number;
}

/** Samples of blocks of a group. */
export const partOf = (group: number, { perBlock }: ArrayLayout, blocks: readonly number[]): DamagedPart[] =>
  blocks.map((block) => ({ part: "samples", group, first: block * perBlock, count: perBlock }));

const allOf = (group: number, { sample_count }: SignalGroup): DamagedPart => ({
  part: "samples",
  group,
  first: 0,
  count: sample_count,
});

/** The group's source, its segments without the holes given; null when there are no sums left to check it by. */
export async function sourceOf(
  { anchors, groups, isGrowing }: PublishedRecording,
  position: number,
  { pool, files, folder }: CheckDeps,
  parts: readonly DamagedPart[] = [],
): Promise<GroupSource | null> {
  const group = groups[position];
  const segments = withoutHoles(group.segments, holesOf(parts, position), group.sampling_hz);
  const source = {
    files: pool,
    folder: join(folder, String(position)),
    group: { ...group, segments },
    sums: null,
    sealedCount: isGrowing ? group.sample_count : undefined,
    onBad: async () => {
      throw new DamageFound({ recordingId: 0, group: position, blocks: [] });
    },
  };
  if (anchors === null) return source;
  for (const name of sumsFiles) {
    const bytes = await files.read(`${position}/${name}`);
    if (bytes !== null && digestOf(bytes) === anchors.groups[position])
      return { ...source, sums: splitSums(group, bytes) };
  }
  return null;
}

/** Presence and size of everything, and the contents of the chunks that fail; those of levels are told apart. */
export async function examineParts(
  recording: PublishedRecording,
  world: CheckDeps,
): Promise<{ parts: DamagedPart[]; levels: SuspectChunk[] }> {
  if (!isAsWritten(recording)) return { parts: [{ part: "description" }], levels: [] };
  const suspects = await suspectChunks(world.files, recording);
  const parts = await samplesIn(recording, suspects, world);
  const { anchors } = recording;
  if (anchors !== null && anchors.annotations !== null && (await world.files.sizeOf(annotationsFile)) === null)
    parts.push({ part: "annotations" });
  for (const position of anchors === null ? [] : recording.groups.keys()) {
    const sizes = await Promise.all(sumsFiles.map((name) => world.files.sizeOf(`${position}/${name}`)));
    if (sizes.every((size) => size === null)) parts.push(allOf(position, recording.groups[position]));
  }
  return { parts, levels: suspects.filter(({ layout }) => layout.parts === 2) };
}

/** Whether the row says of groups and segments what was said when they were stored. */
export const isAsWritten = ({ anchors, ...recording }: PublishedRecording): boolean =>
  anchors === null || descriptionDigest(recording) === anchors.description;

/** The damaged samples in these chunks; those of levels are passed over. */
export async function samplesIn(
  recording: PublishedRecording,
  chunks: readonly SuspectChunk[],
  world: CheckDeps,
): Promise<DamagedPart[]> {
  const parts: DamagedPart[] = [];
  const sources = new Map<number, GroupSource | null>();
  for (const { group, layout, chunk } of chunks) {
    if (layout.parts === 2) continue;
    const source = sources.get(group) ?? (await sourceOf(recording, group, world));
    sources.set(group, source);
    if (source === null) parts.push(allOf(group, recording.groups[group]));
    else parts.push(...partOf(group, layout, await badBlocksIn(source, layout, chunk, world.pace)));
  }
  return parts;
}

/** Reads and compares everything; levels and sums that are wrong are made again. @throws what `pace`, disk or service say */
export async function readAll(recording: PublishedRecording, world: CheckDeps): Promise<Findings> {
  if (!isAsWritten(recording)) return { parts: [{ part: "description" }], mended: 0 };
  const chunks = [...chunksOf(recording)];
  const parts = await samplesIn(recording, chunks, world);
  let mended = await mendSums(recording, world);
  const sources = new Map<number, GroupSource | null>();
  for (const one of chunks) {
    if (one.layout.parts === 1) continue;
    const source = sources.get(one.group) ?? (await sourceOf(recording, one.group, world, parts));
    sources.set(one.group, source);
    if (source === null || (await badBlocksIn(source, one.layout, one.chunk, world.pace)).length === 0) continue;
    if (await mendLevel(recording, one, world, parts)) mended++;
  }
  const digest = recording.anchors?.annotations ?? null;
  if (digest !== null) {
    const text = await world.files.read(annotationsFile);
    if (text === null || digestOf(text) !== digest) parts.push({ part: "annotations" });
  }
  return { parts, mended };
}

/**
 * Reads all blocks. A pool that keeps copies fetches again what they have wrong; what is wrong where the recording is stored is for
 * `readAll` to tell. @throws what `pace`, disk or service say
 */
export async function readCopies(recording: PublishedRecording, world: CheckDeps): Promise<void> {
  for (const position of recording.groups.keys()) {
    const source = await sourceOf(recording, position, world);
    if (source === null) continue;
    for (const { group, layout, chunk } of chunksOf(recording))
      if (group === position) await badBlocksIn(source, layout, chunk, world.pace);
  }
}

/** Writes a chunk of a level again. False when the samples under it are damaged: it is then computed whenever it is read. */
export async function mendLevel(
  recording: PublishedRecording,
  one: SuspectChunk,
  world: CheckDeps,
  parts: readonly DamagedPart[],
): Promise<boolean> {
  const source = await sourceOf(recording, one.group, world, parts);
  if (source === null) return false;
  try {
    await world.files.replace(nameOf(one), async (path) => {
      if (!(await writeLevelChunk(source, { ...one, pace: world.pace }, path))) throw new NotMendable();
    });
    return true;
  } catch (error) {
    if (error instanceof NotMendable || error instanceof DamageFound) return false;
    throw error;
  }
}

class NotMendable extends Error {}

/** A sums file that is not what it was is written again from the other. Returns how many were. */
async function mendSums({ anchors, groups, isGrowing }: PublishedRecording, { files }: CheckDeps): Promise<number> {
  let mended = 0;
  if (isGrowing) return mended; // whoever writes it may be putting newer ones there
  for (const position of anchors === null ? [] : groups.keys()) {
    const names = sumsFiles.map((name) => `${position}/${name}`);
    const found = await Promise.all(names.map((name) => files.read(name)));
    const good = found.find((bytes) => bytes !== null && digestOf(bytes) === anchors?.groups[position]);
    if (!good) continue;
    for (const [k, name] of names.entries()) {
      if (found[k]?.equals(good)) continue;
      await files.replace(name, (path) => writeFile(path, good, { flush: true }));
      mended++;
    }
  }
  return mended;
}

export const wholeChunks = (
  recording: PublishedRecording,
  group: number,
  blocks: readonly number[],
): SuspectChunk[] => {
  const layout = sampleLayout(recording.groups[group], recording.groups[group].sample_count);
  const chunks = new Set(blocks.map((block) => Math.floor(block / layout.blocksPerChunk)));
  return [...chunks].map((chunk) => ({ group, layout, chunk }));
};
