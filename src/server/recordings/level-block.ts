/** One block of a level, computed again out of the level below it or, for the finest, out of the samples. */
import { runsWithin } from "../../domain/time/runs.ts";
import type { Values } from "./array-writer.ts";
import { type GroupSource, readBlocks } from "./blocks.ts";
import { type ArrayLayout, blockValues, emptyPair, levelFactors, levelLayout, sampleLayout } from "./geometry.ts";
import { mergePair, reducePairs, reduceSamples } from "./levels.ts";

const step = levelFactors[0];

/**
 * The values [channel][perBlock][2] of a block, as the import wrote them. Where samples are damaged the entries that reach
 * into them lack them; all others are right. @throws DamageFound
 */
export async function levelBlock(source: GroupSource, layout: ArrayLayout, block: number): Promise<Values> {
  const length = blockValues(layout);
  const values: Values = layout.sampleType === "int16" ? new Int16Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) values[i] = emptyPair[layout.sampleType][i & 1];
  if (layout.factor === step) await fromSamples(source, layout, block, values);
  else await fromPairs(source, layout, block, values);
  return values;
}

/** Merges pairs of one channel, `count` from `entry` of the block, into the values. */
function merge(
  values: Values,
  { perBlock }: ArrayLayout,
  channel: number,
  entry: number,
  pairs: Values,
  count: number,
) {
  const to = 2 * (channel * perBlock + entry);
  for (let k = 0; k < 2 * count; k += 2) mergePair(values, to + k, pairs[k], pairs[k + 1]);
}

async function fromSamples(source: GroupSource, layout: ArrayLayout, block: number, values: Values): Promise<void> {
  const { group } = source;
  const below = sampleLayout(group, group.sample_count);
  const [from, length] = [block * layout.perBlock * step, layout.perBlock * step];
  const pairs: Values = values.slice(0, 2 * (layout.perBlock + 1));
  for (const run of runsWithin(group.segments, from, from + length)) {
    const end = run.first + run.count;
    const span = { from: Math.floor(run.first / below.perBlock), to: Math.ceil(end / below.perBlock) };
    await readBlocks(source, below, [span], (part) => {
      for (let k = part.first; k < part.first + part.count; k++) {
        const [low, high] = [Math.max(run.first, k * below.perBlock), Math.min(end, (k + 1) * below.perBlock)];
        for (let c = 0; c < below.channels; c++) {
          const at = ((k - part.first) * below.channels + c) * below.perBlock + low - k * below.perBlock;
          const phase = low % step;
          const count = reduceSamples(part.values, at, high - low, phase, step, group.missing_code, pairs);
          merge(values, layout, c, Math.floor((low - from) / step), pairs, count);
        }
      }
    });
  }
}

async function fromPairs(source: GroupSource, layout: ArrayLayout, block: number, values: Values): Promise<void> {
  const { group } = source;
  const below = levelLayout(group, group.sample_count, layout.factor / step);
  const [from, to] = [block * step, Math.min((block + 1) * step, below.blocks)];
  const pairs: Values = values.slice(0, 2 * (layout.perBlock + 1));
  await readBlocks(source, below, [{ from, to }], (part) => {
    for (let k = part.first; k < part.first + part.count; k++)
      for (let c = 0; c < below.channels; c++) {
        const at = ((k - part.first) * below.channels + c) * below.perBlock;
        const count = reducePairs(part.values as Values, at, below.perBlock, 0, step, pairs);
        merge(values, layout, c, ((k - from) * below.perBlock) / step, pairs, count);
      }
  });
}
