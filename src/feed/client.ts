/** The page's side of the feed: windows, the tiles they draw, and one message a frame to the worker. */
import { growRecording } from "../domain/growth.ts";
import type { RecordingDetail, RecordingTail, SignalGroup } from "../protocol/recordings.ts";
import { FrameGate, type NextFrame } from "./frame-gate.ts";
import { Handover, handoverMemory } from "./handover.ts";
import type { DeliveredTile, FromWorker, ToWorker, WindowStatus } from "./messages.ts";
import { type Picked, pickTiles, readyUntil } from "./pick-tiles.ts";
import { SeriesBook } from "./series-book.ts";
import { leastCoarseColumns } from "./tile-grid.ts";
import { TileStore } from "./tile-store.ts";
import type { ConnectionState, Credentials, Feed, FeedStatus, FeedWindow, Look, TraceTile } from "./types.ts";

/** The worker, or what stands for it in tests. */
export interface Port {
  post(message: ToWorker): void;
  onMessage: (message: FromWorker) => void;
  close(): void;
}

const tileBudgetBytes = 64 * 1024 * 1024;
/** So long frames wait for tiles that are being made of what is here, all windows together in each stretch of time. */
const catchUpMs = 24;
const catchUpEveryMs = 200;
/** Where the view did not rest so long before, a frame waits less. */
const restMs = 120;
const catchUpInMotionMs = 6;
/** Renderers outlive a feed and know a tile by its id alone, so the ids of one feed are never those of another. */
const tilesOfFeed = 2 ** 32;
let feeds = 0;
const nothingYet: WindowStatus = {
  pending: 0,
  buildingFraction: null,
  failed: [],
};

export class FeedClient implements Feed {
  connection: ConnectionState = "connecting";
  graceUntil: number | null = null;
  onRecordingChange: (dataObjectId: number) => void = () => {};
  readonly store: TileStore;
  /** Null where memory is not shared. */
  readonly handover: Handover | null;
  /** Looks that were posted. */
  looks = 0;
  private waitedFrom = Number.NEGATIVE_INFINITY;
  private waitedMs = 0;
  private readonly followed = new Set<{ recording: RecordingDetail; hear: () => void }>();
  private wasConnected = false;
  private readonly book: SeriesBook;
  private readonly windows = new Map<number, ClientWindow>();
  private readonly waiting: (() => void)[] = [];
  private readonly letGo: number[] = [];
  private readonly releaseGate: FrameGate;
  private lastWindow = 0;
  /** Sentence of a worker that cannot work. */
  broken: string | null = null;

  /** `memory`: the core's memory when the worker shares it, else null. */
  constructor(
    private readonly port: Port,
    private readonly nextFrame: NextFrame,
    private readonly options: {
      url: string;
      credentials: Credentials;
      memory: WebAssembly.Memory | null;
      tileBytes?: number;
      now?: () => number;
    },
  ) {
    this.store = new TileStore(options.tileBytes ?? tileBudgetBytes);
    this.book = new SeriesBook((message) => port.post(message));
    this.releaseGate = new FrameGate(nextFrame, () => this.release());
    port.onMessage = (message) => this.receive(message);
    const { url, credentials, memory } = options;
    this.handover = memory === null ? null : new Handover(handoverMemory());
    port.post({
      type: "start",
      url,
      credentials,
      memory,
      handover: this.handover?.memory ?? null,
      firstTile: tilesOfFeed * feeds++,
    });
  }

  authorise(credentials: Credentials): void {
    this.port.post({ type: "authorise", credentials });
  }

  follow(recording: RecordingDetail, hear: () => void): () => void {
    const one = { recording, hear };
    this.followed.add(one);
    if (recording.tail !== undefined) this.grow(recording.data_object_id, recording.tail);
    return () => void this.followed.delete(one);
  }

  grow(recordingId: number, tail: RecordingTail): void {
    this.port.post({ type: "grown", recordingId, tail: JSON.parse(JSON.stringify(tail)) });
  }

  openWindow(): FeedWindow {
    const id = ++this.lastWindow;
    const window = new ClientWindow(id, this, this.nextFrame);
    this.windows.set(id, window);
    return window;
  }

  /** Posts the look of a window under the number of its series. */
  postLook(window: number, serial: number, series: number, look: Look): void {
    const { startSample, endSample, widthPx, speed } = look;
    this.looks++;
    this.port.post({ type: "look", window, serial, series, startSample, endSample, widthPx, speed });
  }

  /** The number of what this look shows, announced to the worker when it is new. */
  seriesOf(look: Look): number {
    const series = this.book.numberOf(look);
    const shown = new Set([...this.windows.values()].map((window) => window.series));
    const gone = this.book.forget((known) => known === series || shown.has(known));
    this.dismiss(gone.flatMap((forgotten) => this.store.dropSeries(forgotten)));
    return series;
  }

  closeWindow(id: number): void {
    if (!this.windows.delete(id)) return;
    this.port.post({ type: "close", window: id });
    this.settle();
  }

  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.settle();
    });
  }

  [Symbol.dispose](): void {
    this.windows.clear();
    this.settle();
    this.port.close();
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case "tiles":
        this.accept(message.tiles);
        this.takeHandedOver();
        break;
      case "recording-grown":
        this.grown(message.recordingId, message.tail);
        break;
      case "recording-changed":
        this.onRecordingChange(message.recordingId);
        return;
      case "connection":
        this.connection = message.state;
        if (message.state === "connected") this.describeAnew();
        this.graceUntil = null; // the next connection says it anew
        break;
      case "grace":
        this.graceUntil = message.until;
        break;
      case "status":
        this.windows.get(message.window)?.report(message.serial, message.status, message.isSettled);
        this.windows.get(message.window)?.changed();
        this.settle();
        return;
      case "broken":
        this.broken = message.message;
        console.error("feed.broken", message.message);
        break;
    }
    for (const window of this.windows.values()) window.changed();
    this.settle();
  }

  now(): number {
    return this.options.now?.() ?? performance.now();
  }

  /** Takes the tiles that the worker has finished, whether its message has come or not. */
  takeHandedOver(): void {
    if (this.handover !== null) this.accept(this.handover.take());
  }

  /** What a frame may still wait. */
  patienceAt(now: number): number {
    if (now - this.waitedFrom >= catchUpEveryMs) {
      this.waitedFrom = now;
      this.waitedMs = 0;
    }
    return catchUpMs - this.waitedMs;
  }

  waited(ms: number): void {
    this.waitedMs += ms;
  }

  private accept(tiles: readonly DeliveredTile[]): void {
    if (tiles.length === 0) return;
    for (const tile of tiles) {
      const replaced = this.store.add(tile.series, tile.index, this.unpack(tile), tile.endSample);
      if (replaced !== null) this.dismiss([replaced]);
    }
    this.collect();
  }

  private grown(recordingId: number, tail: RecordingTail): void {
    for (const { recording, hear } of [...this.followed]) {
      if (recording.data_object_id !== recordingId) continue;
      const growth = growRecording(recording, tail);
      if (growth === "grown") hear();
      else if (growth === "unknown") this.onRecordingChange(recordingId);
    }
    this.store.touch();
    for (const window of this.windows.values()) window.grown(recordingId);
  }

  /** Growth is told while there is a connection: after a loss those that grow are to be described anew. */
  private describeAnew(): void {
    if (this.wasConnected)
      for (const { recording } of [...this.followed])
        if (recording.tail !== undefined) this.onRecordingChange(recording.data_object_id);
    this.wasConnected = true;
  }

  private unpack(tile: DeliveredTile): TraceTile {
    const { id, kind, rows, count, firstSample, columnSamples, isProvisional, slot, data, breaks } = tile;
    const values = rows * count * (kind === "samples" ? 1 : 2);
    const { memory } = this.options;
    const common = { id, kind, rows, count, firstSample, samplesPerColumn: columnSamples, isProvisional };
    if (slot !== null && memory !== null)
      return {
        ...common,
        data: new Float32Array(memory.buffer, slot, values),
        breaks: new Uint8Array(memory.buffer, slot + values * 4, count),
      };
    if (data === null || breaks === null) throw new Error(`tile ${id} came without its bytes`);
    return { ...common, data, breaks };
  }

  /** Lets go of tiles over the budget; never of those a window drew last. */
  private collect(): void {
    const held = new Set<number>();
    for (const window of this.windows.values()) for (const { id } of window.tiles()) held.add(id);
    this.dismiss(this.store.trim((id) => held.has(id)));
  }

  private dismiss(tiles: readonly number[]): void {
    if (tiles.length === 0) return;
    this.letGo.push(...tiles);
    this.releaseGate.call();
  }

  /** A frame later: whoever was drawing a tile that went is done with it. */
  private release(): void {
    if (this.letGo.length === 0) return;
    const tiles = this.letGo.splice(0);
    this.nextFrame(() => this.port.post({ type: "release", tiles }));
  }

  private settle(): void {
    if (this.broken === null && ![...this.windows.values()].every((window) => window.isSettled)) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

class ClientWindow implements FeedWindow {
  onChange: () => void = () => {};
  private seen: { look: Look; series: number; group: SignalGroup | undefined } | null = null;
  private serial = 0;
  private reportedSerial = 0;
  private hasSettled = true;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private hasRested = true;
  /** The look that was waited for in vain. */
  private givenUp = 0;
  private told: WindowStatus = nothingYet;
  private picked: { picked: Picked; tiles: readonly TraceTile[]; version: number } | null = null;
  private readonly lookGate: FrameGate;
  private readonly changeGate: FrameGate;

  constructor(
    private readonly id: number,
    private readonly feed: FeedClient,
    nextFrame: NextFrame,
  ) {
    this.lookGate = new FrameGate(nextFrame, () => this.postLook());
    this.changeGate = new FrameGate(nextFrame, () => this.onChange());
  }

  /** The number of what it shows. */
  get series(): number | null {
    return this.seen?.series ?? null;
  }

  look(look: Look): void {
    const { seen } = this;
    // In a frame the objects are the same; what is new is compared as text.
    const isSameSeries =
      seen !== null &&
      seen.look.recording === look.recording &&
      seen.look.modality === look.modality &&
      seen.look.recipe === look.recipe;
    const series = isSameSeries ? seen.series : this.feed.seriesOf(look);
    if (isSameSeries && isSameView(seen.look, look)) return;
    const group = look.recording.groups.find(({ modality }) => modality === look.modality);
    if (seen !== null && seen.series === series && isSameView(seen.look, look)) {
      this.seen = { look: { ...look }, series, group };
      this.picked = null;
      return;
    }
    this.seen = { look: { ...look }, series, group };
    this.picked = null;
    this.serial++;
    const now = this.feed.now();
    this.hasRested = now - this.lookedAt >= restMs;
    this.lookedAt = now;
    this.lookGate.call();
  }

  catchUp(): void {
    const { feed } = this;
    feed.takeHandedOver();
    if (feed.handover === null || this.seen === null || this.seen.look.speed !== 0) return;
    if (this.givenUp === this.serial || feed.broken !== null) return;
    const began = feed.now();
    const until = began + Math.min(feed.patienceAt(began), this.hasRested ? catchUpMs : catchUpInMotionMs);
    if (!this.isComplete()) this.waitUntil(until, feed, feed.handover);
    feed.waited(feed.now() - began);
  }

  private waitUntil(until: number, feed: FeedClient, handover: Handover): void {
    while (!this.isComplete()) {
      const isWorking = handover.isWorking(feed.looks);
      // Taken after the question: what was finished before the answer is then here.
      feed.takeHandedOver();
      if (!isWorking) return;
      if (feed.now() >= until) this.givenUp = this.serial;
      if (this.givenUp === this.serial) return;
    }
  }

  /** Says again what it looks at, if that has grown: what is reported then is of the longer recording. */
  grown(recordingId: number): void {
    if (this.seen?.look.recording.data_object_id !== recordingId) return;
    this.serial++;
    this.lookGate.call();
  }

  tiles(): readonly TraceTile[] {
    const picked = this.pick();
    if (picked === null) return [];
    for (const stored of picked.picked.tiles) this.feed.store.use(stored);
    return picked.tiles;
  }

  isComplete(): boolean {
    return this.pick()?.picked.isComplete ?? false;
  }

  missing(): Picked["missing"] {
    return this.pick()?.picked.missing ?? [];
  }

  provisional(): Picked["provisional"] {
    return this.pick()?.picked.provisional ?? [];
  }

  isPictured(): boolean {
    const picked = this.pick()?.picked;
    if (picked === undefined || this.seen === null || picked.bare.length > 0) return false;
    const { startSample, endSample } = this.seen.look;
    const widest = (endSample - startSample) / leastCoarseColumns;
    return picked.tiles.every(({ tile }) => tile.samplesPerColumn <= widest);
  }

  readyUntil(): number {
    if (this.seen === null || this.seen.group === undefined) return Number.NEGATIVE_INFINITY;
    return readyUntil(this.feed.store, this.seen.series, this.seen.group, this.seen.look);
  }

  get status(): FeedStatus {
    const { connection, graceUntil, broken } = this.feed;
    if (broken === null || this.seen === null) return { connection, graceUntil, ...this.told };
    const { startSample, endSample } = this.seen.look;
    return { connection, graceUntil, ...this.told, failed: [{ startSample, endSample, message: broken }] };
  }

  /** Nothing this window asked for is outstanding. */
  get isSettled(): boolean {
    return this.seen === null || (this.reportedSerial === this.serial && this.hasSettled);
  }

  report(serial: number, status: WindowStatus, isSettled: boolean): void {
    this.reportedSerial = serial;
    this.told = status;
    this.hasSettled = isSettled;
  }

  changed(): void {
    this.changeGate.call();
  }

  [Symbol.dispose](): void {
    this.onChange = () => {};
    this.seen = null; // a look that waits for its frame is told no more
    this.feed.closeWindow(this.id);
  }

  private postLook(): void {
    if (this.seen !== null) this.feed.postLook(this.id, this.serial, this.seen.series, this.seen.look);
  }

  private pick() {
    if (this.seen === null || this.seen.group === undefined) return null;
    const { store } = this.feed;
    if (this.picked?.version !== store.version) {
      const picked = pickTiles(store, this.seen.series, this.seen.group, this.seen.look);
      this.picked = { picked, tiles: picked.tiles.map(({ tile }) => tile), version: store.version };
    }
    return this.picked;
  }
}

const isSameView = (a: Look, b: Look): boolean =>
  a.startSample === b.startSample && a.endSample === b.endSample && a.widthPx === b.widthPx && a.speed === b.speed;
