/** Six hours of the demo in the panel of trends, made as the server makes them, of an EEG that begins an hour before: that hour is the baseline. */
import type { RecordingDetail, Segment, SignalGroup } from "../../../src/protocol/recordings.ts";
import type { TrendOf } from "../../../src/protocol/trends.ts";
import { describeAs } from "../../../src/server/analysis/describe.ts";
import { BlockMeans, type GroupReader } from "../../../src/server/analysis/index.ts";
import { paintTrends, type TrendReadMade, trendReads } from "../../../src/server/eeg-service/paint-trends.ts";
import type { TrendImageOrder } from "../../../src/server/eeg-service/service.ts";
import { Brain, stepsPerMicroVolt } from "../../../src/server/ingest/demo/brain.ts";
import { electrodes } from "../../../src/server/ingest/demo/electrodes.ts";
import { randomFrom } from "../../../src/server/ingest/demo/random.ts";
import { type Score, writeScore } from "../../../src/server/ingest/demo/score.ts";
import { eegHz } from "../../../src/server/ingest/demo/tables.ts";
import type { ComputePool } from "../../../src/server/query/compute-pool.ts";
import { TrendPages } from "../../../src/server/query/trend-pages.ts";
import { TrendStore } from "../../../src/server/query/trend-store.ts";
import type { StoredRecording } from "../../../src/server/recordings/index.ts";
import { openCore } from "../../../src/signal/node.ts";

const day = 86_400;
const hour = 3600;
/** Seconds of the demo: where the EEG begins and ends, and the picture. */
export const demoTrends = { from: 16.5 * hour, to: 23.5 * hour, shown: 17.5 * hour } as const;
/** 14 January 2026, 13:30 in New York. */
const dayMs = Date.UTC(2026, 0, 14, 18, 30);

export const timeOf = (second: number): number => dayMs + second * 1000;

const all = electrodes(19);
export const demoScore: Score = writeScore(day, 13.5 * hour, randomFrom(1));

function recordingOf(): StoredRecording {
  const count = (demoTrends.to - demoTrends.from) * eegHz;
  const segments: Segment[] = [{ first: 0, count, start_ms: timeOf(demoTrends.from) }];
  const group: SignalGroup = {
    ...{ modality: "EEG", kind: "eeg", sampling_hz: eegHz, sample_count: count, sample_type: "int16" },
    ...{ missing_code: null, segments },
    channels: all.map(({ label }, source_index) => ({
      ...{ source_index, label, unit: "uV", gain: 1 / stepsPerMicroVolt, offset: 0 },
      ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
    })),
  };
  return {
    ...{ data_object_id: 1, data_version: 1, patient_id: "P", patient_key: 1, state: "ready", groups: [group] },
    ...{ start_ms: timeOf(demoTrends.from), end_ms: timeOf(demoTrends.to), timezone: "America/New_York" },
    ...{ is_start_known: true, is_damaged: false, is_unverified: false },
  } as unknown as StoredRecording;
}

/** Second by second, as the demo is made. */
const reader: Pick<GroupReader, "readSlices"> = (() => {
  const brain = new Brain(all, { score: demoScore, beats: new Float64Array(0), ownSeed: 506 }, randomFrom(203));
  return {
    async readSlices(_recording, _group, { first, count }, use) {
      for (let second = Math.floor(first / eegHz); second * eegHz < first + count; second++) {
        const data = new Int16Array(all.length * eegHz);
        brain.render(demoTrends.from + second, data, eegHz, 0);
        const from = Math.max(first, second * eegHz);
        const to = Math.min(first + count, (second + 1) * eegHz);
        const skipped = from - second * eegHz;
        const slice = { first: from, count: to - from, stride: eegHz, runs: [{ first: from, count: to - from }] };
        use([{ ...slice, data: data.subarray(skipped) }]);
      }
    },
  };
})();

export interface DemoTrends {
  readonly recording: RecordingDetail;
  readonly order: TrendImageOrder;
  readonly made: readonly TrendReadMade[];
  paint(theme: "light" | "dark"): Uint8Array;
}

/** Computes them: some ten seconds. */
export async function makeDemoTrends(): Promise<DemoTrends> {
  const recording = recordingOf();
  const core = openCore();
  /** One core works on one thing at a time. */
  let last: Promise<unknown> = Promise.resolve();
  const pool: Pick<ComputePool, "run"> = {
    run({ recording: of, modality, task, input }) {
      const group = of.groups.find((each) => each.modality === modality) as SignalGroup;
      const source = { core, recording: of, group, reader: reader as GroupReader };
      const tools = { reader: reader as GroupReader, means: new BlockMeans() };
      const result = last.then(() => task.run(source, input, () => undefined, tools));
      last = result;
      return { result, progress: () => 0 };
    },
  };
  const pages = new TrendPages(new TrendStore(pool, "core"), pool, "core");
  const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
  const order: TrendImageOrder = {
    ...{ panel: "VsBaseline Comprehensive", width: 1400, height: 800, artifactReductionEnabled: false },
    ...{ start: timeOf(demoTrends.shown), end: timeOf(demoTrends.to) },
  };
  const made: TrendReadMade[] = [];
  for (const read of trendReads(order)) {
    const { trend, side } = read;
    const settings = { isArtifactReduced: false, notch: 60, ...(side === null ? {} : { side }) };
    const source = { data_object_id: 1, modality: "EEG" };
    const analysis = { analytic: "eeg_trend", trend, source, ...settings } as TrendOf;
    const described = describeAs(analysis, [recording]);
    const page = { recording: described, group: described.groups[0], first: 0, end: 0 };
    const { data, baseline } = await pages.read(page, read, asker).result;
    made.push({ ...read, data, baseline });
  }
  return {
    ...{ recording, order, made },
    paint: (theme) => Uint8Array.from(paintTrends(recording, { ...order, theme }, made).pixels),
  };
}
