/** Values of PRx and COx (algorithms.md 8; assembly/averages.ts). */
import { indexLimits } from "../../domain/graphs/index-limits.ts";
import { eachWithin, firstWhere } from "../../domain/time/runs.ts";
import { ChannelReader, type ThreadDeps } from "./channel-reader.ts";
import { blockMs, blocksOf, leastOfBlock } from "./prx-grid.ts";
import { firstSampleFrom } from "./source-times.ts";
import type { SourceChannel } from "./types.ts";

/** What is measured lies between. */
export const boundsOf = {
  prx: [indexLimits.ABP_na, indexLimits.ICP_na],
  cox: [indexLimits.ABP_na, indexLimits.stO2_na],
} as const;

/** Blocks of all values that are computed together: 8 bytes each for sums and counts of both signals. */
const mostBlocks = 1 << 19;
/** Read at once. */
export const partSamples = 1 << 17;

export interface PrxOrder {
  analytic: "prx" | "cox";
  /** Time of the first value: a multiple of the period. Values are a period apart. */
  startMs: number;
  count: number;
  windowMs: number;
  periodMs: number;
}

/** Values whose times lie whole blocks apart share their blocks. */
export interface Phase {
  /** Position of its first value, and from one to the next. */
  first: number;
  step: number;
  /** Time of its first block, how many there are, and their place among those of all phases. */
  startMs: number;
  blocks: number;
  at: number;
}

/** PRx of ABP and ICP, or COx of ABP and StO2, at each time of the order, NaN where there is none. */
export async function prxValues(
  sources: readonly SourceChannel[],
  order: PrxOrder,
  deps: ThreadDeps,
): Promise<Float64Array> {
  const values = new Float64Array(order.count).fill(Number.NaN);
  const { blocks, least } = blocksOf(order.windowMs);
  if (blocks < least) return values;
  let batch = Math.max(1, order.count);
  while (batch > 1 && blocksIn(phasesOf({ ...order, count: batch })) > mostBlocks) batch = Math.ceil(batch / 2);
  for (let from = 0; from < order.count; from += batch) {
    const part = {
      ...order,
      startMs: order.startMs + from * order.periodMs,
      count: Math.min(batch, order.count - from),
    };
    values.set(await batchValues(sources, part, deps), from);
  }
  return values;
}

const blocksIn = (phases: readonly Phase[]) => phases.reduce((sum, { blocks }) => sum + blocks, 0);

function phasesOf({ startMs, count, windowMs, periodMs }: PrxOrder): Phase[] {
  const { blocks } = blocksOf(windowMs);
  const step = blockMs / greatestDivisor(periodMs, blockMs);
  const phases: Phase[] = [];
  let at = 0;
  for (let first = 0; first < Math.min(step, count); first++) {
    const apart = (Math.floor((count - 1 - first) / step) * step * periodMs) / blockMs;
    phases.push({ first, step, startMs: startMs + first * periodMs - blocks * blockMs, blocks: apart + blocks, at });
    at += apart + blocks;
  }
  return phases;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

async function batchValues(
  sources: readonly SourceChannel[],
  order: PrxOrder,
  deps: ThreadDeps,
): Promise<Float64Array> {
  const { count, windowMs, periodMs } = order;
  const { blocks, least } = blocksOf(windowMs);
  const phases = phasesOf(order);
  const reader = new ChannelReader(deps);
  const part = reader.takeSamples(partSamples);
  const edges = reader.arena.take(4 * (Math.max(...phases.map((phase) => phase.blocks)) + 1));
  const means: number[] = [];
  for (const [k, source] of sources.entries()) {
    const [sums, counts] = [reader.takeSums(blocksIn(phases)), reader.takeSums(blocksIn(phases))];
    await addBlocks(reader, source, phases, { ...boundsOf[order.analytic][k], part, edges, sums, counts });
    const leastSamples = (leastOfBlock * blockMs * source.group.sampling_hz) / 1000;
    reader.core.kernels.meansOf(sums, counts, blocksIn(phases), leastSamples);
    means.push(sums);
  }
  const values = new Float64Array(count);
  for (const { first, step, at } of phases) {
    reader.onStep();
    for (let k = first; k < count; k += step) {
      const block = 8 * (at + ((k - first) * periodMs) / blockMs);
      values[k] = reader.core.kernels.correlation(means[0] + block, means[1] + block, blocks, least);
    }
  }
  return values;
}

/** Reads a signal once and adds each sample to the blocks that hold it. */
export async function addBlocks(
  reader: ChannelReader,
  source: SourceChannel,
  phases: readonly Phase[],
  to: { low: number; high: number; part: number; edges: number; sums: number; counts: number },
): Promise<void> {
  const { kernels } = reader.core;
  const i32 = new Int32Array(reader.core.memory.buffer);
  const { group } = source;
  /** First samples of the blocks of each phase, and behind the last one. */
  const borders = phases.map(({ startMs, blocks }) =>
    Float64Array.from({ length: blocks + 1 }, (_, k) => firstSampleFrom(group, startMs + k * blockMs)),
  );
  const first = Math.min(...borders.map((own) => own[0]));
  const last = Math.max(...borders.map((own) => own[own.length - 1]));
  const parts: { from: number; end: number }[] = [];
  eachWithin(group.segments, first, last, (start, end) => {
    for (let from = start; from < end; from += partSamples)
      parts.push({ from, end: Math.min(end, from + partSamples) });
  });
  for (const { from, end } of parts) {
    await reader.read(source, from, end - from, to.part);
    kernels.keepBetween(to.part, end - from, to.low, to.high);
    for (const [k, own] of borders.entries()) {
      const begin = firstWhere(own.length - 1, (block) => own[block + 1] > from);
      const stop = firstWhere(own.length - 1, (block) => own[block] >= end);
      if (stop <= begin) continue;
      for (let edge = begin; edge <= stop; edge++)
        i32[to.edges / 4 + edge - begin] = Math.min(Math.max(own[edge], from), end) - from;
      const at = 8 * (phases[k].at + begin);
      kernels.addSpans(to.part, to.edges, stop - begin, to.sums + at, to.counts + at);
    }
  }
}
