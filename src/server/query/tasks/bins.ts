/** "bins": samples of one channel counted into the bins of a histogram, in float64 (algorithms.md 6). */
import { maskedOf } from "../../../domain/annotations/masks.ts";
import type { BinsBlock, SampleTally } from "../../../protocol/page-codec.ts";
import { type HistogramBounds, histogramBins } from "../../../signal/statistics.ts";
import { isDerived } from "../../analysis/index.ts";
import { type ChannelSpan, eachPart, partSamples, scalePart, takeScratch } from "../channel-parts.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { cutSpan, inPieces, samplesAtOnce } from "./cut-span.ts";
import { headOf, mostColumnBytes, type PageSource, type PageTask, type ThreadSource, type ThreadTask } from "./task.ts";

export interface BinsInput extends HistogramBounds {
  span: ChannelSpan;
}

export interface CountedBins {
  counts: Float64Array;
  tally: SampleTally;
}

const codes = 1 << 16;

/** Counts of the span. Of stored codes it counts how often each occurs, and puts each code into its bin once. */
export async function countBins(
  source: ThreadSource,
  { span, min, max, size }: BinsInput,
  onSlice: (fraction: number) => void,
): Promise<CountedBins> {
  const { core, group } = source;
  const bins = histogramBins({ min, max, size });
  const expected = Math.max(0, span.end - span.first);
  if (bins === 0) return { counts: new Float64Array(0), tally: { expected, masked: 0, present: 0 } };
  const { arena, kernels, u32 } = core;
  const isCoded = group.sample_type === "int16";
  return arena.hold(async () => {
    const scratch = takeScratch(core);
    const counts = arena.take(4 * bins);
    u32.fill(0, counts / 4, counts / 4 + bins);
    const byCode = isCoded ? arena.take(4 * codes) : 0;
    if (isCoded) u32.fill(0, byCode / 4, byCode / 4 + codes);
    let present = 0;
    const masked = await eachPart(source, span, scratch, onSlice, (part) => {
      if (isCoded) kernels.countCodes(part.at, part.count, byCode);
      else {
        const values = scalePart(source, span.channel, part, scratch);
        present += kernels.histogram(values, part.count, min, max, size, counts, bins);
      }
    });
    const made = Float64Array.from(u32.subarray(counts / 4, counts / 4 + bins));
    if (isCoded) present = binCodes();
    return { counts: made, tally: { expected, masked, present } };

    function binCodes(): number {
      const { i16, f32 } = core;
      let found = 0;
      for (let from = 0; from < codes; from += partSamples) {
        for (let k = 0; k < partSamples; k++) i16[scratch.stage / 2 + k] = from + k - codes / 2;
        const values = scalePart(source, span.channel, { at: scratch.stage, count: partSamples }, scratch) / 4;
        for (let k = 0; k < partSamples; k++) {
          const count = u32[byCode / 4 + from + k];
          const value = f32[values + k];
          if (count === 0 || Number.isNaN(value)) continue;
          found += count;
          if (value >= min && value <= max) made[Math.min(bins - 1, Math.floor((value - min) / size))] += count;
        }
      }
      return found;
    }
  });
}

const storedBins: ThreadTask<BinsInput, CountedBins> = {
  name: "bins",
  lane: "quick",
  run: countBins,
  handsBack: ({ counts }) => [counts.buffer as ArrayBuffer],
};
/** What takes as long as computing its samples does, or reading hours of them. */
const longBins: typeof storedBins = { ...storedBins, name: "long_bins", lane: "slow" };

/** Samples of what is a page; more are a part of something longer. */
const quickSamples = 1 << 20;

/** Whether work on so many samples of a source is to let pages by. */
export const isLong = ({ recording, group }: PageSource, samples: number): boolean =>
  isDerived(recording) || samples * group.channels.length > quickSamples;

/** The samples of the source in grid samples [from, to) that there may be, and what of them is masked. */
export function spanOf({ group, masks }: PageSource, channel: number, from: number, to: number): ChannelSpan {
  const first = Math.max(0, Math.min(from, group.sample_count));
  const end = Math.max(first, Math.min(to, group.sample_count));
  const masked = masks === undefined ? [] : maskedOf(masks, [group.channels[channel].label]);
  return { channel, first, end, masked: [...masked] };
}

const talliesOf = (made: readonly CountedBins[]): SampleTally =>
  made
    .map(({ tally }) => tally)
    .reduce((sum, { expected, masked, present }) => ({
      expected: sum.expected + expected,
      masked: sum.masked + masked,
      present: sum.present + present,
    }));

/** @throws PageRefused when the group has no such channel */
export function checkChannel(channel: number, channels: readonly unknown[]): void {
  if (channel >= channels.length) throw new PageRefused("bad_request", refusals.unknownChannel);
}

export const bins: PageTask<"bins"> = {
  kind: "bins",
  check: ({ channel }, _columns, { channels }) => checkChannel(channel, channels),
  bytes: (form) => 8 * histogramBins(form),
  mostBytes: mostColumnBytes,
  tooLarge: refusals.tooManyBins,
  make({ source, form: { channel, min, max, size }, asker }, tools) {
    const span = spanOf(source, channel, source.first, source.end);
    const task = isLong(source, span.end - span.first) ? longBins : storedBins;
    const { result, progress } = inPieces<CountedBins>(cutSpan(span, samplesAtOnce(source)), (piece) =>
      tools.compute(source, { task, input: { span: piece, min, max, size } }, asker),
    );
    const block = result.then(
      (made): BinsBlock => ({
        kind: "bins",
        ...headOf(source, span.first, span.end, Number.POSITIVE_INFINITY),
        rows: 1,
        ...{ channel, min, max, size, tally: talliesOf(made) },
        data: made.map(({ counts }) => counts).reduce((sum, counts) => sum.map((count, k) => count + counts[k])),
      }),
    );
    return { result: block, progress };
  },
  threadTasks: [storedBins, longBins],
};
