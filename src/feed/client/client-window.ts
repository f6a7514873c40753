/** One window on the page's side: its look, the tiles to draw for it, and what the worker said of it. */
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Handover } from "../handover.ts";
import type { WindowStatus } from "../messages.ts";
import { leastCoarseColumns } from "../tile-grid.ts";
import type { FeedStatus, FeedWindow, Look, TraceTile } from "../types.ts";
import type { FeedClient } from "./client.ts";
import { FrameGate, type NextFrame } from "./frame-gate.ts";
import { type Picked, pickTiles, readyUntil } from "./pick-tiles.ts";

/** Where the view did not rest so long before, a frame waits less. */
const restMs = 120;
const catchUpInMotionMs = 6;
/** So long a frame waits for the first pages of a view that rested, when they are expected in a moment. */
const awaitMs = 12;
const nothingYet: WindowStatus = {
  pending: 0,
  buildingFraction: null,
  failed: [],
};

export class ClientWindow implements FeedWindow {
  onChange: () => void = () => {};
  private seen: { look: Look; series: number; group: SignalGroup | undefined } | null = null;
  private serial = 0;
  private reportedSerial = 0;
  /** From this look on the series is the present one: what is told of those before says nothing of it. */
  private seriesSerial = 0;
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
    this.serial++;
    if (seen?.series !== series) {
      this.seriesSerial = this.serial;
      this.told = nothingYet;
    }
    this.seen = { look: { ...look }, series, group };
    this.picked = null;
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
    const until =
      began + Math.min(feed.patienceAt(began), this.hasRested ? Number.POSITIVE_INFINITY : catchUpInMotionMs);
    if (!this.isComplete()) this.waitUntil(until, began + (this.hasRested ? awaitMs : 0), feed.handover);
    feed.waited(feed.now() - began);
  }

  /** For tiles in the making until the one, for first pages that are expected until the other. */
  private waitUntil(until: number, awaitedUntil: number, handover: Handover): void {
    const { feed } = this;
    while (!this.isComplete()) {
      const work = handover.workFor(feed.looks);
      // Taken after the question: what was finished before the answer is then here.
      feed.takeHandedOver();
      const now = feed.now();
      if (work === "none" || (work === "awaited" && now >= awaitedUntil)) return;
      if (now >= until) this.givenUp = this.serial;
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
    const { connection, graceUntil, serverAheadMs, heardAt, broken } = this.feed;
    const all = { connection, graceUntil, serverAheadMs, heardAt, ...this.told };
    if (broken === null || this.seen === null) return all;
    const { startSample, endSample } = this.seen.look;
    return { ...all, failed: [{ startSample, endSample, message: broken }] };
  }

  /** Nothing this window asked for is outstanding. */
  get isSettled(): boolean {
    return this.seen === null || (this.reportedSerial === this.serial && this.hasSettled);
  }

  report(serial: number, status: WindowStatus, isSettled: boolean): void {
    if (serial < this.seriesSerial) return;
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
