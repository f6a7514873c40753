/** The known answers of EEG trends (algorithms.md 16, and the golden vectors of them) of a recording over the public socket. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { TrendBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import type { Side, Trend } from "../../../src/protocol/trends.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import { buildSignal, fixedSeries, hasVectors, readVectors, type SignalInput } from "../../fixtures/vector-inputs.ts";
import { answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, requestFor } from "../pages/page-world.ts";

const hz = 256;
const startMs = Date.UTC(2026, 1, 4, 9, 0, 0);
const vectors = hasVectors
  ? readVectors<{ aeeg: { tolRel: number; tolAbs: number; rows: { input: SignalInput; segments: number[][] }[] } }>(
      "qeeg",
    ).aeeg
  : { tolRel: 0, tolAbs: 0, rows: [] };

const sine = (f: number, amplitude: number, seconds: number) =>
  Float32Array.from({ length: seconds * hz }, (_, i) => amplitude * Math.sin((2 * Math.PI * f * i) / hz));
const noise = fixedSeries(957, 120 * hz, 18);
/** What the pairs of the left have; those of the right have it times `right`. Each begins with a run, two minutes apart at least. */
const parts = {
  alpha: { of: sine(10, 20, 120), right: 1 },
  envelope: { of: sine(8, 10, 120), right: 1 },
  loud: { of: sine(9, 30, 120), right: 1 },
  silent: { of: new Float32Array(120 * hz), right: 1 },
  bursts: { of: sine(9, 30, 240).map((value, i) => ((i / hz) % 8 < 3 ? value * 0.05 : value)), right: 1 },
  /** Three times the power. */
  asymmetric: { of: noise, right: Math.sqrt(3) },
  ...Object.fromEntries(vectors.rows.map(({ input }, k) => [`vector ${k}`, { of: buildSignal(input), right: 1 }])),
} as Record<string, { of: Float32Array; right: number }>;
const apartSeconds = 300;
const names = Object.keys(parts);
const beginOf = (name: string) => startMs + names.indexOf(name) * apartSeconds * 1000;

/** Neighbours of the double banana differ by one part. */
const shares: Record<string, number> = {
  ...{ Fp1: 4, F7: 3, T7: 2, P7: 1, O1: 0, F3: 3, C3: 2, P3: 1 },
  ...{ Fp2: 4, F8: 3, T8: 2, P8: 1, O2: 0, F4: 3, C4: 2, P4: 1 },
};
const electrodes = Object.keys(shares);
const isRight = (label: string) => Number(label.at(-1)) % 2 === 0;

let dataDir: string;
let server: RunningServer;
let client: Client;
let token: string;
let recording: RecordingDetail;

function eeg(): SourceReader {
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: [
      {
        ...{ modality: "EEG", kind: "eeg", sampling_hz: hz, sample_type: "float32", missing_code: null },
        channels: electrodes.map((label, source_index) => ({
          ...{ source_index, label, unit: "uV", gain: 1, offset: 0 },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        })),
      },
    ],
  };
  async function* blocks() {
    for (const name of names) {
      const { of, right } = parts[name];
      const data = new Float32Array(electrodes.length * of.length);
      for (const [k, label] of electrodes.entries())
        data.set(
          of.map((value) => shares[label] * value * (isRight(label) ? right : 1)),
          k * of.length,
        );
      yield { ...{ group: 0, startMs: beginOf(name), count: of.length }, ...{ data, bytesRead: 0 } };
    }
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-trend-answers-"));
  let id = 0;
  await withDatabase(dataDir, async (_, db) => {
    const source = { kind: "reader", reader: eeg(), name: "Answers" } as const;
    id = await importRecording({ source, db, dataDir, timezone: "UTC", place: await defaultPlace(db), patientId: "A" });
  });
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  recording = await answerAs(server.url, token, getRecording, { data_object_id: id });
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** [row][epoch] of the epochs that lie in a part. */
async function valuesOf(name: string, trend: Trend, side: Side | null, isArtifactReduced = false): Promise<number[][]> {
  const source = { data_object_id: recording.data_object_id, modality: recording.groups[0].modality };
  const analysis = { analytic: "eeg_trend", trend, source, isArtifactReduced, notch: null };
  const made = await answerAs(server.url, token, describeAnalysis, {
    analysis: { ...analysis, ...(side === null ? {} : { side }) } as never,
  });
  const request = requestFor(made, made.groups[0], {
    ...{ first: 0, end: 1, form: { kind: "trend", epochs_per_column: 1 } },
  });
  const span = { start: beginOf(name), end: beginOf(name) + (parts[name].of.length / hz) * 1000 };
  const block = (await client.page({ ...request, ...span })).blocks[0] as TrendBlock;
  return Array.from({ length: block.rows }, (_, row) => [
    ...block.data.subarray(row * block.columns, (row + 1) * block.columns),
  ]);
}
const near = (value: number, expected: number, rel: number, abs = 0) =>
  expect(Math.abs(value - expected), `${value} for ${expected}`).toBeLessThanOrEqual(rel * Math.abs(expected) + abs);

it("has the power of a sine in its band", async () => {
  const rows = await valuesOf("alpha", "fft_spectrogram", "left");
  // What the LFF of 0.5 Hz and the HFF of 70 Hz leave of it at 10 Hz.
  const left = 1 / (1 + (0.5 / 10) ** 2) / (1 + (Math.tan((Math.PI * 10) / hz) / Math.tan((Math.PI * 70) / hz)) ** 4);
  let power = 0;
  for (let bin = 16; bin < 26; bin++) power += 10 ** (rows[bin][8] / 10) / 2;
  near(power, (left * 20 ** 2) / 2, 0.001);
});

it("has the peak to peak of a sine as its envelope, within 2 %", async () => {
  for (const side of ["left", "right"] as const)
    for (const row of await valuesOf("envelope", "aeeg", side)) for (const value of row.slice(2)) near(value, 20, 0.02);
});

it.skipIf(!hasVectors)(
  "has the percentiles of the golden vectors (needs ../shared/vectors beside the checkout)",
  async () => {
    for (const [k, { segments }] of vectors.rows.entries()) {
      const rows = await valuesOf(`vector ${k}`, "aeeg", "left");
      expect(rows[0]).toHaveLength(segments.length);
      for (const [at, percentiles] of segments.entries())
        for (const [row, expected] of percentiles.entries())
          near(rows[row][at], expected, vectors.tolRel, vectors.tolAbs);
    }
  },
);

it("counts what is suppressed: none of a sine, all of silence, three of eight seconds", async () => {
  const last = async (name: string) => (await valuesOf(name, "suppression_ratio", "left"))[0].slice(6);
  expect(new Set(await last("loud"))).toEqual(new Set([0]));
  expect(new Set(await last("silent"))).toEqual(new Set([100]));
  const bursts = await last("bursts");
  near(bursts.reduce((sum, value) => sum + value, 0) / bursts.length, 37.5, 0, 1.5);
});

it("compares the sides: 50 everywhere of three times the power on the right", async () => {
  const rows = await valuesOf("asymmetric", "asymmetry_spectrogram", null);
  for (const row of rows) for (const value of row) near(value, 50, 0, 1e-3);
  const [signed, absolute] = await valuesOf("asymmetric", "asymmetry_index", null);
  for (const value of [...signed, ...absolute]) near(value, 50, 0, 1e-3);
});

const everyTrend: readonly (readonly [Trend, Side | null])[] = [
  ...(["artifact_intensity", "asymmetry_spectrogram", "asymmetry_index"] as const).map(
    (trend) => [trend, null] as const,
  ),
  ...(["fft_spectrogram", "rhythmicity", "aeeg", "suppression_ratio", "alpha_delta_ratio"] as const).flatMap((trend) =>
    (["left", "right"] as const).map((side) => [trend, side] as const),
  ),
];

it("has the same values with artifact reduction as without, to the last bit, where nothing is flagged", async () => {
  for (const name of ["alpha", "envelope", "loud"])
    for (const [trend, side] of everyTrend) {
      const [off, on] = [await valuesOf(name, trend, side), await valuesOf(name, trend, side, true)];
      expect(on, `${trend} of ${name}`).toEqual(off);
    }
});

it("has no values with artifact reduction where all is flagged, but for the artifacts themselves", async () => {
  for (const [trend, side] of everyTrend) {
    const [off, on] = [await valuesOf("silent", trend, side), await valuesOf("silent", trend, side, true)];
    if (trend === "artifact_intensity") expect(on).toEqual(off);
    else expect(on.flat().every(Number.isNaN), trend).toBe(true);
  }
});

it("has no values between the parts", async () => {
  const source = { data_object_id: recording.data_object_id, modality: recording.groups[0].modality };
  const analysis = {
    analytic: "eeg_trend",
    trend: "aeeg",
    source,
    isArtifactReduced: false,
    notch: null,
    side: "left",
  };
  const made = await answerAs(server.url, token, describeAnalysis, { analysis: analysis as never });
  const request = requestFor(made, made.groups[0], {
    ...{ first: 0, end: 1, form: { kind: "trend", epochs_per_column: 1 } },
  });
  const end = beginOf(names[1]);
  const block = (await client.page({ ...request, start: end - 150_000, end })).blocks[0] as TrendBlock;
  expect([block.columns, block.data.every(Number.isNaN)]).toEqual([10, true]);
});
