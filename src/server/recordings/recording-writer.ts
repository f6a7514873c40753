/** Writes a whole recording into one folder: every group, the annotations, and the description around them. */
import { join } from "node:path";
import { sealedSegments, segmentsBeyond, segmentsWithTail } from "../../domain/time/growth.ts";
import { isSeam } from "../../domain/time/runs.ts";
import { endOfSegment } from "../../domain/time/sample-time.ts";
import type { FileAnnotation, RecordingTail, Segment, SignalGroup, TailGroup } from "../../protocol/recordings.ts";
import { syncTree, writeDurably } from "../platform/durable.ts";
import { descriptionDigest } from "./anchors.ts";
import { digestOf } from "./checksum.ts";
import { annotationsFile, groupFolder, type sumsFiles } from "./geometry.ts";
import { type Foreseen, GroupWriter } from "./group-writer.ts";
import type { StoredFacts } from "./rows.ts";
import { splitSums } from "./sums.ts";
import type { Anchors, SourceBlock, SourceHead } from "./types.ts";
import { describeFolder } from "./zarr.ts";

const memoryBytes = 32 * 1024 * 1024;
const windowBytes = { least: 64 * 1024, most: 1024 * 1024 };

export class RecordingWriter {
  private readonly folder: string;
  private readonly head: SourceHead;
  private readonly groups: GroupWriter[];
  private readonly isGrowing: boolean;

  /**
   * `folder` must not exist yet, unless `resume` is called first. `isGrowing`: what is appended is committed piece by piece,
   * in order of time. @throws Error when two groups have the same modality.
   */
  constructor(folder: string, head: SourceHead, { isGrowing = false } = {}) {
    this.folder = folder;
    this.head = head;
    if (new Set(head.groups.map(({ modality }) => modality)).size < head.groups.length) {
      throw new Error("The reader gave two groups the same modality.");
    }
    const share = Math.floor(memoryBytes / Math.max(1, head.groups.length));
    const window = isGrowing ? 1 : Math.max(windowBytes.least, Math.min(windowBytes.most, share));
    this.isGrowing = isGrowing;
    this.groups = head.groups.map(
      (group) => new GroupWriter(join(folder, groupFolder(head.groups, group.modality)), group, head.startMs, window),
    );
  }

  /** Bytes handed to the disk so far. */
  get bytesWritten(): number {
    return this.groups.reduce((sum, group) => sum + group.bytesWritten, 0);
  }

  /** Appends a block to its group. */
  append({ group, ...block }: Omit<SourceBlock, "bytesRead">): Promise<void> {
    return this.groups[group].append(block);
  }

  /** What appending a block would do to its group. */
  foresee({ group, ...block }: Omit<SourceBlock, "bytesRead">): Foreseen {
    return this.groups[group].foresee(block);
  }

  /** Bytes of the sums of all groups. */
  get sumsBytes(): number {
    return this.groups.reduce((sum, group) => sum + group.sumsBytes, 0);
  }

  /** What was appended is on the disk afterwards (group-writer.ts). @throws what the disk says */
  async commit(options: { isSealing: boolean }): Promise<void> {
    await Promise.all(this.groups.map((group) => group.commit(options)));
  }

  /** The tail of what was committed behind these counts, the sealed ones of all groups. */
  tail(revision: number, sealedCounts: readonly number[]): RecordingTail {
    const groups = this.groups.map(({ grid }, k): TailGroup => {
      const segments = segmentsBeyond(grid.segments, sealedCounts[k]).map((segment) => ({ ...segment }));
      return { sealed_count: sealedCounts[k], sample_count: grid.end, segments };
    });
    const ends = this.groups.map(({ grid }, k) => ({
      sampling_hz: this.head.groups[k].sampling_hz,
      segments: grid.segments.slice(-1),
    }));
    return { revision, end_ms: endOf(ends, [], this.head.startMs), groups };
  }

  /** The sealed part of what was committed by a sealing commit; `sums`: of each group. */
  sealed(): { groups: SignalGroup[]; anchors: Anchors; sums: Uint8Array[] } {
    const sums: Uint8Array[] = [];
    const groups = this.groups.map((group, k): SignalGroup => {
      const count = group.sealable;
      sums.push(group.sumsUpTo(count));
      return { ...this.head.groups[k], sample_count: count, segments: sealedSegments(group.grid.segments, count) };
    });
    const description = descriptionDigest({ start_ms: this.head.startMs, groups });
    return { groups, sums, anchors: { description, groups: sums.map((bytes) => digestOf(bytes)), annotations: null } };
  }

  /** Puts these sums in the place of one of the two files of each group. */
  async replaceSums(name: (typeof sumsFiles)[number], sums: readonly Uint8Array[]): Promise<void> {
    await Promise.all(this.groups.map((group, k) => group.replaceSums(name, sums[k])));
  }

  /** After `finish` of a recording that grew, once its row names the new sums. */
  async completeSums(): Promise<void> {
    await this.replaceSums("sums", this.allSums());
  }

  /** After `finish`: of each group. */
  allSums(): Uint8Array[] {
    return this.groups.map((group) => group.sumsUpTo(group.grid.end));
  }

  /** Goes on with a recording that was left: the sealed groups, their sums, and the tail that was acknowledged last. */
  async resume(groups: readonly SignalGroup[], sums: readonly Uint8Array[], tail: RecordingTail): Promise<void> {
    for (const [k, group] of this.groups.entries()) {
      const segments = segmentsWithTail(groups[k].segments, tail.groups[k]);
      await group.resume(segments, groups[k].sample_count, splitSums(groups[k], sums[k]));
    }
  }

  /** Completes and syncs all files and tells what is to be published. */
  async finish(annotations: readonly FileAnnotation[], repairs: string[]): Promise<StoredFacts> {
    const { timezone, isStartKnown, startMs, objType } = this.head;
    const groups: SignalGroup[] = [];
    for (const group of this.groups)
      groups.push(await group.finish({ timezone, isStartKnown, startMs }, { isGrowing: this.isGrowing }));
    await describeFolder(this.folder, {
      obj_type: objType,
      start_ms: startMs,
      is_start_known: isStartKnown,
      timezone,
      groups: groups.map(({ modality }) => modality),
    });
    const text = annotations.length > 0 ? JSON.stringify(annotations) : null;
    if (text !== null) await writeDurably(join(this.folder, annotationsFile), text);
    // An import is synced as a whole when it is put in its place.
    if (this.isGrowing) await syncTree(this.folder);
    return {
      start_ms: startMs,
      end_ms: endOf(groups, annotations, startMs),
      gap_count: Math.max(0, ...groups.map(({ segments }) => gapsIn(segments))),
      annotation_count: annotations.length,
      groups,
      repairs,
      anchors: {
        description: descriptionDigest({ start_ms: startMs, groups }),
        groups: this.groups.map(({ sumsDigest }) => sumsDigest),
        annotations: text === null ? null : digestOf(text),
      },
    };
  }

  /** Lets go of open files; the folder is about to be deleted. */
  async abandon(): Promise<void> {
    for (const group of this.groups) await group.abandon();
  }
}

const gapsIn = (segments: readonly Segment[]) => segments.filter((_, k) => k > 0 && !isSeam(segments, k)).length;

/** Where the last sample ends; in a recording without samples, where the last annotation does. */
function endOf(
  groups: readonly Pick<SignalGroup, "segments" | "sampling_hz">[],
  annotations: readonly FileAnnotation[],
  startMs: number,
): number {
  let end = startMs;
  for (const { segments, sampling_hz } of groups) {
    const last = segments.at(-1);
    if (last !== undefined) end = Math.max(end, endOfSegment(last, sampling_hz));
  }
  if (end === startMs) for (const { end_time } of annotations) end = Math.max(end, end_time);
  return end;
}
