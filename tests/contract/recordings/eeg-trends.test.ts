/** EEG trends over the server: known answers of an EDF written here, columns over page splits, baselines, and what is refused. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeAnalysis } from "../../../src/protocol/analysis.ts";
import {
  type EegImageAcknowledgement,
  imageLimits,
  type RenderTrendImage,
  type RenderTrendLabels,
  type TrendLabelsAcknowledgement,
  trendPanel,
} from "../../../src/protocol/eeg-service.ts";
import type { SamplesBlock, TrendBlock } from "../../../src/protocol/page-codec.ts";
import type { PageForm } from "../../../src/protocol/pages.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import type { TrendOf } from "../../../src/protocol/trends.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { answerAs, defaultPlace, signIn } from "../../support/accounts.ts";
import { writeEdf } from "../../support/edf-writer.ts";
import { gifPixels } from "../../support/gif-pixels.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect, requestFor } from "../pages/page-world.ts";

const hz = 128;
const seconds = 1500;
/** From here on for so long nothing but a 500th of the signal is left. s */
const suppressed = { from: 900, to: 1200 };
const signs: Record<string, number> = {
  ...{ Fp1: 1, F7: -1, T7: 1, P7: -1, O1: 1, F3: -1, C3: 1, P3: -1 },
  ...{ Fp2: 2, F8: -2, T8: 2, P8: -2, O2: 2, F4: -2, C4: 2, P4: -2 },
};

/** Neighbours of the double banana differ by 20 uV of 10 Hz and 10 uV of 2 Hz, twice as much on the right. */
function written(labels: readonly string[]): Uint8Array {
  return writeEdf({
    ...{ records: seconds, recordSeconds: 1, startDate: "03.02.26", startTime: "10.00.05" },
    signals: labels.map((label) => ({
      ...{
        label: `EEG ${label}`,
        unit: "uV",
        physicalMin: -327.68,
        physicalMax: 327.67,
        digitalMin: -32_768,
        digitalMax: 32_767,
      },
      samplesPerRecord: hz,
      sample(i) {
        const t = i / hz;
        const scale = t >= suppressed.from && t < suppressed.to ? 0.002 : 1;
        const wave = 10 * Math.sin(2 * Math.PI * 10 * t) + 5 * Math.sin(2 * Math.PI * 2 * t);
        return Math.round(100 * scale * (signs[label] ?? 1) * wave);
      },
    })),
  });
}

let server: RunningServer;
let client: Client;
let token: string;
let whole: RecordingDetail;
let other: RecordingDetail;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-trends-"));
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const ids: number[] = [];
  for (const [name, labels] of Object.entries({ "whole.edf": Object.keys(signs), "other.edf": ["X1", "X2", "X3"] })) {
    const path = join(dataDir, name);
    writeFileSync(path, written(labels));
    const place = await defaultPlace(database.drizzle);
    const source = { kind: "file", path, name } as const;
    ids.push(
      await importRecording({ source, db: database.drizzle, dataDir, timezone: "UTC", place, patientId: "TRENDS" }),
    );
  }
  await database.close();
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  [whole, other] = await Promise.all(
    ids.map((data_object_id) => answerAs(server.url, token, getRecording, { data_object_id })),
  );
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
});

type Wanted = {
  [Kind in TrendOf as Kind["trend"]]: Omit<Kind, "analytic" | "source" | "isArtifactReduced" | "notch">;
}[TrendOf["trend"]];

const trendOf = (wanted: Wanted, recording = whole, isArtifactReduced = false): TrendOf =>
  ({
    ...{ analytic: "eeg_trend", isArtifactReduced, notch: null },
    source: { data_object_id: recording.data_object_id, modality: recording.groups[0].modality },
    ...wanted,
  }) as TrendOf;
const described = (wanted: Wanted, isArtifactReduced = false) =>
  answerAs(server.url, token, describeAnalysis, { analysis: trendOf(wanted, whole, isArtifactReduced) });

function asked(made: RecordingDetail, form: PageForm, from = 0, to = seconds) {
  const request = requestFor(made, made.groups[0], { first: 0, end: 1, form });
  return { ...request, start: whole.start_ms + from * 1000, end: whole.start_ms + to * 1000 };
}
async function block(made: RecordingDetail, epochs_per_column = 1, from = 0, to = seconds): Promise<TrendBlock> {
  const { blocks } = await client.page(asked(made, { kind: "trend", epochs_per_column }, from, to));
  return blocks[0] as TrendBlock;
}
/** Value of a row in the column that holds a second of the recording. */
function at(made: TrendBlock, row: number, second: number): number {
  const columnMs = made.epoch_ms * made.epochs_per_column;
  return made.data[row * made.columns + Math.floor((whole.start_ms + second * 1000) / columnMs) - made.first_column];
}
/** What the LFF of 0.5 Hz leaves of the power. */
const left = (f: number) => 1 / (1 + (0.5 / f) ** 2);
const closeTo = (value: number, expected: number, share: number) =>
  expect(Math.abs(value - expected), `${value} for ${expected}`).toBeLessThan(share * Math.abs(expected));

it("tallies the epochs of the recording, none of what of a page lies beside it", async () => {
  const made = await described({ trend: "fft_spectrogram", side: "left" });
  const { sample_count: epochs } = made.groups[0];
  // Half of its first and last epoch is there.
  const all = { expected: epochs, masked: 0, present: epochs };
  for (const [width, beside] of [
    [1, 0],
    [1, 3600],
    [4, 7200],
  ])
    expect((await block(made, width, -beside, seconds + beside)).tally).toEqual(all);
  expect((await block(made, 1, seconds + 3600, seconds + 7200)).tally).toEqual({ expected: 0, masked: 0, present: 0 });
});

it("brings in one answer what pages of as many columns bring, ends and baselines included", async () => {
  const made = await Promise.all([
    described({ trend: "fft_spectrogram", side: "left" }),
    described({ trend: "adr_vs_baseline", side: "right" }),
  ]);
  const [firstMs, pageMs, pages] = [Math.floor(whole.start_ms / 10_000) * 10_000 - 320_000, 640_000, 4];
  const request = (form: PageForm, start: number, end: number) => {
    const [one, other] = made.map((each) => asked(each, form));
    return { ...one, modality_sources: [...one.modality_sources, ...other.modality_sources], start, end };
  };
  const form = { kind: "trend", epochs_per_column: 2 } as const;
  const each: TrendBlock[][] = [];
  for (let k = 0; k < pages; k++) {
    const { blocks } = await client.page(request(form, firstMs + k * pageMs, firstMs + (k + 1) * pageMs));
    each.push(blocks as TrendBlock[]);
  }
  const joined = { ...form, columns_per_block: 32 };
  const { blocks } = await client.page(request(joined, firstMs, firstMs + pages * pageMs));
  expect(blocks).toEqual([0, 1].flatMap((source) => each.map((own) => own[source])));
  expect((blocks as TrendBlock[]).reduce((sum, { tally }) => sum + tally.present, 0)).toBeGreaterThan(200);
  // Cut off within its last block.
  const short = await client.page(request(joined, firstMs, firstMs + 1.5 * pageMs));
  expect((short.blocks as TrendBlock[]).map(({ columns }) => columns)).toEqual([32, 16, 32, 16]);
});

it("is described as a group whose rows are its channels, on the epoch grid", async () => {
  const made = await described({ trend: "fft_spectrogram", side: "left" });
  const [group] = made.groups;
  expect(group).toMatchObject({ sampling_hz: 0.1, kind: "numeric", sample_count: 151 });
  expect(made.start_ms % 10_000).toBe(0);
  expect(made.channel_count).toBe(41);
  expect(group.channels[20]).toMatchObject({ label: "10 Hz", unit: "dB" });
});

it("has the known answers of spectra, asymmetry, ratios, envelopes and suppression", async () => {
  const spectrum = await block(await described({ trend: "fft_spectrogram", side: "left" }));
  expect(spectrum.pairs).toEqual(["Fp1-F7", "F7-T7", "T7-P7", "P7-O1", "Fp1-F3", "F3-C3", "C3-P3", "P3-O1"]);
  expect(spectrum).toMatchObject({ rows: 41, side: "left", reduction: "mean_power", baseline: null });
  const power = (row: number, second: number) => 10 ** (at(spectrum, row, second) / 10);
  let alpha = 0;
  for (let row = 16; row < 26; row++) alpha += power(row, 500) / 2;
  closeTo(alpha, (left(10) * 20 ** 2) / 2, 0.005);
  const asymmetry = await block(await described({ trend: "asymmetry_spectrogram" }));
  closeTo(at(asymmetry, 18, 500), 60, 0.001);
  const index = await block(await described({ trend: "asymmetry_index" }));
  expect(at(index, 1, 500)).toBeGreaterThanOrEqual(Math.abs(at(index, 0, 500)));
  const ratio = await block(await described({ trend: "alpha_delta_ratio", side: "right" }));
  closeTo(at(ratio, 0, 500), (4 * left(10)) / left(2), 0.01);
  const envelope = await block(await described({ trend: "aeeg", side: "left" }));
  expect(envelope.epoch_ms).toBe(15_000);
  expect(at(envelope, 0, 500)).toBeLessThan(at(envelope, 1, 500));
  expect(at(envelope, 1, 500)).toBeLessThan(at(envelope, 2, 500));
  expect(at(envelope, 1, 1100)).toBeLessThan(1);
  const ratios = await block(await described({ trend: "suppression_ratio", side: "left" }));
  expect(at(ratios, 0, 500)).toBe(0);
  expect(at(ratios, 0, 1000)).toBe(100);
  expect(at(ratios, 0, 5)).toBeNaN();
  const artifacts = await block(await described({ trend: "artifact_intensity" }));
  expect(at(artifacts, 2, 500)).toBe(0);
  expect(at(artifacts, 2, 1100)).toBe(100);
});

it("leaves flagged blocks out where artifacts are reduced", async () => {
  const made = await block(await described({ trend: "fft_spectrogram", side: "left" }, true));
  expect(at(made, 20, 500)).toBeGreaterThan(10);
  expect(at(made, 20, 1100)).toBeNaN();
});

it("answers the same columns whatever the pages, and the epochs as samples", async () => {
  for (const wanted of [
    { trend: "fft_spectrogram", side: "right" },
    { trend: "aeeg", side: "left" },
    { trend: "suppression_ratio", side: "left" },
    { trend: "adr_vs_baseline", side: "left" },
  ] as const) {
    const made = await described(wanted);
    const all = await block(made, 4);
    for (const [from, to] of [
      [0, 611],
      [611, 617],
      [617, seconds],
    ]) {
      const part = await block(made, 4, from, to);
      for (let row = 0; row < all.rows; row++) {
        const at = row * all.columns + part.first_column - all.first_column;
        expect([...part.data.subarray(row * part.columns, (row + 1) * part.columns)]).toEqual([
          ...all.data.subarray(at, at + part.columns),
        ]);
      }
    }
    const epochs = await block(made);
    const { blocks } = await client.page(asked(made, { kind: "samples" }));
    const samples = blocks[0] as SamplesBlock;
    expect(samples.rows).toBe(epochs.rows);
    const origin = Math.round(made.start_ms / epochs.epoch_ms) + samples.first - epochs.first_column;
    for (let row = 0; row < epochs.rows; row++)
      for (let k = 0; k < samples.count; k++)
        expect(samples.data[row * samples.count + k]).toBe(Math.fround(epochs.data[row * epochs.columns + origin + k]));
  }
});

it("compares with the first valid hour or with what was chosen, and says so", async () => {
  const first = await block(await described({ trend: "fft_vs_baseline", side: "left" }));
  expect(first.baseline).toMatchObject({ state: "used" });
  expect(first.baseline?.valid_ms).toBeGreaterThan(1_100_000);
  expect(Math.abs(at(first, 20, 500))).toBeLessThan(0.01);
  expect(at(first, 20, 1000)).toBeLessThan(-30);
  const span = { start_ms: whole.start_ms, end_ms: whole.start_ms + 300_000 };
  const short = await block(await described({ trend: "adr_vs_baseline", side: "left", baseline: span }));
  expect(short.baseline).toMatchObject({ state: "none", start_ms: null });
  expect(short.data.every(Number.isNaN)).toBe(true);
});

it("refuses what cannot be", async () => {
  const made = await described({ trend: "asymmetry_index" });
  expect(codeOf(await client.ask(asked(made, { kind: "columns" })))).toBe("bad_request");
  const plain = requestFor(whole, whole.groups[0], { first: 0, end: 9, form: { kind: "trend", epochs_per_column: 1 } });
  expect(codeOf(await client.ask(plain))).toBe("bad_request");
  const answer = answerAs(server.url, token, describeAnalysis, {
    analysis: trendOf({ trend: "asymmetry_index" }, other),
  });
  await expect(answer).rejects.toThrow();
});

const pictured = (changes: Partial<RenderTrendImage> = {}): RenderTrendImage => ({
  ...{ patientId: whole.patient_id, data_object_id: whole.data_object_id, page_id: 7, modality: trendPanel },
  ...{ start: whole.start_ms, end: whole.start_ms + seconds * 1000, width: 300, height: 640 },
  ...{ offset_seconds: 0, artifactReductionEnabled: false, settings_hash: "of these" },
  ...changes,
});
async function picture(changes: Partial<RenderTrendImage> = {}) {
  const answer: EegImageAcknowledgement = await client.socket.emitWithAck("render_trend_image", pictured(changes));
  if ("error" in answer) throw new Error(answer.error.message);
  expect(answer).toMatchObject({ page_id: 7, settings_hash: "of these", data_object_id: whole.data_object_id });
  return gifPixels(new Uint8Array(answer.image));
}

it("draws the panel under the names of the events, the same pixels for any split of its pages", async () => {
  // 5 s a pixel, on the recording's second and a half way between two: columns, lines, marks and time lines.
  for (const shift of [0, 2500]) {
    const start = whole.start_ms + shift;
    const made = await picture({ start, end: start + seconds * 1000, offset_seconds: shift / 1000 });
    expect([made.width, made.height]).toEqual([300, 640]);
    for (const cut of [97, 298]) {
      const [left, right] = await Promise.all([
        picture({ start, end: start + cut * 5000, width: cut }),
        picture({ start: start + cut * 5000, end: start + seconds * 1000, width: 300 - cut }),
      ]);
      let different = 0;
      for (let y = 0; y < 640; y++)
        for (let x = 0; x < 300; x++) {
          const [part, at] = x < cut ? [left, x] : [right, x - cut];
          for (let k = 0; k < 3; k++)
            different += Number(made.pixels[3 * (300 * y + x) + k] !== part.pixels[3 * (part.width * y + at) + k]);
        }
      expect(different, `cut at ${cut}, ${shift} ms`).toBe(0);
    }
  }
});

it("draws artifact reduction on and off, both themes, and the titles and labels beside", async () => {
  const [off, on, dark] = [
    await picture(),
    await picture({ artifactReductionEnabled: true }),
    await picture({ theme: "dark" }),
  ];
  expect(Buffer.compare(on.pixels, off.pixels)).not.toBe(0);
  expect([...dark.pixels.subarray(0, 3)]).not.toEqual([...off.pixels.subarray(0, 3)]);
  const asked: RenderTrendLabels = {
    ...{ patientId: whole.patient_id, data_object_id: whole.data_object_id },
    ...{ panel_name: trendPanel, width: 60, label_width: 50, height: 640 },
  };
  const answer: TrendLabelsAcknowledgement = await client.socket.emitWithAck("render_trend_labels", asked);
  if ("error" in answer) throw new Error(answer.error.message);
  expect(Object.keys(answer).toSorted()).toEqual(["height", "labels", "titles", "width"]);
  expect(answer).toMatchObject({ width: 60, height: 640 });
  for (const [name, width] of [
    ["titles", 60],
    ["labels", 50],
  ] as const) {
    const made = gifPixels(new Uint8Array(answer[name]));
    expect([made.width, made.height]).toEqual([width, 640]);
    expect(new Set(made.pixels).size).toBeGreaterThan(2);
  }
});

it("draws pages of as many days as its refusal of longer ones says", async () => {
  const end = whole.start_ms + imageLimits.mostTrendSpanMs;
  const answer: EegImageAcknowledgement = await client.socket.emitWithAck("render_trend_image", pictured({ end }));
  expect("error" in answer ? answer.error.message : answer.data_object_id).toBe(whole.data_object_id);
});

it("refuses pictures of no panel, of no such electrodes, of somebody else, and what is no request", async () => {
  const refused: [unknown, string][] = [
    [pictured({ modality: "Another panel" }), "unknown_modality"],
    [pictured({ data_object_id: other.data_object_id }), "unknown_modality"],
    [pictured({ patientId: "somebody else" }), "unknown_recording"],
    [pictured({ end: whole.start_ms }), "end_not_after_start"],
    [pictured({ end: whole.start_ms + imageLimits.mostTrendSpanMs + 1 }), "too_large"],
    [pictured({ width: 8192, height: 8192 }), "too_large"],
    [{ ...pictured(), artifactReductionEnabled: "yes" }, "bad_request"],
    [null, "bad_request"],
  ];
  for (const [request, code] of refused) {
    const answer: EegImageAcknowledgement = await client.socket.emitWithAck("render_trend_image", request);
    expect("error" in answer && answer.error.code, JSON.stringify(request)).toBe(code);
  }
});
