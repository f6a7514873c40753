/** Waves whose rate changed on the way: the samples of each rate that lasts are a part of their own, of the same files. */
import { describedFrames } from "./described.ts";
import type { StreamPart } from "./part.ts";
import { isSame, type PartRate } from "./part-rate.ts";

/** A rate that lasts less is damage, or a moment. */
const least = { frames: 1000, us: 10_000_000 } as const;
const mostRates = 8;
/** Intervals that are looked at; an index of nothing but others is damage. */
const mostClasses = 64;
/** Closer ones are one rate, and its jitter. */
const apart = 0.02;

const isApart = (us: number, other: number) => Math.abs(us / other - 1) > apart;

/** The part itself, or one for each of its rates, the most frequent one first. */
export async function splitByRate(part: StreamPart): Promise<StreamPart[]> {
  const rates = part.isNumeric ? [] : await ratesOf(part);
  if (rates.length < 2) return [part];
  const frameBytes = part.dataBytes / part.frames;
  const rest = rates.slice(1).reduce((sum, { frames }) => sum + frames, 0);
  return rates.map((rate, k) => ({
    ...part,
    rate: k === 0 ? { ...rate, others: rates.slice(1).map(({ intervalUs }) => intervalUs) } : rate,
    dataBytes: Math.round(frameBytes * (k === 0 ? part.frames - rest : rate.frames)),
  }));
}

async function ratesOf(part: StreamPart): Promise<PartRate[]> {
  const found: PartRate[] = [];
  for await (const { entry, count } of describedFrames(part)) {
    const { intervalUs } = entry;
    if (count < 2 || intervalUs === 0) continue;
    const known = found.find((one) => isSame(intervalUs, one.intervalUs));
    if (known) known.frames += count;
    else if (found.length < mostClasses) found.push({ intervalUs, others: [], frames: count });
  }
  return found
    .filter(({ frames, intervalUs }) => frames >= least.frames && frames * intervalUs >= least.us)
    .sort((a, b) => b.frames - a.frames)
    .filter(({ intervalUs }, k, all) => all.slice(0, k).every((one) => isApart(intervalUs, one.intervalUs)))
    .slice(0, mostRates);
}
