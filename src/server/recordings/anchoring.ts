/** Gives a recording that was imported before there were checksums its own: of what lies there now. */

import { writeFile } from "node:fs/promises";
import { isTouched } from "../../domain/time/runs.ts";
import { descriptionDigest } from "./anchors.ts";
import type { GroupSource } from "./blocks.ts";
import { readBlocks } from "./blocks.ts";
import { digestOf, openChecksum, sumBytes } from "./checksum.ts";
import { chunksOf } from "./file-check.ts";
import { type ArrayLayout, annotationsFile, arraysOf, blockBytes, blockSamples, sumsFiles } from "./geometry.ts";
import type { PublishedRecording } from "./integrity-rows.ts";
import { levelBlock } from "./level-block.ts";
import { type CheckDeps, samplesIn, sourceOf } from "./recording-check.ts";
import { splitSums, sumsBytes, sumsOf } from "./sums.ts";
import type { Anchors } from "./types.ts";

const sliceBytes = 4 * 1024 * 1024;

/**
 * Writes the sums files and returns the anchors. Sums of samples are of what lies there; those of levels are of what the
 * samples say, so that a level that was changed before is found. Samples that are absent get no sum.
 */
export async function anchorsFor(recording: PublishedRecording, world: CheckDeps): Promise<Anchors> {
  const parts = await samplesIn(recording, [...chunksOf(recording)], world);
  const groups: string[] = [];
  for (const [position, group] of recording.groups.entries()) {
    const bytes = new Uint8Array(sumsBytes(group));
    const sums = splitSums(group, bytes);
    // While the sums come to be, samples are read without; each level rests on those below it.
    const bare = (await sourceOf(recording, position, world, parts)) as GroupSource;
    const [samples, ...levels] = arraysOf(group);
    await sumSamples(bare, samples, sumsOf(sums, samples), world);
    const source: GroupSource = {
      ...bare,
      sums,
      async onBad(layout, part, blocks) {
        if (layout.parts === 1) return bare.onBad(layout, part, blocks);
        for (const block of blocks)
          part.values.set(
            await levelBlock(source, layout, block),
            (block - part.first) * (part.values.length / part.count),
          );
      },
    };
    for (const level of levels) await sumLevel(source, level, sumsOf(sums, level), world);
    for (const name of sumsFiles)
      await world.files.replace(`${position}/${name}`, (path) => writeFile(path, bytes, { flush: true }));
    groups.push(digestOf(bytes));
  }
  const text = recording.annotation_count > 0 ? await world.files.read(annotationsFile) : null;
  return { description: descriptionDigest(recording), groups, annotations: text === null ? null : digestOf(text) };
}

const isUsed = ({ group }: GroupSource, layout: ArrayLayout, block: number): boolean =>
  isTouched(group.segments, block * blockSamples(layout), (block + 1) * blockSamples(layout));

async function sumSamples(source: GroupSource, layout: ArrayLayout, sums: Uint8Array, { pace }: CheckDeps) {
  const checksum = await openChecksum();
  const length = blockBytes(layout);
  const most = Math.max(1, Math.floor(sliceBytes / length));
  for (let from = 0; from < layout.blocks; from += most) {
    await readBlocks(
      source,
      layout,
      [{ from, to: Math.min(from + most, layout.blocks) }],
      ({ first, count, values }) => {
        for (let k = 0; k < count; k++)
          if (isUsed(source, layout, first + k))
            checksum.put(new Uint8Array(values.buffer, values.byteOffset + k * length, length), sums, first + k);
      },
    );
    await pace(Math.min(most, layout.blocks - from) * length);
  }
}

async function sumLevel(source: GroupSource, layout: ArrayLayout, sums: Uint8Array, { pace }: CheckDeps) {
  const checksum = await openChecksum();
  for (let block = 0; block < sums.length / sumBytes; block++) {
    if (!isUsed(source, layout, block)) continue;
    checksum.put(new Uint8Array((await levelBlock(source, layout, block)).buffer), sums, block);
    await pace(blockBytes(layout));
  }
}
