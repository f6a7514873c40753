/** The page path: a client on the same machine asks a running server for pages of a 1 h and of a 7 day recording. */
import { io, type Socket } from "socket.io-client";
import { tileColumns } from "../src/domain/time/grid.ts";
import { decodePage } from "../src/protocol/page-codec.ts";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  isPageFailure,
  type PageAcknowledgement,
  type PageForm,
  pageCodes,
  type ServerToClientEvents,
  socketPath,
} from "../src/protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../src/protocol/recordings.ts";
import { decodeBlock } from "../src/signal/codec.ts";
import { openCore } from "../src/signal/node.ts";
import { signIn } from "../tests/support/calls.ts";
import { recipeOf } from "./load-world.ts";
import { benchRecording, recordingDetail } from "./recordings.ts";
import { startServer } from "./server.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const pages = 300;
const pageMs = 30_000;
type DataSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export const pageBenches: BenchGroup = {
  ids: [
    "page.latency.p50",
    "page.latency.p95",
    "page.latency.p50.1h",
    "page.latency.p95.1h",
    "page.latency.p50.coded",
    "page.latency.p95.coded",
    "page.latency.ratio",
    "view.1h.first",
    "view.24h.first",
    "view.24h.again",
  ],
  async run(context) {
    const short = await latencies(context, 1);
    const coded = await latencies(context, 1, { isCoded: true });
    const long = await latencies(context, 7 * 24);
    const note = (span: string) => `30 s of 22 channels at 256 Hz as samples, random places of ${span}, ${pages} pages`;
    const ms = (id: string, value: number, text: string): BenchResult => ({
      id,
      value,
      unit: "ms",
      better: "lower",
      note: text,
    });
    return [
      ms("page.latency.p50", median(long), note("7 days")),
      ms("page.latency.p95", percentile(long, 95), note("7 days")),
      ms("page.latency.p50.1h", median(short), note("1 h")),
      ms("page.latency.p95.1h", percentile(short, 95), note("1 h")),
      ms("page.latency.p50.coded", median(coded), `coded, until decoded; ${note("1 h")}`),
      ms("page.latency.p95.coded", percentile(coded, 95), `coded, until decoded; ${note("1 h")}`),
      {
        id: "page.latency.ratio",
        value: percentile(long, 95) / percentile(short, 95),
        unit: "x",
        better: "lower",
        note: "p95 of 7 days over p95 of 1 h",
      },
      ...(await longViews(context)),
    ];
  },
};

async function latencies(context: BenchContext, hours: number, { isCoded = false } = {}): Promise<number[]> {
  const { dataDir, dataObjectId } = await benchRecording(context, hours);
  return withServer(dataDir, dataObjectId, async (client) => {
    const { recording } = client;
    const random = lcg(7);
    const times: number[] = [];
    for (let page = 0; page < pages + 20; page++) {
      const start = recording.start_ms + Math.floor(random() * (recording.end_ms - recording.start_ms - pageMs));
      const began = performance.now();
      await ask(client, page, {
        start,
        end: start + pageMs,
        pixels: 1920,
        form: { kind: "samples" },
        isCoded,
      });
      if (page >= 20) times.push(performance.now() - began);
    }
    return times;
  });
}

/** What a review opens with, 18 bipolar channels and ECG, the usual filters, 1600 columns: the first time, and again. */
async function longViews(context: BenchContext): Promise<BenchResult[]> {
  const { dataDir, dataObjectId } = await benchRecording(context, 24, { fresh: true });
  return withServer(dataDir, dataObjectId, async (client) => {
    const { recording, group } = client;
    const recipe = recipeOf(group, 0);
    const view = async (fromSample: number, samplesPerColumn: number, columns: number) => {
      const began = performance.now();
      const first = Math.floor(fromSample / samplesPerColumn / tileColumns);
      const last = Math.floor((fromSample / samplesPerColumn + columns - 1) / tileColumns);
      const tiles = Array.from({ length: last - first + 1 }, (_, k) => (first + k) * tileColumns);
      await Promise.all(
        tiles.map((firstColumn, k) => {
          const from = firstColumn * samplesPerColumn;
          if (from >= group.sample_count) return undefined;
          const pixels = Math.max(2, Math.min(tileColumns, Math.ceil((group.sample_count - from) / samplesPerColumn)));
          const toMs = (sample: number) => recording.start_ms + (sample * 1000) / group.sampling_hz;
          return ask(client, k, {
            start: toMs(from),
            end: toMs(from + pixels * samplesPerColumn),
            pixels,
            form: {
              kind: "recipe_columns",
              recipe,
              first_column: firstColumn,
              samples_per_column: samplesPerColumn,
            },
          });
        }),
      );
      return performance.now() - began;
    };
    const hour = await view(8 * 3600 * group.sampling_hz, 576, 1600);
    const dayColumn = 512 * Math.floor(group.sample_count / 1600 / 512);
    const day = await view(0, dayColumn, 1600);
    const again = [];
    for (let k = 0; k < 9; k++) again.push(await view(0, dayColumn, 1600));
    const note = "18 bipolar channels, LFF 1, HFF 30, notch 60, 1600 columns";
    return [
      { id: "view.1h.first", value: hour, unit: "ms", better: "lower", note: `${note}, empty cache` },
      { id: "view.24h.first", value: day, unit: "ms", better: "lower", note: `${note}, one hour of it built before` },
      { id: "view.24h.again", value: median(again), unit: "ms", better: "lower", note: `${note}, median of 9` },
    ];
  });
}

/** A client of a running server that asks for pages of the EEG of one recording. */
export interface PageClient {
  socket: DataSocket;
  recording: RecordingDetail;
  group: SignalGroup;
}

/** The same with a server of its own over the data folder. */
export async function withServer<T>(
  dataDir: string,
  dataObjectId: number,
  work: (client: PageClient) => Promise<T>,
): Promise<T> {
  const server = await startServer({ dataDir });
  try {
    return await withClient(server.url, dataObjectId, work);
  } finally {
    await server.stop();
  }
}

/** Signs in at the server of that origin and connects for the time of `work`. */
export async function withClient<T>(
  url: string,
  dataObjectId: number,
  work: (client: PageClient) => Promise<T>,
): Promise<T> {
  const { token } = await signIn(url);
  const socket: DataSocket = io(`${url}${dataQueryNamespace}`, {
    path: socketPath,
    transports: ["websocket"],
    auth: { token, codes: [...pageCodes] },
  });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  try {
    const recording = await recordingDetail(url, token, dataObjectId);
    const group = recording.groups.find(({ kind }) => kind === "eeg");
    if (group === undefined) throw new Error("the bench recording has no EEG");
    await connected;
    return await work({ socket, recording, group });
  } finally {
    socket.disconnect();
  }
}

/** Asks for a page and waits for it. @throws Error with the sentence of a refusal */
export async function ask(
  { socket, recording, group }: PageClient,
  pageId: number,
  page: { start: number; end: number; pixels: number; form: PageForm; isCoded?: boolean },
): Promise<void> {
  const request = {
    patient_id: recording.patient_id,
    data_object_id: recording.data_object_id,
    page_id: pageId,
    modality_sources: [{ modality: group.modality, data_object_id: recording.data_object_id }],
    start: page.start,
    end: page.end,
    pixel_count: page.pixels,
    patient_is_admitted: false,
    form: page.form,
    is_coded: page.isCoded,
  };
  const answer = await new Promise<PageAcknowledgement>((resolve) =>
    socket.emit("render_modalities", request, resolve),
  );
  if (isPageFailure(answer)) throw new Error(answer.error.message);
  if (page.isCoded) decodePage(answer.pixels, (bytes, shape) => decodeBlock(openCore(), bytes, shape));
}
