/** "resampled": means of one channel over the periods of the epoch grid, in float64 (algorithms.md 7). */
import { firstEndingAfter } from "../../../domain/time/runs.ts";
import { firstSampleAt, timeInSegment } from "../../../domain/time/sample-time.ts";
import type { ResampledBlock, SampleTally } from "../../../protocol/page-codec.ts";
import { firstSampleFrom } from "../../analysis/index.ts";
import { type ChannelSpan, eachPart, scalePart, takeScratch } from "../channel-parts.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { checkChannel, isLong, spanOf } from "./bins.ts";
import { cutSpan, inPieces, samplesAtOnce } from "./cut-span.ts";
import { headOf, mostColumnBytes, type PageSource, type PageTask, type ThreadSource, type ThreadTask } from "./task.ts";

export interface ResampledInput {
  span: ChannelSpan;
  periodMs: number;
  /** Periods [firstPeriod, firstPeriod + periods) of the epoch grid. */
  firstPeriod: number;
  periods: number;
  /** What the pieces before it made, in the order of time; absent: it is the first. */
  begun?: Pick<ResampledPiece, "values" | "counts">;
  /** Another piece goes on from it. */
  goesOn?: true;
}

export interface ResampledPiece {
  /** Of each period: the mean, of the last piece; else the sum so far. */
  values: Float64Array;
  /** Of each period: how many samples so far. */
  counts: Float64Array;
  tally: SampleTally;
}

/** A sum goes on over parts in the order of time, so that how samples are cut into parts changes no bit. */
export async function resample(
  source: ThreadSource,
  { span, periodMs, firstPeriod, periods, begun, goesOn }: ResampledInput,
  onSlice: (fraction: number) => void,
): Promise<ResampledPiece> {
  const { core, group } = source;
  const { arena, kernels, f64 } = core;
  const { segments, sampling_hz } = group;
  const expected = Math.max(0, span.end - span.first);
  return arena.hold(async () => {
    const scratch = takeScratch(core);
    const sums = arena.take(8 * periods);
    const counts = arena.take(8 * periods);
    const edges = arena.take(4 * (periods + 1));
    const i32 = new Int32Array(core.memory.buffer);
    f64.fill(0, sums / 8, sums / 8 + periods);
    f64.fill(0, counts / 8, counts / 8 + periods);
    if (begun !== undefined) {
      f64.set(begun.values, sums / 8);
      f64.set(begun.counts, counts / 8);
    }
    const masked = await eachPart(source, span, scratch, onSlice, ({ at, first, count }) => {
      const values = scalePart(source, span.channel, { at, count }, scratch);
      // Parts lie in one segment each: what is read is cut where segments are.
      const segment = segments[firstEndingAfter(segments, first)];
      const periodAt = (sample: number) =>
        Math.floor(timeInSegment(segment, sampling_hz, sample) / periodMs) - firstPeriod;
      // Rounding of times is no time: one period more on either side is empty.
      const from = Math.max(0, periodAt(first) - 1);
      const to = Math.min(periods, periodAt(first + count - 1) + 2);
      for (let k = from; k <= to; k++) {
        const begin = segment.first + firstSampleAt(segment.start_ms, sampling_hz, (firstPeriod + k) * periodMs);
        i32[edges / 4 + k - from] = Math.min(count, Math.max(0, begin - first));
      }
      if (to > from) kernels.addSpans(values, edges, to - from, sums + 8 * from, counts + 8 * from);
    });
    const held = f64.slice(counts / 8, counts / 8 + periods);
    const present = held.reduce((sum, count) => sum + count, 0);
    if (goesOn === undefined) kernels.meansOf(sums, counts, periods, 1);
    return { values: f64.slice(sums / 8, sums / 8 + periods), counts: held, tally: { expected, masked, present } };
  });
}

const storedMeans: ThreadTask<ResampledInput, ResampledPiece> = {
  name: "resampled",
  lane: "quick",
  handsOver: ({ begun }) =>
    begun === undefined ? [] : [begun.values.buffer as ArrayBuffer, begun.counts.buffer as ArrayBuffer],
  run: resample,
  handsBack: ({ values, counts }) => [values.buffer as ArrayBuffer, counts.buffer as ArrayBuffer],
};
/** What takes as long as computing its samples does, or reading hours of them. */
const longMeans: typeof storedMeans = { ...storedMeans, name: "long_resampled", lane: "slow" };

/** The periods that a page touches. */
function periodsOf({ recording, group, first, end }: PageSource, periodMs: number) {
  const timeOf = (sample: number) => recording.start_ms + (sample * 1000) / group.sampling_hz;
  const firstPeriod = Math.floor(timeOf(first) / periodMs);
  return { firstPeriod, periods: Math.max(0, Math.ceil(timeOf(end) / periodMs) - firstPeriod) };
}

export const resampled: PageTask<"resampled"> = {
  kind: "resampled",
  check({ channel }, _columns, { channels }) {
    if (channel === undefined && channels.length > 1) throw new PageRefused("bad_request", refusals.channelUnnamed);
    checkChannel(channel ?? 0, channels);
  },
  // Of sums, counts and edges a thread holds as much again.
  bytes: ({ period_ms }, _columns, source) => 8 * periodsOf(source, period_ms).periods,
  mostBytes: mostColumnBytes,
  tooLarge: refusals.tooManyBins,
  make({ source, form: { channel = 0, period_ms }, asker }, tools) {
    const { firstPeriod, periods } = periodsOf(source, period_ms);
    const { group } = source;
    const from = firstSampleFrom(group, firstPeriod * period_ms);
    const span = spanOf(source, channel, from, firstSampleFrom(group, (firstPeriod + periods) * period_ms));
    const task = isLong(source, span.end - span.first) ? longMeans : storedMeans;
    const pieces = cutSpan(span, samplesAtOnce(source));
    const { result, progress } = inPieces<ResampledPiece>(pieces, (piece, made) => {
      const begun = made.at(-1);
      const goesOn = made.length < pieces.length - 1 ? ({ goesOn: true } as const) : {};
      const input = { span: piece, periodMs: period_ms, firstPeriod, periods, ...goesOn };
      return tools.compute(source, { task, input: begun === undefined ? input : { ...input, begun } }, asker);
    });
    const block = result.then((made): ResampledBlock => {
      const { values, tally } = made[made.length - 1];
      const masked = made.reduce((sum, piece) => sum + piece.tally.masked, 0);
      return {
        kind: "resampled",
        ...headOf(source, span.first, span.end, Number.POSITIVE_INFINITY),
        rows: 1,
        // How many there are is counted on from piece to piece.
        tally: { expected: span.end - span.first, masked, present: tally.present },
        ...{ channel, period_ms, first_period: firstPeriod },
        data: values,
      };
    });
    return { result: block, progress };
  },
  threadTasks: [storedMeans, longMeans],
};
