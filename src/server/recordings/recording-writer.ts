/** Writes a whole recording into one folder: every group, the annotations, and the description around them. */
import { join } from "node:path";
import { isSeam } from "../../domain/runs.ts";
import { endOfSegment } from "../../domain/sample-time.ts";
import type { FileAnnotation, Segment, SignalGroup } from "../../protocol/recordings.ts";
import { writeDurably } from "../platform/durable.ts";
import { descriptionDigest } from "./anchors.ts";
import { digestOf } from "./checksum.ts";
import { annotationsFile, groupFolder } from "./geometry.ts";
import { GroupWriter } from "./group-writer.ts";
import type { StoredFacts } from "./rows.ts";
import type { SourceBlock, SourceHead } from "./types.ts";
import { describeFolder } from "./zarr.ts";

const memoryBytes = 32 * 1024 * 1024;
const windowBytes = { least: 64 * 1024, most: 1024 * 1024 };

export class RecordingWriter {
  private readonly folder: string;
  private readonly head: SourceHead;
  private readonly groups: GroupWriter[];

  /** `folder` must not exist yet. @throws Error when two groups have the same modality. */
  constructor(folder: string, head: SourceHead) {
    this.folder = folder;
    this.head = head;
    if (new Set(head.groups.map(({ modality }) => modality)).size < head.groups.length) {
      throw new Error("The reader gave two groups the same modality.");
    }
    const share = Math.floor(memoryBytes / Math.max(1, head.groups.length));
    const window = Math.max(windowBytes.least, Math.min(windowBytes.most, share));
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

  /** Completes and syncs all files and tells what is to be published. */
  async finish(annotations: readonly FileAnnotation[], repairs: string[]): Promise<StoredFacts> {
    const { timezone, isStartKnown, startMs, objType } = this.head;
    const groups: SignalGroup[] = [];
    for (const group of this.groups) groups.push(await group.finish({ timezone, isStartKnown, startMs }));
    await describeFolder(this.folder, {
      obj_type: objType,
      start_ms: startMs,
      is_start_known: isStartKnown,
      timezone,
      groups: groups.map(({ modality }) => modality),
    });
    const text = annotations.length > 0 ? JSON.stringify(annotations) : null;
    if (text !== null) await writeDurably(join(this.folder, annotationsFile), text);
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
function endOf(groups: readonly SignalGroup[], annotations: readonly FileAnnotation[], startMs: number): number {
  let end = startMs;
  for (const { segments, sampling_hz } of groups) {
    const last = segments.at(-1);
    if (last !== undefined) end = Math.max(end, endOfSegment(last, sampling_hz));
  }
  if (end === startMs) for (const { end_time } of annotations) end = Math.max(end, end_time);
  return end;
}
