/** A patient who is recorded just now: from the accepted append to the drawn sample. Headless Chromium, Canvas2D, gateway, server and browser on the same cores. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scalpElectrodes } from "../src/domain/montage/electrodes.ts";
import { appendBlocks, createGateway, createStream } from "../src/protocol/live.ts";
import { getPatientFileType } from "../src/protocol/patients.ts";
import { writeBlocks } from "../src/server/live/blocks.ts";
import { answerAs, defaultPlace, signIn, tokenCookie, withDatabase } from "../tests/support/accounts.ts";
import { type BenchPage, openBrowser } from "./browser.ts";
import { ms } from "./play.ts";
import { startServer } from "./server.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const hz = 256;
const blockMs = 250;
const blockSamples = (hz * blockMs) / 1000;
/** What is there before the page opens. */
const before = 60_000;
const measuredBlocks = 240;
const warmUpBlocks = 20;
const labels = [...scalpElectrodes, "EKG1", "EKG2", "EMG"];

export const liveBenches: BenchGroup = {
  ids: ["live.lag.p50", "live.lag.p95"],
  async run(context: BenchContext) {
    const dataDir = mkdtempSync(join(tmpdir(), "connect-bench-live-"));
    const server = await startServer({ dataDir });
    const page = await openBrowser();
    try {
      const { token } = await signIn(server.url);
      const patientId = await withDatabase(dataDir, async (pool, db) => {
        const { workspaceId, projectId, siteId } = await defaultPlace(db);
        const sql =
          "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'LIVE') returning id";
        return Number((await pool.query(sql, [workspaceId, projectId, siteId])).rows[0].id);
      });
      const gateway = new Gateway(server.url, await credentialFor(server.url, token, patientId));
      await gateway.begin(patientId);
      for (let sent = 0; sent < before; sent += blockMs) await gateway.append();
      const { files } = await answerAs(server.url, token, getPatientFileType, { patient_id: [patientId] });
      context.log("watching a live recording ...");
      await page.setCookie(server.url, tokenCookie, token);
      await page.resize(1600, 1000);
      await page.goto(`${server.url}/review/${files[0].obj_id}?backend=canvas2d`);
      await page.until("window.connect !== undefined && connect.isComplete()");
      return await lag(page, gateway);
    } finally {
      page.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

const credentialFor = async (url: string, token: string, patientId: number): Promise<string> =>
  (await answerAs(url, token, createGateway, { name: "Bench", patient_ids: [patientId] })).credential;

/** Sends 22 channels as a bedside gateway does; its recording began so long ago that what it has sent is of now. */
class Gateway {
  readonly #url: string;
  readonly #credential: string;
  readonly #startMs = Date.now() - before;
  readonly #random = lcg(5);
  #streamId = 0;
  #blocks = 0;

  constructor(url: string, credential: string) {
    this.#url = url;
    this.#credential = credential;
  }

  async begin(patientId: number): Promise<void> {
    const channels = labels.map((label) => ({ label, unit: "uV", gain: 0.1, offset: 0 }));
    const { stream_id } = await answerAs(this.#url, this.#credential, createStream, {
      ...{ patient_id: patientId, stream_key: "bench", name: "Bed 1", obj_type: "EDF" },
      ...{ start_ms: this.#startMs, timezone: "UTC" },
      groups: [{ modality: "EEG_na", kind: "eeg", sampling_hz: hz, sample_type: "int16", channels }],
    });
    this.#streamId = stream_id;
  }

  /** When the newest of what was sent ends. */
  get endMs(): number {
    return this.#startMs + this.#blocks * blockMs;
  }

  /** Sends the next block. @returns when it was accepted, and when it ends */
  async append(): Promise<{ acceptedAt: number; endMs: number }> {
    const data = new Int16Array(blockSamples * labels.length).map(() => 400 * (this.#random() - 0.5));
    const body = writeBlocks([{ group: 0, startMs: this.endMs, count: blockSamples, data }]);
    const path = `${appendBlocks.path}?stream_id=${this.#streamId}&sequence=${this.#blocks}`;
    const headers = { "content-type": "application/octet-stream", authorization: this.#credential };
    const response = await fetch(this.#url + path, { method: "POST", headers, body: body as Uint8Array<ArrayBuffer> });
    if (!response.ok) throw new Error(`An append was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    this.#blocks++;
    return { acceptedAt: Date.now(), endMs: this.endMs };
  }
}

/** A frame: when it came, up to when the view before it reached, and whether all of that was drawn. */
type Frame = [at: number, endMs: number, isComplete: boolean];

/** The view of a live window ends at the newest data; what stands in it complete in one frame's callback was drawn by the next one. */
async function lag(page: BenchPage, gateway: Gateway): Promise<BenchResult[]> {
  await page.evaluate(`(() => {
    document.querySelector('button[aria-label="Live"]').click();
    const frames = (window.liveFrames = []);
    const watch = () => {
      frames.push([performance.timeOrigin + performance.now(), connect.view().endMs, connect.isComplete()]);
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  })()`);
  const sent: { acceptedAt: number; endMs: number }[] = [];
  for (let k = 0; k < warmUpBlocks + measuredBlocks; k++) {
    // A block is sent when its last sample has been taken.
    const waitMs = gateway.endMs + blockMs - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    sent.push(await gateway.append());
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const frames = await page.evaluate<Frame[]>("window.liveFrames");
  const lags = sent.slice(warmUpBlocks).map(({ acceptedAt, endMs }) => {
    const shown = frames.findIndex(([, end, isComplete]) => isComplete && end >= endMs);
    const drawn = frames[shown + 1];
    if (shown < 0 || drawn === undefined) throw new Error("A sample was never drawn.");
    return drawn[0] - acceptedAt;
  });
  const note = `${labels.length} channels at ${hz} Hz in blocks of ${blockMs} ms, 30 s page, 1600 x 1000, canvas2d, ${lags.length} blocks; most ${Math.max(...lags).toFixed(0)} ms`;
  return [ms("live.lag.p50", median(lags), note), ms("live.lag.p95", percentile(lags, 95), note)];
}
