/** A group of a recording, ready to be read: its sums, and what to do about blocks that are not what was stored. */
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { BlockPart, GroupSource } from "./blocks.ts";
import type { Checksum } from "./checksum.ts";
import { DamageFound, type FoundLevel } from "./damage.ts";
import type { FilePool } from "./file-pool.ts";
import { blockValues } from "./geometry.ts";
import { levelBlock } from "./level-block.ts";
import type { SumsBook } from "./sums.ts";
import type { StoredRecording } from "./types.ts";

export interface GroupDeps {
  files: FilePool;
  book: SumsBook;
  checksum?: Checksum;
  /** Folder of the group. */
  folder: string;
  onLevel(found: FoundLevel): void;
}

/** @throws DamageFound when there are no sums left to check it by */
export async function openGroup(
  { data_object_id: recordingId, groups, tail, anchors = null }: StoredRecording,
  group: SignalGroup,
  { files, book, checksum, folder, onLevel }: GroupDeps,
): Promise<GroupSource> {
  const position = groups.findIndex(({ modality }) => modality === group.modality);
  const sealedCount = tail?.groups[position].sealed_count;
  const summed = sealedCount === undefined ? group : { ...group, sample_count: sealedCount };
  const sums = anchors === null ? null : await book.of(folder, summed, anchors.groups[position]);
  if (anchors !== null && sums === null) throw new DamageFound({ recordingId, group: position, blocks: "all" });
  const source: GroupSource = {
    files,
    folder,
    group,
    sums,
    sealedCount,
    checksum,
    async onBad(layout, part, blocks) {
      if (layout.parts === 1) throw new DamageFound({ recordingId, group: position, blocks });
      for (const chunk of new Set(blocks.map((block) => Math.floor(block / layout.blocksPerChunk))))
        onLevel({ recordingId, group: position, layout, chunk });
      for (const block of blocks) fill(part, block, await levelBlock(source, layout, block), blockValues(layout));
    },
  };
  return source;
}

/** Puts the values of one block into a part. */
export const fill = (part: BlockPart, block: number, values: ArrayLike<number>, length: number): void =>
  part.values.set(values, (block - part.first) * length);
