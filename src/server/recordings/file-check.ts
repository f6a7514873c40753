/** Presence and exact size of the files of a recording: quick, and without a look at a single sample. */
import { isTouched } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import {
  type ArrayLayout,
  arraysOf,
  blockSamples,
  chunkBytes,
  chunkName,
  chunksIn,
  levelFactors,
  levelLayout,
  sampleLayout,
} from "./geometry.ts";
import type { PublishedRecording } from "./integrity-rows.ts";
import type { StoredFiles } from "./stored-files.ts";

export interface SuspectChunk {
  group: number;
  layout: ArrayLayout;
  chunk: number;
}

const atOnce = 64;

type Checked = Pick<PublishedRecording, "groups" | "isGrowing">;

/** The arrays of a group, and how many chunks of each are complete: of one that grows those that are sealed as a whole. */
function arraysToCheck(group: SignalGroup, isGrowing: boolean): { layout: ArrayLayout; chunks: number }[] {
  if (!isGrowing) return arraysOf(group).map((layout) => ({ layout, chunks: chunksIn(layout) }));
  const endless = Number.POSITIVE_INFINITY;
  const layouts = [sampleLayout(group, endless), ...levelFactors.map((factor) => levelLayout(group, endless, factor))];
  return layouts.map((layout) => {
    const chunks = Math.floor(group.sample_count / (layout.blocksPerChunk * blockSamples(layout)));
    return { layout: { ...layout, blocks: chunks * layout.blocksPerChunk }, chunks };
  });
}

/** The chunks of samples and levels that segments touch: of nothing else is there a file for certain. */
export function* chunksOf({ groups, isGrowing }: Checked): Generator<SuspectChunk> {
  for (const [group, each] of groups.entries())
    for (const { layout, chunks } of arraysToCheck(each, isGrowing)) {
      const length = layout.blocksPerChunk * blockSamples(layout);
      for (let chunk = 0; chunk < chunks; chunk++)
        if (isTouched(each.segments, chunk * length, (chunk + 1) * length)) yield { group, layout, chunk };
    }
}

/** Name below the folder of the recording. */
export const nameOf = ({ group, layout, chunk }: SuspectChunk): string =>
  `${group}/${layout.folder}/${chunkName(layout, chunk)}`;

/** Chunks whose file is absent or of another size. */
export async function suspectChunks(files: StoredFiles, recording: Checked): Promise<SuspectChunk[]> {
  const suspects: SuspectChunk[] = [];
  let batch: SuspectChunk[] = [];
  const look = async () => {
    const sizes = await Promise.all(batch.map((one) => files.sizeOf(nameOf(one))));
    suspects.push(...batch.filter(({ layout }, k) => sizes[k] !== chunkBytes(layout)));
    batch = [];
  };
  for (const one of chunksOf(recording)) {
    batch.push(one);
    if (batch.length === atOnce) await look();
  }
  await look();
  return suspects;
}
