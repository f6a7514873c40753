/** The optimum of a window of two signals: index samples on the epoch grid, then the fit (algorithms.md 9.1 and 10; assembly/optimum.ts). */

import type { OptimumAnalytic } from "../../protocol/composites.ts";
import type { OptimumFit } from "../../protocol/page-codec.ts";
import { type IndexSamples, optimumOf } from "../../signal/optimum.ts";
import type { BlockMeans } from "./block-means.ts";
import { ChannelReader, type ThreadDeps } from "./channel-reader.ts";
import { blockMs, blocksOf } from "./prx-grid.ts";
import { boundsOf } from "./prx-values.ts";
import { endOfSamples } from "./source-times.ts";
import type { SourceChannel } from "./types.ts";

/** Of the index. */
export const indexWindowMs = 300_000;
/** A longer window needs no more data than one of so long. */
const fullWindowMs = 4 * 3_600_000;

/** Times of index samples in (endMs - windowMs, endMs], `stepMs` apart: multiples of it from `firstMs` on. */
export interface IndexTimes {
  firstMs: number;
  stepMs: number;
  count: number;
}

export function indexTimes({ startMs, endMs }: { startMs: number; endMs: number }): IndexTimes {
  const stepMs = endMs - startMs < 3_600_000 ? 10_000 : 60_000;
  const first = Math.floor(startMs / stepMs) + 1;
  return { firstMs: first * stepMs, stepMs, count: Math.max(0, Math.floor(endMs / stepMs) - first + 1) };
}

/** How many index samples a window of that length has. */
export const expectedSamples = (windowMs: number, stepMs: number): number => Math.min(windowMs, fullWindowMs) / stepMs;

export interface OptimumDeps extends ThreadDeps {
  /** Of the thread. */
  means: BlockMeans;
}

/**
 * Index samples of ABP and ICP, or of ABP and StO2. Of what grows there are none behind its end: a block is known once it is whole.
 * @throws what reading does
 */
export async function indexSamples(
  analytic: OptimumAnalytic,
  sources: readonly SourceChannel[],
  { firstMs, stepMs, count }: IndexTimes,
  deps: OptimumDeps,
): Promise<IndexSamples> {
  const { blocks, least } = blocksOf(indexWindowMs);
  const samples = {
    index: new Float64Array(count).fill(Number.NaN),
    pressure: new Float64Array(count).fill(Number.NaN),
  };
  const known = Math.min(...sources.map(endOfGrowth));
  const held = Math.min(count, Math.floor((known - firstMs) / stepMs) + 1);
  if (!(held > 0)) return samples;
  const from = firstMs / blockMs - blocks;
  const to = (firstMs + (held - 1) * stepMs) / blockMs;
  const index = analytic === "cppopt" ? "prx" : "cox";
  const reader = new ChannelReader(deps);
  const means: Float64Array[] = [];
  for (const [k, source] of sources.entries())
    means.push(await deps.means.load(reader, source, boundsOf[index][k], { from, to }));
  const { core } = reader;
  const { f64, arena, kernels } = core;
  arena.scope(() => {
    const [a, b] = means.map((values) => {
      const at = arena.take(values.byteLength);
      f64.set(values, at / 8);
      return at;
    });
    const [r, x] = [arena.take(8 * held), arena.take(8 * held)];
    const work = arena.take(16 * blocks);
    kernels.indexSamples(a, b, held, stepMs / blockMs, blocks, least, Number(analytic === "cppopt"), r, x, work);
    samples.index.set(f64.subarray(r / 8, r / 8 + held));
    samples.pressure.set(f64.subarray(x / 8, x / 8 + held));
  });
  return samples;
}

const endOfGrowth = ({ recording, group }: SourceChannel): number =>
  recording.tail === undefined ? Number.POSITIVE_INFINITY : (endOfSamples(group) ?? Number.NEGATIVE_INFINITY);

export interface OptimumWindow extends IndexSamples {
  times: IndexTimes;
  optimum: OptimumFit;
}

/** The optimum of the window [startMs, endMs), and what it is made of. @throws what reading does */
export async function optimumWindow(
  analytic: OptimumAnalytic,
  sources: readonly SourceChannel[],
  span: { startMs: number; endMs: number },
  deps: OptimumDeps,
): Promise<OptimumWindow> {
  const times = indexTimes(span);
  const samples = await indexSamples(analytic, sources, times, deps);
  const expected = expectedSamples(span.endMs - span.startMs, times.stepMs);
  return { ...samples, times, optimum: optimumOf(deps.core, analytic, samples, expected) };
}
