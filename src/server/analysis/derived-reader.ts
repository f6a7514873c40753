/** Reads a derived recording as a stored one is read: its samples are computed where they are asked for. */
import { endOf, runsWithin } from "../../domain/time/runs.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { SampleReader, StoredSamples } from "../recordings/index.ts";
import type { BlockMeans } from "./block-means.ts";
import type { BlockSums } from "./block-sums.ts";
import type { ThreadDeps } from "./channel-reader.ts";
import { cppValues } from "./cpp-values.ts";
import { channelsOf } from "./describe.ts";
import { optimumSeries } from "./optimum-series.ts";
import { prxValues } from "./prx-values.ts";
import { rollingValues } from "./rolling-values.ts";
import { storedValues } from "./stored-values.ts";
import { type DerivedRecording, isDerived } from "./types.ts";

/** Values that are computed at once. */
const stepValues = 1 << 16;

export interface DerivedDeps extends ThreadDeps {
  /** Of the thread. */
  sums: BlockSums;
  means: BlockMeans;
}

/** What a reader of a recording's samples is asked for. */
export type GroupReader = Pick<SampleReader, "readSamples" | "readSlices" | "readColumns">;

/** Values [channel][count] of grid samples [first, first + count), in float64; NaN where there is none. 65,536 values at most. @throws what reading does */
export async function derivedValues(
  recording: DerivedRecording,
  { segments }: Pick<SignalGroup, "segments">,
  span: { first: number; count: number },
  deps: DerivedDeps,
): Promise<Float64Array> {
  const { analysis, sources, start_ms } = recording;
  const channels = channelsOf(analysis, sources, recording.masked);
  switch (analysis.analytic) {
    case "rolling_average":
      return rollingValues(channels[0], analysis.calculationWindowMs, span, deps);
    case "cpp":
      return cppValues(channels, segments, span, deps);
    case "prx":
    case "cox": {
      const { analytic, calculationWindowMs: windowMs, calculationPeriodMs: periodMs } = analysis;
      return prxValues(
        channels,
        { analytic, startMs: start_ms + span.first * periodMs, count: span.count, windowMs, periodMs },
        deps,
      );
    }
    case "stored_run":
      return storedValues(recording, { segments }, span);
    case "eeg_trend":
      throw new Error("Trends are not read value by value.");
    case "cppopt":
    case "mapopt": {
      const { analytic, calculationPeriodMs: periodMs } = analysis;
      const startMs = start_ms + span.first * periodMs;
      const made = await optimumSeries(channels, { analytic, startMs, count: span.count, periodMs }, deps);
      return keepWithin(made, segments, span);
    }
  }
}

/** Values [channel][count] with those missing that lie in no segment: whatever is read at once, nothing is told there. */
function keepWithin(
  values: Float64Array,
  segments: SignalGroup["segments"],
  { first, count }: { first: number; count: number },
): Float64Array {
  const kept = new Float64Array(values.length).fill(Number.NaN);
  for (const run of runsWithin(segments, first, first + count))
    for (let row = 0; row < values.length; row += count) {
      const from = row + run.first - first;
      kept.set(values.subarray(from, from + run.count), from);
    }
  return kept;
}

/** Of the recordings that it is given all are derived ones. */
export function derivedReader(deps: DerivedDeps): GroupReader {
  const reader: GroupReader = {
    async readSamples(recording, group, from, length): Promise<StoredSamples> {
      const first = Math.min(Math.max(0, Math.ceil(from)), group.sample_count);
      const count = Math.max(0, Math.min(Math.ceil(from + length), group.sample_count) - first);
      const data = new Float32Array(group.channels.length * count).fill(Number.NaN);
      await eachStep(recording, group, { first, count }, (values, at, held) => {
        for (let channel = 0; channel * held < values.length; channel++)
          data.set(values.subarray(channel * held, (channel + 1) * held), channel * count + at - first);
      });
      return { first, count, data, runs: runsWithin(group.segments, first, first + count) };
    },

    readSlices: (recording, group, span, use) =>
      eachStep(recording, group, span, (data, first, count) => {
        const runs = runsWithin(group.segments, first, first + count);
        use([{ first, count, stride: count, data, runs }]);
      }),

    async readColumns(recording, group, edges) {
      const columns = Math.max(0, edges.length - 1);
      const channels = group.channels.length;
      const pairs = new Float32Array(2 * channels * columns).fill(Number.NaN);
      if (columns === 0) return pairs;
      const clip = (edge: number) => Math.max(0, Math.min(Math.ceil(edge), group.sample_count));
      const span = { first: clip(edges[0]), count: clip(edges[columns]) - clip(edges[0]) };
      let column = 0;
      await eachStep(recording, group, span, (values, first, count) => {
        while (clip(edges[column + 1]) <= first) column++;
        for (let at = first; at < first + count; column++) {
          const end = Math.min(first + count, clip(edges[column + 1]));
          for (let channel = 0; channel < channels && end > at; channel++) {
            const from = channel * count + at - first;
            widen(pairs, channel * columns + column, extremes(values.subarray(from, from + end - at)));
          }
          at = end;
          if (clip(edges[column + 1]) > end) break;
        }
      });
      return pairs;
    },
  };

  /** Calls `use` with the values [channel][count] of steps of the span that hold any, in order. */
  async function eachStep(
    recording: RecordingDetail,
    group: SignalGroup,
    { first, count }: { first: number; count: number },
    use: (values: Float32Array, first: number, count: number) => void,
  ): Promise<void> {
    if (!isDerived(recording)) throw new Error("This recording is no derived one.");
    for (const run of stepsOf(group, first, count)) {
      deps.onStep();
      use(Float32Array.from(await derivedValues(recording, group, run, deps)), run.first, run.count);
    }
  }

  function extremes(values: Float32Array): ArrayLike<number> {
    const { arena, f32, kernels } = deps.core;
    return arena.scope(() => {
      const [src, dst] = [arena.take(values.byteLength), arena.take(8)];
      f32.set(values, src / 4);
      kernels.columnsFloat32(src, values.length, values.length, dst);
      return f32.slice(dst / 4, dst / 4 + 2);
    });
  }
  return reader;
}

/** Stretches of the span that hold samples, each a step long at most. Gaps that are longer than a step cost nothing. */
function stepsOf(
  { segments, channels }: SignalGroup,
  first: number,
  count: number,
): { first: number; count: number }[] {
  const stepSamples = Math.max(1, Math.floor(stepValues / channels.length));
  const steps: { first: number; count: number }[] = [];
  for (const run of runsWithin(segments, first, first + count))
    for (let at = run.first; at < endOf(run); ) {
      const last = steps.at(-1);
      const room = last === undefined ? 0 : last.first + stepSamples - at;
      const taken = Math.min(endOf(run) - at, room > 0 ? room : stepSamples);
      if (last !== undefined && room > 0) last.count = at + taken - last.first;
      else steps.push({ first: at, count: taken });
      at += taken;
    }
  return steps;
}

function widen(pairs: Float32Array, column: number, found: ArrayLike<number>): void {
  const at = 2 * column;
  if (!(pairs[at] <= found[0])) pairs[at] = Number.isNaN(found[0]) ? pairs[at] : found[0];
  if (!(pairs[at + 1] >= found[1])) pairs[at + 1] = Number.isNaN(found[1]) ? pairs[at + 1] : found[1];
}
