/** Reads a derived recording as a stored one is read: its samples are computed where they are asked for. */
import { endOf, runsWithin } from "../../domain/time/runs.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { SampleReader, StoredSamples } from "../recordings/index.ts";
import type { BlockSums } from "./block-sums.ts";
import type { ThreadDeps } from "./channel-reader.ts";
import { cppValues } from "./cpp-values.ts";
import { channelsOf } from "./describe.ts";
import { prxValues } from "./prx-values.ts";
import { rollingValues } from "./rolling-values.ts";
import { type DerivedRecording, isDerived } from "./types.ts";

/** Samples that are computed at once. */
const stepSamples = 1 << 16;

export interface DerivedDeps extends ThreadDeps {
  /** Of the thread. */
  sums: BlockSums;
}

/** What a reader of a recording's samples is asked for. */
export type GroupReader = Pick<SampleReader, "readSamples" | "readSlices" | "readColumns">;

/** Values [first, first + count) of the group, in float64; NaN where there is none. count: 65,536 at most. @throws what reading does */
export function derivedValues(
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
    case "eeg_trend":
      throw new Error("Trends are not read value by value.");
  }
}

/** Of the recordings that it is given all are derived ones. */
export function derivedReader(deps: DerivedDeps): GroupReader {
  const reader: GroupReader = {
    async readSamples(recording, group, from, length): Promise<StoredSamples> {
      const first = Math.min(Math.max(0, Math.ceil(from)), group.sample_count);
      const count = Math.max(0, Math.min(Math.ceil(from + length), group.sample_count) - first);
      const data = new Float32Array(count).fill(Number.NaN);
      await eachStep(recording, group, { first, count }, (values, at) => data.set(values, at - first));
      return { first, count, data, runs: runsWithin(group.segments, first, first + count) };
    },

    readSlices: (recording, group, span, use) =>
      eachStep(recording, group, span, (data, first) => {
        const runs = runsWithin(group.segments, first, first + data.length);
        use([{ first, count: data.length, stride: data.length, data, runs }]);
      }),

    async readColumns(recording, group, edges) {
      const columns = Math.max(0, edges.length - 1);
      const pairs = new Float32Array(2 * columns).fill(Number.NaN);
      if (columns === 0) return pairs;
      const clip = (edge: number) => Math.max(0, Math.min(Math.ceil(edge), group.sample_count));
      const span = { first: clip(edges[0]), count: clip(edges[columns]) - clip(edges[0]) };
      let column = 0;
      await eachStep(recording, group, span, (values, first) => {
        while (clip(edges[column + 1]) <= first) column++;
        for (let at = first; at < first + values.length; column++) {
          const end = Math.min(first + values.length, clip(edges[column + 1]));
          if (end > at) widen(pairs, column, extremes(values.subarray(at - first, end - first)));
          at = end;
          if (clip(edges[column + 1]) > end) break;
        }
      });
      return pairs;
    },
  };

  /** Calls `use` with the values of steps of the span that hold any, in order. */
  async function eachStep(
    recording: RecordingDetail,
    group: SignalGroup,
    { first, count }: { first: number; count: number },
    use: (values: Float32Array, first: number) => void,
  ): Promise<void> {
    if (!isDerived(recording)) throw new Error("This recording is no derived one.");
    for (const run of stepsOf(group, first, count)) {
      deps.onStep();
      use(Float32Array.from(await derivedValues(recording, group, run, deps)), run.first);
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
function stepsOf({ segments }: SignalGroup, first: number, count: number): { first: number; count: number }[] {
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
