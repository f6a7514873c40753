/** The page's side of the feed: windows, the tiles they draw, and one message a frame to the worker. */
import { growRecording } from "../../domain/time/growth.ts";
import type { RecordingDetail, RecordingTail } from "../../protocol/recordings.ts";
import { Handover, handoverMemory } from "../handover.ts";
import type { DeliveredTile, FromWorker, ToWorker } from "../messages.ts";
import type { ConnectionState, Credentials, Feed, FeedWindow, Look, PageWindow, TraceTile } from "../types.ts";
import { ClientPages } from "./client-pages.ts";
import { ClientWindow } from "./client-window.ts";
import { FrameGate, type NextFrame } from "./frame-gate.ts";
import { SeriesBook } from "./series-book.ts";
import { TileStore } from "./tile-store.ts";

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
/** Renderers outlive a feed and know a tile by its id alone, so the ids of one feed are never those of another. */
const tilesOfFeed = 2 ** 32;
let feeds = 0;
const aheadsKept = 10;
/** Windows are told of the server's clock when it differs by more from what they know. */
const clockStepMs = 20;

export class FeedClient implements Feed {
  connection: ConnectionState = "connecting";
  graceUntil: number | null = null;
  serverAheadMs: number | null = null;
  heardAt: number | null = null;
  /** How far the server's clock seemed ahead, the last times: the message that was quickest knows best. */
  private readonly aheads: number[] = [];
  onRecordingChange: (dataObjectId: number) => void = () => {};
  readonly store: TileStore;
  /** Null where memory is not shared. */
  readonly handover: Handover | null;
  /** Looks that were posted. */
  looks = 0;
  private waitedFrom = Number.NEGATIVE_INFINITY;
  private waitedMs = 0;
  private readonly hearing = new Set<(dataObjectId: number) => void>();
  private readonly followed = new Set<{ recording: RecordingDetail; hear: () => void }>();
  private wasConnected = false;
  private readonly book: SeriesBook;
  private readonly windows = new Map<number, ClientWindow>();
  private readonly pages: ClientPages;
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
    this.pages = new ClientPages({
      post: (message) => port.post(message),
      status: () => {
        const { connection, graceUntil, serverAheadMs, heardAt, broken } = this;
        return { connection, graceUntil, serverAheadMs, heardAt, broken };
      },
      onSettled: () => this.settle(),
    });
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

  admit(patientId: string, isAdmitted: boolean): void {
    this.port.post({ type: "admit", patientId, isAdmitted });
  }

  follow(recording: RecordingDetail, hear: () => void): () => void {
    const one = { recording, hear };
    this.followed.add(one);
    if (recording.tail !== undefined) this.grow(recording.data_object_id, recording.tail);
    return () => void this.followed.delete(one);
  }

  hearChanges(hear: (dataObjectId: number) => void): () => void {
    this.hearing.add(hear);
    return () => void this.hearing.delete(hear);
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

  openPages(): PageWindow {
    return this.pages.open();
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
      case "heard":
        this.heardAt = performance.now();
        return;
      case "tiles":
        this.accept(message.tiles);
        this.takeHandedOver();
        break;
      case "recording-grown":
        this.grown(message.recordingId, message.tail);
        break;
      case "pages":
        this.pages.accept(message.pages);
        return;
      case "pages-status":
        this.pages.report(message.status);
        return;
      case "recording-changed":
        this.tellChange(message.recordingId);
        return;
      case "connection":
        this.connection = message.state;
        this.heardAt = performance.now();
        if (message.state === "connected") {
          this.describeAnew();
          this.aheads.length = 0; // another node may answer now
        }
        this.graceUntil = null; // the next connection says it anew
        break;
      case "grace":
        this.graceUntil = message.until;
        break;
      case "clock":
        if (!this.isOtherClock(message.aheadMs)) return;
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
    this.pages.changed();
  }

  /** Whether the server's clock turns out to be another one than windows know. */
  private isOtherClock(aheadMs: number): boolean {
    this.aheads.push(aheadMs);
    if (this.aheads.length > aheadsKept) this.aheads.shift();
    const best = Math.max(...this.aheads);
    if (this.serverAheadMs !== null && Math.abs(best - this.serverAheadMs) <= clockStepMs) return false;
    this.serverAheadMs = best;
    return true;
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
      else if (growth === "unknown") this.tellChange(recordingId);
    }
    this.store.touch();
    for (const window of this.windows.values()) window.grown(recordingId);
  }

  private tellChange(recordingId: number): void {
    this.onRecordingChange(recordingId);
    for (const hear of [...this.hearing]) hear(recordingId);
  }

  /** Growth is told while there is a connection: after a loss those that grow are to be described anew. */
  private describeAnew(): void {
    if (this.wasConnected)
      for (const { recording } of [...this.followed])
        if (recording.tail !== undefined) this.tellChange(recording.data_object_id);
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
    const isSettled = this.pages.isSettled && [...this.windows.values()].every((window) => window.isSettled);
    if (this.broken === null && !isSettled) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
