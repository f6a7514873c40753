/** What the tests put in place of time, network, server and page: everything runs on one simulated clock. */
import { runsWithin } from "../domain/time/runs.ts";
import { firstSampleAt, timeOfSample } from "../domain/time/sample-time.ts";
import { type CodableBlock, encodePage, type SentBlock, shapeOf } from "../protocol/page-codec.ts";
import { type PageAcknowledgement, pageCodes, type RenderModalities } from "../protocol/pages.ts";
import type { Recipe } from "../protocol/recipe.ts";
import type { RecordingDetail, Segment, SignalGroup } from "../protocol/recordings.ts";
import { decodeBlock, encodeBlock } from "../signal/codec.ts";
import { openCore } from "../signal/node.ts";
import type { ColumnGrid, ColumnResult, Engine, SampleResult, SampleSource } from "../signal/types.ts";
import { FeedClient } from "./client/client.ts";
import type { ToWorker } from "./messages.ts";
import type { ConnectionState, Credentials, Look } from "./types.ts";
import { FeedRoom } from "./worker/room.ts";
import type { Slots } from "./worker/slots.ts";
import type { PageSocket } from "./worker/socket.ts";

/** Events in the order of their time; `advance` is for work that takes time by itself. */
export class FakeClock {
  now = 0;
  private events: { at: number; order: number; run: () => void }[] = [];
  private order = 0;

  after(ms: number, run: () => void): () => void {
    const event = { at: this.now + ms, order: this.order++, run };
    this.events.push(event);
    return () => {
      this.events = this.events.filter((other) => other !== event);
    };
  }

  advance(ms: number): void {
    this.now += ms;
  }

  /** Runs what falls due within `ms`. */
  run(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      let next = this.events[0];
      for (const event of this.events)
        if (event.at < next.at || (event.at === next.at && event.order < next.order)) next = event;
      if (next === undefined || next.at > end) break;
      this.events.splice(this.events.indexOf(next), 1);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = Math.max(this.now, end);
  }
}

export const testRecipe: Recipe = {
  derivations: [
    { first: { kind: "channel", index: 0 }, second: { kind: "zero" } },
    { first: { kind: "channel", index: 1 }, second: { kind: "channel", index: 0 } },
  ],
  filters: { lff: null, hff: null, notch: null },
};

export interface TestGroup {
  hz?: number;
  channels?: number;
  count?: number;
  sampleType?: "int16" | "float32";
  segments?: { first: number; count: number }[];
}

export function testRecording(options: TestGroup = {}): RecordingDetail {
  const { hz = 256, channels = 22, count = 24 * 3600 * 256, sampleType = "int16" } = options;
  const start = 1_700_000_000_123;
  const segments: Segment[] = (options.segments ?? (count > 0 ? [{ first: 0, count }] : [])).map((run) => ({
    ...run,
    start_ms: timeOfSample(start, hz, run.first),
  }));
  const group: SignalGroup = {
    modality: "eeg",
    kind: "eeg",
    sampling_hz: hz,
    sample_count: count,
    sample_type: sampleType,
    missing_code: null,
    channels: Array.from({ length: channels }, (_, k) => ({
      source_index: k,
      label: `C${k}`,
      unit: "uV",
      gain: 0.5,
      offset: 0,
      is_uncalibrated: false,
      prefilter: "",
      transducer: "",
    })),
    segments,
  };
  return {
    data_object_id: 7,
    patient_id: "p1",
    obj_name: "test",
    obj_type: "EDF",
    state: "ready",
    progress: 1,
    eta_ms: null,
    error: null,
    start_ms: start,
    end_ms: start + (count * 1000) / hz,
    is_start_known: true,
    timezone: "America/New_York",
    channel_count: channels,
    gap_count: Math.max(0, segments.length - 1),
    annotation_count: 0,
    repair_count: 0,
    patient_key: 1,
    project_identifier: "",
    site_identifier: "",
    site_name: "",
    size_bytes: count * channels * 2,
    data_version: 1,
    groups: [group],
    repairs: [],
    is_damaged: false,
    damage: [],
    has_damaged_annotations: false,
    is_unverified: false,
  };
}

/** Stored value of a sample: small, never constant, the same wherever it is asked for. */
export const storedSample = (channel: number, sample: number): number =>
  ((sample * 7919 + channel * 104_729 + ((sample >> 5) * 31) ** 2) % 4001) - 2000;

/** Server that answers every request rightly after `latencyMs`, unless told otherwise. */
export class FakeServer implements PageSocket {
  state: ConnectionState = "connecting";
  onState: (state: ConnectionState) => void = () => {};
  onProgress: (pageId: number, fraction: number) => void = () => {};
  onGrace: (until: number | null) => void = () => {};
  onHeard: () => void = () => {};
  onTime: (ms: number) => void = () => {};
  onRecordingChange: (dataObjectId: number) => void = () => {};
  onGrowth: PageSocket["onGrowth"] = () => {};
  readonly requests: { at: number; request: RenderModalities }[] = [];
  readonly cancelled: number[] = [];
  readonly followed: number[][] = [];
  readonly authorised: Credentials[] = [];
  readonly admitted = new Map<string, boolean>();
  /** Until an answer is made; then it takes the link its time. */
  latencyMs = 20;
  /** Delay of a round trip, and what comes down in a ms; answers go one after the other. */
  delayMs = 0;
  bytesPerMs = Number.POSITIVE_INFINITY;
  /** Bytes of pages that went on the link, cancelled ones included. */
  sentBytes = 0;
  private freeAt = 0;
  maxInFlight = 0;
  /** Replaces the answer of a request; "silence" answers never. */
  reply: (request: RenderModalities, nth: number) => PageAcknowledgement | "silence" | undefined = () => undefined;
  private readonly open = new Set<number>();
  private era = 0;

  /** Codes what is asked for coded. */
  codes = false;

  constructor(
    private readonly clock: FakeClock,
    readonly recording: RecordingDetail,
  ) {}

  admit(patientId: string, isAdmitted: boolean): void {
    this.admitted.set(patientId, isAdmitted);
  }

  enter(state: ConnectionState): void {
    this.state = state;
    if (state !== "connected") {
      this.era++;
      this.open.clear();
    }
    this.onState(state);
  }

  request(request: RenderModalities, answer: (answer: PageAcknowledgement) => void): void {
    if (this.state !== "connected") throw new Error("a page was asked for while not connected");
    this.requests.push({ at: this.clock.now, request });
    this.open.add(request.page_id);
    this.maxInFlight = Math.max(this.maxInFlight, this.open.size);
    const reply = this.reply(request, this.requests.length);
    if (reply === "silence") return;
    const { era } = this;
    this.clock.after(this.latencyMs + this.delayMs / 2, () => {
      if (era !== this.era) return;
      const wasOpen = this.open.delete(request.page_id);
      const cancelled = { page_id: request.page_id, error: { code: "cancelled" as const, message: "" } };
      const answered = wasOpen ? (reply ?? this.answer(request)) : cancelled;
      const bytes = "pixels" in answered ? answered.pixels.byteLength : 0;
      this.sentBytes += bytes;
      this.freeAt = Math.max(this.freeAt, this.clock.now) + bytes / this.bytesPerMs;
      this.clock.after(this.freeAt - this.clock.now + this.delayMs / 2, () => era === this.era && answer(answered));
    });
  }

  follow(recordingIds: readonly number[]): void {
    if (this.state === "connected") this.followed.push([...recordingIds]);
  }

  echo(back: () => void): void {
    const { era } = this;
    this.clock.after(this.delayMs, () => era === this.era && back());
  }

  authorise(credentials: Credentials): void {
    this.authorised.push(credentials);
  }

  cancel(pageId: number): void {
    this.open.delete(pageId);
    this.cancelled.push(pageId);
  }

  close(): void {
    this.enter("disconnected");
  }

  /** The page the product's server would send. */
  answer(request: RenderModalities): PageAcknowledgement {
    const { recording } = this;
    const [group] = recording.groups;
    const gridOf = (ms: number) => firstSampleAt(recording.start_ms, group.sampling_hz, ms);
    const { page_id, data_object_id, start, end, form } = request;
    const common = { modality: group.modality, data_object_id, sampling_hz: group.sampling_hz };
    let block: CodableBlock;
    if (form?.kind === "recipe_columns") {
      const { first_column, samples_per_column, recipe } = form;
      const rows = recipe.derivations.length;
      const columns = request.pixel_count;
      const data = new Float32Array(rows * columns * 2).map(
        (_, k) => first_column + Math.floor((k % (columns * 2)) / 2),
      );
      const grid = { first_column, samples_per_column };
      block = { ...common, kind: "columns", rows, segments: [], grid, columns, breaks: [1], data };
    } else {
      const first = Math.max(0, gridOf(start));
      const count = Math.min(group.sample_count, gridOf(end)) - first;
      const rows = group.channels.length;
      const data = group.sample_type === "int16" ? new Int16Array(rows * count) : new Float32Array(rows * count);
      const segments = runsWithin(group.segments, first, first + count);
      for (let row = 0; row < rows; row++)
        for (const run of segments)
          for (let k = run.first; k < run.first + run.count; k++) data[row * count + k - first] = storedSample(row, k);
      block = {
        ...common,
        kind: "samples",
        rows,
        segments: segments.map((run) => ({ ...run, start_ms: start })),
        first,
        count,
        sample_type: group.sample_type,
        missing_code: group.missing_code,
        gains: group.channels.map(({ gain }) => gain),
        offsets: group.channels.map(({ offset }) => offset),
        data,
      };
    }
    const bytes = encodePage({ start, end, blocks: [this.codes && request.is_coded ? coded(block) : block] });
    return { page_id, data_object_id, pixels: bytes.buffer, conversion_factor: 1, made_ms: this.latencyMs };
  }
}

function coded({ data, ...rest }: CodableBlock): SentBlock {
  const block = { ...rest, data } as CodableBlock;
  const bytes = encodeBlock(openCore(), data, shapeOf(block));
  return bytes === null ? block : ({ ...rest, data: { code: pageCodes[0], bytes, length: data.length } } as SentBlock);
}

/** An engine without filters that shows channel 0 in every row: enough to see which samples a tile was made of. */
export class FakeEngine implements Engine {
  calls = 0;
  warmup = 570;
  constructor(private readonly onCall: () => void = () => {}) {}

  plan() {
    const inactive = { lff: false, hff: false, notch: false };
    return { sections: new Float64Array(0), warmup: this.warmup, usesFloat64: false, inactive };
  }

  columns(source: SampleSource, recipe: Recipe, grid: ColumnGrid, into?: ColumnResult): ColumnResult {
    this.begin(source, grid.firstColumn * grid.samplesPerColumn);
    const rows = recipe.derivations.length;
    const result = into ?? { data: new Float32Array(rows * grid.columns * 2), breaks: new Uint8Array(grid.columns) };
    for (let column = 0; column < grid.columns; column++) {
      const sample = (grid.firstColumn + column) * grid.samplesPerColumn;
      for (let row = 0; row < rows; row++) {
        result.data[(row * grid.columns + column) * 2] = valueAt(source, sample);
        result.data[(row * grid.columns + column) * 2 + 1] = valueAt(source, sample);
      }
    }
    return result;
  }

  samples(source: SampleSource, recipe: Recipe, first: number, count: number, into?: SampleResult): SampleResult {
    this.begin(source, first);
    const rows = recipe.derivations.length;
    const result = into ?? { data: new Float32Array(rows * count), breaks: new Uint8Array(count) };
    for (let row = 0; row < rows; row++)
      for (let k = 0; k < count; k++) result.data[row * count + k] = valueAt(source, first + k);
    return result;
  }

  private begin(source: SampleSource, first: number): void {
    this.calls++;
    this.onCall();
    if (source.first > Math.max(0, first - this.warmup)) throw new Error(`warm-up is missing before ${first}`);
  }
}

const valueAt = (source: SampleSource, sample: number): number =>
  source.runs.some(({ first, count }) => sample >= first && sample < first + count)
    ? source.data[sample - source.first] * source.gains[0]
    : Number.NaN;

export interface TestWorld {
  clock: FakeClock;
  server: FakeServer;
  engine: FakeEngine;
  room: FeedRoom;
  client: FeedClient;
  sent: ToWorker[];
}

/** Page, worker, server and clock of a test, connected; nothing has happened yet. */
export function openTestWorld(
  recording: RecordingDetail,
  options: {
    slots?: Slots;
    memory?: WebAssembly.Memory;
    cacheBytes?: number;
    tileBytes?: number;
    engine?: Engine;
    tileMs?: number;
    /** Runs whenever the page asks for the time: what the worker does while a frame waits. */
    meanwhile?: (world: { clock: FakeClock }) => void;
  } = {},
): TestWorld {
  const clock = new FakeClock();
  const server = new FakeServer(clock, recording);
  const engine = new FakeEngine(() => clock.advance(options.tileMs ?? 0));
  const sent: ToWorker[] = [];
  const port: ConstructorParameters<typeof FeedClient>[0] = {
    post: (message) => {
      sent.push(message);
      clock.after(0, () => room.receive(structuredCloneOf(message)));
    },
    onMessage: () => {},
    close: () => room.close(),
  };
  const client = new FeedClient(port, (run) => void clock.after(1000 / 60, run), {
    url: "http://localhost",
    credentials: { token: "token", workspaceId: 1 },
    memory: options.memory ?? null,
    tileBytes: options.tileBytes,
    now: () => {
      options.meanwhile?.({ clock });
      return clock.now;
    },
  });
  const room: FeedRoom = new FeedRoom({
    now: () => clock.now,
    timer: (ms, run) => clock.after(ms, run),
    defer: (run) => void clock.after(0, run),
    post: (message) => void clock.after(0, () => port.onMessage(message)),
    engine: options.engine ?? engine,
    unpack: (bytes, shape) => decodeBlock(openCore(), bytes, shape),
    slots: options.slots ?? null,
    handover: client.handover,
    firstTile: 0,
    socket: server,
    cacheBytes: options.cacheBytes,
  });
  server.enter("connected");
  return { clock, server, engine, room, client, sent };
}

const structuredCloneOf = (message: ToWorker): ToWorker =>
  message.type === "start" ? message : (structuredClone(message) as ToWorker);

/** A look of `widthPx` pixels at [start, start + length) samples. */
export const lookAt = (
  recording: RecordingDetail,
  startSample: number,
  length: number,
  rest: Partial<Look> = {},
): Look => ({
  recording,
  modality: "eeg",
  recipe: testRecipe,
  startSample,
  endSample: startSample + length,
  widthPx: 1600,
  speed: 0,
  ...rest,
});
