/** The EEG image service over its calls and events: the embedded one, and an external one that fails. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type EegImageAcknowledgement,
  type EegLabelsAcknowledgement,
  getPersystEegMontages,
  getRecordingInfo,
  type RenderEegImage,
  type RenderTrendImage,
  type TrendLabelsAcknowledgement,
  trendPanel,
} from "../../../src/protocol/eeg-service.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { gifSize } from "../../../src/server/eeg-service/gif-size.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { startEegService, type TestEegService } from "../../support/eeg-service.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, makeDataFolder } from "./page-world.ts";

const token = "a-token-of-a-service";
let service: TestEegService;
let dataDir: string;
let server: RunningServer;
let client: Client;
let session: string;
let recording: RecordingDetail;

async function start(env: Record<string, string>): Promise<void> {
  client?.close();
  await server?.stop();
  server = await startServer({ dataDir, env });
  ({ token: session } = await signIn(server.url));
  client = await connect(server.url, session);
}
beforeAll(async () => {
  service = await startEegService();
  const made = await makeDataFolder();
  dataDir = made.dataDir;
  await start({});
  recording = await answerAs(server.url, session, getRecording, { data_object_id: made.recordingId });
});
afterAll(async () => {
  client?.close();
  await server?.stop();
  await service?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const montage = "As recorded (all channels)";
const asked = (changes: Partial<RenderEegImage> = {}): RenderEegImage => ({
  ...{ patientId: recording.patient_id, data_object_id: recording.data_object_id, page_id: 5 },
  modality_source: { modality: montage, data_object_id: recording.data_object_id },
  ...{ sensitivity: 10, notch: 60, HFF: 30, LFF: 1, isArtifactReductionEnabled: true },
  ...{ start: recording.start_ms, end: recording.start_ms + 30_000, width: 640, height: 320 },
  ...{ offset_seconds: 0, settings_hash: "of these" },
  ...changes,
});
const image = (request: unknown): Promise<EegImageAcknowledgement> =>
  client.socket.emitWithAck("render_eeg_image", request);
const codeOf = (answer: EegImageAcknowledgement | EegLabelsAcknowledgement) =>
  "error" in answer ? answer.error.code : null;

it("knows a recording and its montages, and nothing of another one", async () => {
  const { data_object_id, start_ms, end_ms } = recording;
  expect(await answerAs(server.url, session, getRecordingInfo, { data_object_id })).toEqual({
    ...{ start_time_milliseconds: start_ms, end_time_milliseconds: end_ms, is_external: false },
  });
  const { montages } = await answerAs(server.url, session, getPersystEegMontages, { data_object_id });
  expect(montages.map(({ name }) => name)).toContain(montage);
  await expect(answerAs(server.url, session, getRecordingInfo, { data_object_id: 999 })).rejects.toThrow();
});

it("answers an image and labels under the names of the events", async () => {
  const answer = await image(asked());
  expect(answer).toMatchObject({ page_id: 5, settings_hash: "of these", data_object_id: recording.data_object_id });
  expect("image" in answer && gifSize(new Uint8Array(answer.image))).toEqual({ width: 640, height: 320 });
  const { patientId, data_object_id } = asked();
  const labels: EegLabelsAcknowledgement = await client.socket.emitWithAck("render_eeg_labels", {
    ...{ patientId, data_object_id, page_id: 1, montage_name: montage, width: 50, height: 320 },
  });
  expect(labels).toMatchObject({ width: 50, height: 320 });
  expect("image" in labels && gifSize(new Uint8Array(labels.image))).toEqual({ width: 50, height: 320 });
});

it("refuses what is too large, too long, of somebody else, of no montage, or no request", async () => {
  const cases: [unknown, string][] = [
    [asked({ width: 8192, height: 8192 }), "too_large"],
    [asked({ width: 8193 }), "bad_request"],
    [asked({ end: recording.start_ms + 3_600_001 }), "too_large"],
    [asked({ end: recording.start_ms }), "end_not_after_start"],
    [asked({ patientId: "somebody else" }), "unknown_recording"],
    [asked({ modality_source: { modality: montage, data_object_id: 999 } }), "unknown_recording"],
    [
      asked({ modality_source: { modality: "__proto__", data_object_id: recording.data_object_id } }),
      "unknown_modality",
    ],
    [{ ...asked(), sensitivity: "10" }, "bad_request"],
    [null, "bad_request"],
  ];
  for (const [request, code] of cases) expect(codeOf(await image(request)), JSON.stringify(request)).toBe(code);
});

it("draws by an external service, and says in a sentence that it gave nothing", async () => {
  await start({ EEG_SERVICE_URL: service.url, EEG_SERVICE_TOKEN: token });
  const theirs = asked({ modality_source: { modality: "Theirs", data_object_id: recording.data_object_id } });
  const { data_object_id } = recording;
  expect(await answerAs(server.url, session, getRecordingInfo, { data_object_id })).toEqual({
    ...{ start_time_milliseconds: 1000, end_time_milliseconds: 2000, is_external: true },
  });
  expect(await answerAs(server.url, session, getPersystEegMontages, { data_object_id })).toEqual({
    montages: [{ name: "Theirs" }],
  });
  const answer = await image(theirs);
  expect("image" in answer && gifSize(new Uint8Array(answer.image))).toEqual({ width: 640, height: 320 });
  const { patient_id: patientId } = recording;
  const trends = {
    ...{ patientId, data_object_id, page_id: 6, modality: trendPanel, artifactReductionEnabled: true },
    ...{ start: recording.start_ms, end: recording.start_ms + 60_000, width: 300, height: 200 },
    ...{ offset_seconds: 0, settings_hash: "of trends" },
  } satisfies RenderTrendImage;
  const panel: EegImageAcknowledgement = await client.socket.emitWithAck("render_trend_image", trends);
  expect(panel).toMatchObject({ page_id: 6, settings_hash: "of trends", data_object_id });
  expect("image" in panel && gifSize(new Uint8Array(panel.image))).toEqual({ width: 300, height: 200 });
  const beside: TrendLabelsAcknowledgement = await client.socket.emitWithAck("render_trend_labels", {
    ...{ patientId, data_object_id, panel_name: trendPanel, width: 50, label_width: 40, height: 200 },
  });
  if ("error" in beside) throw new Error(beside.error.message);
  expect(gifSize(new Uint8Array(beside.titles))).toEqual({ width: 50, height: 200 });
  expect(gifSize(new Uint8Array(beside.labels))).toEqual({ width: 40, height: 200 });
  service.answer = (_asked, response) => void response.writeHead(500).end(`secret ${token}`);
  expect(codeOf(await client.socket.emitWithAck("render_trend_image", trends))).toBe("image_service");
  const failed = await image(theirs);
  expect(codeOf(failed)).toBe("image_service");
  expect(JSON.stringify(failed)).not.toContain("secret");
  await expect(answerAs(server.url, session, getRecordingInfo, { data_object_id })).rejects.toThrow("502");
  expect(server.output()).not.toContain(token);
  expect(server.output()).toMatch(/"call":"eeg_image","reason":"refused","times":1,"msg":"eeg_service.failed"/);
});
