/** Presence and exact size of the files of a recording: quick, and without a look at a single sample. */
import { isTouched } from "../../domain/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { type ArrayLayout, arraysOf, blockSamples, chunkBytes, chunkName, chunksIn } from "./geometry.ts";
import type { StoredFiles } from "./stored-files.ts";

export interface SuspectChunk {
  group: number;
  layout: ArrayLayout;
  chunk: number;
}

const atOnce = 64;

/** The chunks of samples and levels that segments touch: of nothing else is there a file for certain. */
export function* chunksOf(groups: readonly SignalGroup[]): Generator<SuspectChunk> {
  for (const [group, each] of groups.entries())
    for (const layout of arraysOf(each)) {
      const length = layout.blocksPerChunk * blockSamples(layout);
      for (let chunk = 0; chunk < chunksIn(layout); chunk++)
        if (isTouched(each.segments, chunk * length, (chunk + 1) * length)) yield { group, layout, chunk };
    }
}

/** Name below the folder of the recording. */
export const nameOf = ({ group, layout, chunk }: SuspectChunk): string =>
  `${group}/${layout.folder}/${chunkName(layout, chunk)}`;

/** Chunks whose file is absent or of another size. */
export async function suspectChunks(files: StoredFiles, groups: readonly SignalGroup[]): Promise<SuspectChunk[]> {
  const suspects: SuspectChunk[] = [];
  let batch: SuspectChunk[] = [];
  const look = async () => {
    const sizes = await Promise.all(batch.map((one) => files.sizeOf(nameOf(one))));
    suspects.push(...batch.filter(({ layout }, k) => sizes[k] !== chunkBytes(layout)));
    batch = [];
  };
  for (const one of chunksOf(groups)) {
    batch.push(one);
    if (batch.length === atOnce) await look();
  }
  await look();
  return suspects;
}
