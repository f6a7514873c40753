/** Recordings made by code, and a client of the data query socket. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { decodePage, type Page, type Unpack } from "../../../src/protocol/page-codec.ts";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  isPageFailure,
  type PageAcknowledgement,
  type PageFailure,
  type PageForm,
  type PageProgress,
  type RenderModalities,
  type ServerToClientEvents,
  socketPath,
} from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { Channel, RecordingDetail, SignalGroup } from "../../../src/protocol/recordings.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import { defaultPlace } from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";

export const startMs = Date.UTC(2026, 2, 7, 23, 59, 58, 500);
export const patientId = "PAGES-1";
export const eeg = { modality: "EEG_na", hz: 500, channels: 4 } as const;
/** Samples [first, end) of the EEG that are not there: one lies inside a chunk, one across the border of two. */
export const eegGaps = [
  { first: 300_000, end: 310_000 },
  { first: 1_048_000, end: 1_049_000 },
] as const;
export const eegSamples = 2_400_000;
export const missingCode = -32_768;

/** Stored EEG value: rhythms, a drift, an odd spike, and missing codes in channel 2. */
export function eegValue(channel: number, i: number): number {
  if (channel === 2 && i % 50_000 < 300) return missingCode;
  const noise = ((Math.imul(i + 1, 2_654_435_761 + channel) >>> 20) & 1023) - 512;
  const spike = i % 33_333 === channel ? 9000 : 0;
  return Math.round(3000 * Math.sin(i / (20 + channel)) + 2000 * Math.sin(i / 90_000) + noise + spike);
}

const channel = (source_index: number, label: string, gain: number, offset: number): Channel => ({
  source_index,
  label,
  unit: "uV",
  gain,
  offset,
  is_uncalibrated: false,
  prefilter: "",
  transducer: "",
});

/** A recording with a long int16 EEG with gaps, and a short float32 pressure at 125 Hz. */
export function longSource(): SourceReader {
  const head: SourceReader["head"] = {
    objType: "EDF",
    startMs,
    isStartKnown: true,
    timezone: "UTC",
    sizeBytes: eegSamples * eeg.channels * 2,
    groups: [
      {
        modality: eeg.modality,
        kind: "eeg",
        sampling_hz: eeg.hz,
        sample_type: "int16",
        missing_code: missingCode,
        channels: Array.from({ length: eeg.channels }, (_, c) =>
          channel(c, c === 3 ? "ECG" : `E${c}`, c === 1 ? -0.05 : 0.05, c),
        ),
      },
      {
        modality: "ABP_na",
        kind: "waveform",
        sampling_hz: 125,
        sample_type: "float32",
        missing_code: null,
        channels: [channel(4, "ABP", 1, 0)],
      },
    ],
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    const pressure = Float32Array.from({ length: 1250 }, (_, i) =>
      i === 700 ? Number.NaN : 80 + 30 * Math.sin(i / 9),
    );
    yield { group: 1, startMs, count: pressure.length, data: pressure, bytesRead: 0 };
    const borders = [0, ...eegGaps.flatMap(({ first, end }) => [first, end]), eegSamples];
    for (let k = 0; k < borders.length; k += 2)
      for (let at = borders[k]; at < borders[k + 1]; at += 100_000) {
        const count = Math.min(100_000, borders[k + 1] - at);
        const data = new Int16Array(count * eeg.channels);
        for (let c = 0; c < eeg.channels; c++)
          for (let i = 0; i < count; i++) data[c * count + i] = eegValue(c, at + i);
        yield { group: 0, startMs: startMs + (at * 1000) / eeg.hz, count, data, bytesRead: at };
      }
  }
  return { head, blocks, finish: () => ({ annotations: [{ start_time: 1, end_time: 2, text: "a" }], repairs: ["r"] }) };
}

/** A new data folder that holds the long recording; returns its id. */
export async function makeDataFolder(): Promise<{ dataDir: string; recordingId: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-pages-"));
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  try {
    const source = { kind: "reader", reader: longSource(), name: "Long" } as const;
    const recordingId = await importRecording({
      source,
      db: database.drizzle,
      dataDir,
      timezone: "UTC",
      place: await defaultPlace(database.drizzle),
      patientId,
    });
    return { dataDir, recordingId };
  } finally {
    await database.close();
  }
}

/** POSTs to a route; the status and the body as it came. */
export async function post(
  url: string,
  route: Pick<Route, "path">,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url + route.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

export type PageSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export interface Client {
  socket: PageSocket;
  progress: PageProgress[];
  /** Sends whatever it is given. */
  ask(request: unknown): Promise<PageAcknowledgement>;
  /** Fails with the refusal's code and sentence. */
  page(request: RenderModalities): Promise<Page>;
  close(): void;
}

/** Connects with a session's token (or whatever `auth` says). @throws the connect_error */
export async function connect(
  url: string,
  auth: string | Record<string, unknown>,
  extraHeaders: Record<string, string> = {},
  { namespace = dataQueryNamespace, unpack }: { namespace?: string; unpack?: Unpack } = {},
): Promise<Client> {
  const socket: PageSocket = io(url + namespace, {
    path: socketPath,
    transports: ["websocket"],
    forceNew: true,
    auth: typeof auth === "string" ? { token: auth } : auth,
    extraHeaders,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  const progress: PageProgress[] = [];
  socket.on("page_progress", (pages) => progress.push(...pages));
  const ask = (request: unknown) =>
    new Promise<PageAcknowledgement>((resolve) => socket.emit("render_modalities", request, resolve));
  return {
    socket,
    progress,
    ask,
    async page(request) {
      const answer = await ask(request);
      if (isPageFailure(answer)) throw new Error(`${answer.error.code}: ${answer.error.message}`);
      return decodePage(answer.pixels, unpack);
    },
    close: () => socket.disconnect(),
  };
}

let pages = 0;

/** A request for grid samples [first, end) of one group. */
export function requestFor(
  recording: RecordingDetail,
  group: SignalGroup,
  { first, end, pixels = 2, form }: { first: number; end: number; pixels?: number; form?: PageForm },
): RenderModalities {
  return {
    patient_id: recording.patient_id,
    data_object_id: recording.data_object_id,
    page_id: ++pages,
    modality_sources: [{ modality: group.modality, data_object_id: recording.data_object_id }],
    start: recording.start_ms + (first * 1000) / group.sampling_hz,
    end: recording.start_ms + (end * 1000) / group.sampling_hz,
    pixel_count: pixels,
    patient_is_admitted: false,
    form,
  };
}

/** A request for columns of a recipe. */
export function recipeRequest(
  recording: RecordingDetail,
  group: SignalGroup,
  recipe: Recipe,
  { firstColumn, columns, width }: { firstColumn: number; columns: number; width: number },
): RenderModalities {
  return requestFor(recording, group, {
    first: firstColumn * width,
    end: (firstColumn + columns) * width,
    pixels: columns,
    form: { kind: "recipe_columns", recipe, first_column: firstColumn, samples_per_column: width },
  });
}

export const codeOf = (answer: PageAcknowledgement): string => (answer as PageFailure).error?.code;
