/** One channel of a group, part by part, in the core's memory: for what is counted or summed over any span. */
import type { MaskedSpan } from "../../domain/annotations/masks.ts";
import { gapsWithin } from "../../domain/time/runs.ts";
import type { Core } from "../../signal/core.ts";
import { memoryMap } from "../../signal/memory.ts";
import { firstSampleFrom } from "../analysis/index.ts";
import type { ThreadSource } from "./tasks/task.ts";

/** Read at once: what fits the second-level cache is counted out of it. */
const roomBytes = 1024 * 1024;
/** Samples of a part at most. */
export const partSamples = 1 << 16;
/** Kernels work on whole vectors: so many values behind the last one may be written. */
const slack = 8;
/** A code outside int16: there is none. */
const noCode = 1 << 30;

export interface ChannelSpan {
  channel: number;
  /** Grid samples [first, end), within the grid. */
  first: number;
  end: number;
  masked: readonly MaskedSpan[];
}

/** Stored values of grid samples [first, first + count), at a byte offset of the core's memory: int16 or float32, as the group has them. */
export interface ChannelPart {
  at: number;
  first: number;
  count: number;
}

/** Scratch of one piece of work, of the engine's arena: computing a derived group takes the tiles' range. */
export interface PartScratch {
  /** Values that lie elsewhere. */
  stage: number;
  /** Physical values, float32. */
  scaled: number;
}

export function takeScratch({ arena }: Core): PartScratch {
  return { stage: arena.take(4 * (partSamples + slack)), scaled: arena.take(4 * (partSamples + slack)) };
}

/**
 * Calls `use` with all samples of the span that are there and not masked, ascending; what it is given is its own until it returns. Returns how many
 * were masked. `onSlice` is told the fraction done; what it throws ends the work.
 */
export async function eachPart(
  { core, reader, recording, group }: ThreadSource,
  { channel, first, end, masked }: ChannelSpan,
  { stage }: PartScratch,
  onSlice: (fraction: number) => void,
  use: (part: ChannelPart) => void,
): Promise<number> {
  const covered = masked
    .map(([startMs, endMs]) => ({ first: firstSampleFrom(group, startMs), end: firstSampleFrom(group, endMs) }))
    .filter((span) => span.end > first && span.first < end)
    .map((span) => ({ first: span.first, count: span.end - span.first }));
  let left = 0;
  const room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
  onSlice(0);
  await reader.readSlices(recording, group, { first, count: Math.max(0, end - first), room }, (slices) => {
    for (const { data, stride, first: sliceFirst, runs } of slices)
      for (const run of runs) {
        const [from, to] = [Math.max(first, run.first), Math.min(end, run.first + run.count)];
        if (to <= from) continue;
        let kept = 0;
        for (const piece of gapsWithin(covered, from, to)) {
          const at = channel * stride + piece.start - sliceFirst;
          kept += piece.end - piece.start;
          give(data.subarray(at, at + piece.end - piece.start), piece.start);
        }
        left += to - from - kept;
      }
    const last = slices.at(-1);
    if (last !== undefined) onSlice(Math.min(1, (last.first + last.count - first) / (end - first)));
  });
  return left;

  function give(values: Int16Array | Float32Array, from: number): void {
    for (let k = 0; k < values.length; k += partSamples) {
      const part = values.subarray(k, k + partSamples);
      let at = part.byteOffset;
      if (part.buffer !== core.memory.buffer) {
        at = stage;
        if (part instanceof Int16Array) core.i16.set(part, at / 2);
        else core.f32.set(part, at / 4);
      }
      use({ at, first: from + k, count: part.length });
    }
  }
}

/** The part in the unit of its channel, float32, NaN where a code says that there is no sample. Returns where it lies. */
export function scalePart(
  { core, group }: Pick<ThreadSource, "core" | "group">,
  channel: number,
  { at, count }: Pick<ChannelPart, "at" | "count">,
  { scaled }: PartScratch,
): number {
  const { gain, offset } = group.channels[channel];
  const { sample_type, missing_code } = group;
  if (sample_type === "int16") core.kernels.scaleInt16(at, count, scaled, gain, offset, missing_code ?? noCode);
  else core.kernels.scaleFloat32(at, count, scaled, gain, offset, missing_code ?? Number.NaN);
  return scaled;
}
