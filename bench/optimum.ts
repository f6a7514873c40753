/** CPPOpt of eight hours from a server just started, of the window a minute on, as a series of a day, and PRx of a week, through the data socket. */
import { type Analysis, type ChannelSource, describeAnalysis } from "../src/protocol/analysis.ts";
import { pageLimits } from "../src/protocol/pages.ts";
import type { RecordingDetail } from "../src/protocol/recordings.ts";
import { plainComposite } from "../src/signal/reference-optimum.ts";
import { answerAs, signIn } from "../tests/support/calls.ts";
import { ask, type PageClient, withClient } from "./page.ts";
import { benchRecording } from "./recordings.ts";
import { startServer } from "./server.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const rounds = 5;
const steps = 30;
const hz = 125;
const minute = 60_000;
const windowMs = 8 * 60 * minute;
const week = 7 * 24;

export const optimumBenches: BenchGroup = {
  ids: ["cppopt.first", "cppopt.next", "cppopt.next.p95", "cppopt.day", "cppopt.day.js", "prx.week"],
  async run(context) {
    const first: number[] = [];
    const next: number[] = [];
    const day = await benchRecording(context, 24);
    for (let round = 0; round < rounds; round++)
      await withIndex(day, async (client, timed) => {
        // A whole minute some hours after the start: the window ends with a value of the index.
        const end = minute * Math.ceil((client.recording.start_ms + windowMs + (2 + round) * 60 * minute) / minute);
        const optimum = (endMs: number) =>
          timed({ start: endMs - windowMs, end: endMs, form: { kind: "optimum", analytic: "cppopt" } });
        first.push(await optimum(end));
        for (let k = 1; k <= steps; k++) next.push(await optimum(end + k * minute));
      });
    const days: number[] = [];
    for (let round = 0; round < rounds; round++)
      await withAnalysis(day, seriesOf, async ({ recording }, timed) => {
        days.push(await timed({ start: recording.start_ms, end: recording.end_ms, form: { kind: "samples" } }));
      });
    const long = await benchRecording(context, week);
    const weeks: number[] = [];
    for (let round = 0; round < 3; round++)
      await withIndex(long, async ({ recording }, timed) => {
        weeks.push(await timed({ start: recording.start_ms, end: recording.end_ms, form: { kind: "samples" } }));
      });
    const result = (id: string, value: number, note: string): BenchResult => ({
      ...{ id, value, unit: "ms", better: "lower", note },
    });
    const pair = `ABP and ICP at ${hz} Hz, files warm, from request to answer`;
    const moved = `the window a minute on, ${rounds * steps} of them; ${pair}`;
    return [
      result("cppopt.first", median(first), `8 h of ${pair}, median of ${rounds} servers just started`),
      result("cppopt.next", median(next), `median of ${moved}`),
      result("cppopt.next.p95", percentile(next, 95), moved),
      result(
        "cppopt.day",
        median(days),
        `24 h of ${pair}, a value a minute of 37 windows, median of ${rounds} servers just started`,
      ),
      result(
        "cppopt.day.js",
        plainDay(),
        "the fits of a day alone, in plain JavaScript, of index samples that are there already",
      ),
      result("prx.week", median(weeks), `7 days of ${pair}, a value a minute, median of 3 servers just started`),
    ];
  },
};

type Timed = (page: Omit<Parameters<typeof ask>[2], "pixels">) => Promise<number>;

type Work = (client: PageClient, timed: Timed) => Promise<void>;
type Pair = { ABP: ChannelSource; ICP: ChannelSource };
type BenchRecording = Awaited<ReturnType<typeof benchRecording>>;

const indexOf = (pair: Pair): Analysis => ({
  ...{ analytic: "prx", ...pair },
  ...{ calculationWindowMs: 300_000, calculationPeriodMs: minute },
});
const seriesOf = (pair: Pair): Analysis => ({
  ...{ analytic: "cppopt", ...pair },
  ...{ calculationWindowMs: 1000, calculationPeriodMs: minute },
});

/** ms that plain loops take for the composites of a day. */
function plainDay(): number {
  const before = 479;
  const length = before + 24 * 60;
  const pressure = Float64Array.from({ length }, (_, k) => 74 + 25 * Math.sin(k / 45));
  const index = pressure.map((x, k) => Math.tanh(((x - 74) / 25) ** 2 - 0.5 + 0.4 * Math.sin(7 * k)));
  const began = performance.now();
  for (let end = before + 1; end <= length; end++) {
    const [r, x] = [index, pressure].map((values) => values.subarray(end - before - 1, end));
    plainComposite("cppopt", r, x);
  }
  return performance.now() - began;
}

const withIndex = (recording: BenchRecording, work: Work) => withAnalysis(recording, indexOf, work);

/** A client of a server just started that asks for pages of an analysis of the pair, whose files were read before. */
async function withAnalysis(
  { dataDir, dataObjectId }: BenchRecording,
  analysisOf: (pair: Pair) => Analysis,
  work: Work,
): Promise<void> {
  const server = await startServer({ dataDir });
  try {
    const { token } = await signIn(server.url);
    await withClient(server.url, dataObjectId, async (client) => {
      const [ABP, ICP] = pressuresOf(client.recording);
      const { start_ms: start, end_ms: end } = client.recording;
      let pages = 0;
      const pixels = pageLimits.minPixelCount;
      for (const { modality } of [ABP, ICP]) {
        const group = client.recording.groups.find((one) => one.modality === modality) ?? client.group;
        const form = { kind: "bins", channel: 0, min: 0, max: 200, size: 5 } as const;
        await ask({ ...client, group }, ++pages, { start, end, pixels, form });
      }
      const analysis = analysisOf({ ABP, ICP });
      const recording = await answerAs(server.url, token, describeAnalysis, { analysis });
      const index: PageClient = { ...client, recording, group: recording.groups[0] };
      await work(index, async (page) => {
        const began = performance.now();
        await ask(index, ++pages, { ...page, pixels });
        return performance.now() - began;
      });
    });
  } finally {
    await server.stop();
  }
}

/** ABP and ICP of the demo. @throws Error where it has none */
function pressuresOf({ data_object_id, groups }: RecordingDetail) {
  return ["ABP", "ICP"].map((label) => {
    for (const { modality, channels, sampling_hz } of groups) {
      const channel = channels.findIndex((each) => each.label === label);
      if (channel >= 0 && Math.round(sampling_hz) === hz) return { data_object_id, modality, channel };
    }
    throw new Error(`The bench recording has no ${label}.`);
  });
}
