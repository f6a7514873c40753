/** A day of bedside signals as a histogram and as a scatter plot, through the data socket; beside each the same in plain JavaScript on values in memory. */
import { type PageForm, pageLimits } from "../src/protocol/pages.ts";
import type { SignalGroup } from "../src/protocol/recordings.ts";
import { ask, type PageClient, withServer } from "./page.ts";
import { benchRecording } from "./recordings.ts";
import { median } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const repeats = 7;
const hz = 125;
const daySamples = 24 * 3600 * hz;
const bounds = { min: 0, max: 200, size: 2.5 };
const periodMs = 60_000;

export const chartBenches: BenchGroup = {
  ids: ["hist.day", "hist.day.js", "scatter.day", "scatter.day.js"],
  async run(context: BenchContext) {
    const { dataDir, dataObjectId } = await benchRecording(context, 24, { fresh: true });
    const [histogram, scatter] = await withServer(dataDir, dataObjectId, async (client) => {
      const [x, y] = client.recording.groups.filter(
        ({ kind, sampling_hz }) => kind !== "eeg" && Math.round(sampling_hz) === hz,
      );
      // Files warm: once before.
      await askDay(client, x, { kind: "bins", channel: 0, ...bounds });
      await askDay(client, y, { kind: "bins", channel: 0, ...bounds });
      const times = { bins: [] as number[], points: [] as number[] };
      for (let k = 0; k < repeats; k++) {
        let began = performance.now();
        await askDay(client, x, { kind: "bins", channel: 0, ...bounds, size: bounds.size + k / 100 });
        times.bins.push(performance.now() - began);
        began = performance.now();
        const form = { kind: "resampled", channel: 0, period_ms: periodMs } as const;
        await Promise.all([x, y].map((group) => askDay(client, group, form)));
        times.points.push(performance.now() - began);
      }
      return [median(times.bins), median(times.points)];
    });
    const ms = (id: string, value: number, note: string): BenchResult => ({
      id,
      value,
      unit: "ms",
      better: "lower",
      note,
    });
    const day = `24 h at ${hz} Hz, files warm, median of ${repeats}`;
    return [
      ms("hist.day", histogram, `one modality of ${day}, from request to answer`),
      ms("hist.day.js", medianOf(plainHistogram), "the same count over float32 in memory, plain JavaScript"),
      ms("scatter.day", scatter, `one pair of ${day}, resampled at 60 s`),
      ms("scatter.day.js", medianOf(plainMeans), "the same means over two float32 arrays in memory, plain JavaScript"),
    ];
  },
};

let pages = 0;

function askDay(client: PageClient, group: SignalGroup, form: PageForm): Promise<void> {
  const { start_ms: start, end_ms: end } = client.recording;
  return ask({ ...client, group }, ++pages, { start, end, pixels: pageLimits.minPixelCount, form });
}

const values = () => Float32Array.from({ length: daySamples }, (_, i) => 85 + 25 * Math.sin(i / 17) + (i % 13));

function medianOf(work: (signal: Float32Array) => void): number {
  const signal = values();
  return median(
    Array.from({ length: repeats }, () => {
      const began = performance.now();
      work(signal);
      return performance.now() - began;
    }),
  );
}

function plainHistogram(signal: Float32Array): Float64Array {
  const { min, max, size } = bounds;
  const counts = new Float64Array(Math.ceil((max - min) / size - 1e-9));
  for (const value of signal)
    if (value >= min && value <= max) counts[Math.min(counts.length - 1, Math.floor((value - min) / size))]++;
  return counts;
}

function plainMeans(signal: Float32Array): void {
  for (let side = 0; side < 2; side++) {
    const [sums, counts] = [new Float64Array(daySamples / hz / 60), new Float64Array(daySamples / hz / 60)];
    for (let i = 0; i < signal.length; i++) {
      if (Number.isNaN(signal[i])) continue;
      const period = Math.floor((i * 1000) / hz / periodMs);
      sums[period] += signal[i];
      counts[period]++;
    }
    for (let k = 0; k < sums.length; k++) sums[k] /= counts[k];
  }
}
