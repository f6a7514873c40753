/**
 * What the data worker does, without the worker: looks come in, pages are fetched, tiles are made and handed over. It
 * works in turns: every event asks for one, a turn makes tiles for a few milliseconds and lets the next event in.
 */
import { growRecording } from "../../domain/time/growth.ts";
import type { Unpack } from "../../protocol/page-codec.ts";
import { mostFollowed } from "../../protocol/pages.ts";
import type { RecordingDetail, RecordingTail } from "../../protocol/recordings.ts";
import type { Engine } from "../../signal/types.ts";
import type { HandedTile, Handover } from "../handover.ts";
import type { DeliveredTile, FromWorker, LookMessage, ToWorker } from "../messages.ts";
import { PageCourier } from "./courier.ts";
import type { PageContent } from "./page-contents.ts";
import { PageLoader, type PageWant } from "./page-loader.ts";
import { keyOf } from "./page-orders.ts";
import { type PlannedStrip, planView, tiers, type ViewPlan } from "./planner.ts";
import { isRefused, openSeries, type RefusedSeries, type Series } from "./series.ts";
import type { Slots } from "./slots.ts";
import type { PageSocket } from "./socket.ts";
import { feedTexts } from "./texts.ts";
import { TileMaker } from "./tile-maker.ts";
import { WindowDesk } from "./window-desk.ts";

export interface RoomDeps {
  now(): number;
  /** Runs `run` once after `ms`; the answer cancels it. */
  timer(ms: number, run: () => void): () => void;
  /** Runs `run` after the events that wait now. */
  defer(run: () => void): void;
  post(message: FromWorker, transfer: Transferable[]): void;
  engine: Engine;
  /** Makes values of coded ones. */
  unpack: Unpack;
  /** Null when the page does not share its memory: tiles are then handed over with their bytes. */
  slots: Slots | null;
  /** Where tiles in slots are put for the page; null: they go by message. */
  handover: Handover | null;
  /** Ids of tiles are counted from here. */
  firstTile: number;
  socket: PageSocket;
  cacheBytes?: number;
}

const heardEveryMs = 250;
const MiB = 1024 * 1024;
const defaultCacheBytes = 192 * MiB;
const aheadTileBytes = 24 * MiB;
/** An exact picture that takes longer than this comes after a provisional one. */
const coarseFromMs = 300;
/** Length of a turn. */
const turnMs = 4;

export class FeedRoom {
  private readonly recordings = new Map<string, RecordingDetail>();
  private readonly series = new Map<number, Series | RefusedSeries>();
  private readonly desks = new Map<number, WindowDesk>();
  /** Tiles in the page's hands, by their place and by their id. */
  private readonly delivered = new Set<string>();
  private readonly tickets = new Map<number, { place: string; slot: number | null }>();
  private readonly unmakeable = new Set<string>();
  /** Not applied yet, by recording. */
  private readonly growths = new Map<number, RecordingTail>();
  /** Those that grow, the newest last: the server tells of them also while no page of theirs is shown. */
  private readonly followed = new Set<number>();
  private readonly loader: PageLoader;
  private readonly courier: PageCourier;
  private readonly maker: TileMaker;
  private readonly cacheBytes: number;
  /** When the page was last told that something came. */
  private heardAt = Number.NEGATIVE_INFINITY;
  /** Looks that came. */
  private looks = 0;
  private isTurnComing = false;
  private isClosed = false;
  private stopTimer: (() => void) | null = null;

  constructor(private readonly world: RoomDeps) {
    this.cacheBytes = world.cacheBytes ?? defaultCacheBytes;
    this.maker = new TileMaker(world.engine, world.slots, world.firstTile);
    this.loader = new PageLoader({
      now: () => world.now(),
      socket: world.socket,
      cacheBytes: this.cacheBytes,
      unpack: world.unpack,
      onChange: (isVisible) => {
        if (isVisible) world.handover?.begin();
        this.stir();
      },
    });
    this.courier = new PageCourier({ ...courierDeps(world), onChange: () => this.stir() });
    world.socket.onState = () => this.connectionChanged();
    world.socket.onRecordingChange = (recordingId) => {
      this.followed.delete(recordingId); // followed again when the page knows it anew, and it still grows
      world.post({ type: "recording-changed", recordingId }, []);
    };
    world.socket.onGrowth = (recordingId, tail) => {
      this.growths.set(recordingId, tail);
      this.stir();
    };
    world.socket.onProgress = (pageId, fraction) => {
      if (!this.courier.progressed(pageId, fraction)) this.loader.progressed(pageId, fraction);
    };
    world.socket.onGrace = (until) => world.post({ type: "grace", until }, []);
    world.socket.onHeard = () => this.heard();
    world.socket.onTime = (ms) => world.post({ type: "clock", aheadMs: ms - Date.now() }, []);
    this.connectionChanged();
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case "start":
        return;
      case "authorise":
        this.world.socket.authorise(message.credentials);
        return;
      case "admit":
        this.world.socket.admit(message.patientId, message.isAdmitted);
        return;
      case "recording":
        this.recordings.set(message.key, message.recording);
        return;
      case "series": {
        const recording = this.recordings.get(message.recordingKey);
        if (recording === undefined) throw new Error(`recording ${message.recordingKey} was not announced`);
        const { series: id, recordingKey, modality, recipe } = message;
        this.series.set(id, openSeries({ id, recordingKey, modality, recipe }, recording, this.world.engine));
        return;
      }
      case "grown":
        this.growths.set(message.recordingId, message.tail);
        this.follow(message.recordingId);
        break;
      case "forget":
        for (const id of message.series) this.series.delete(id);
        for (const key of message.recordings) this.recordings.delete(key);
        return;
      case "look":
        this.look(message);
        break;
      case "want-pages":
        this.courier.want(message.window, message.pages);
        this.courier.tick();
        break;
      case "close":
        this.desks.delete(message.window);
        this.askForPages();
        break;
      case "release":
        for (const id of message.tiles) this.release(id);
        break;
    }
    this.stir();
  }

  close(): void {
    this.isClosed = true;
    this.stopTimer?.();
    this.world.socket.close();
  }

  /** Analyses are told of with the pages of theirs. */
  private follow(recordingId: number): void {
    if (recordingId <= 0 || this.followed.has(recordingId)) return;
    this.followed.add(recordingId);
    for (const [oldest] of this.followed.entries()) if (this.followed.size > mostFollowed) this.followed.delete(oldest);
    this.world.socket.follow([recordingId]);
  }

  private look(look: LookMessage): void {
    this.looks++;
    const series = this.series.get(look.series);
    if (series === undefined) throw new Error(`series ${look.series} was not announced`);
    const isNew = !this.desks.has(look.window);
    const desk = this.desks.get(look.window) ?? new WindowDesk(look.window);
    this.desks.set(look.window, desk);
    const plan = isRefused(series) ? null : this.planOf(look, series);
    const isDue = desk.look(look, series, plan, this.world.now());
    if (isDue || isNew) {
      this.judge(desk);
      this.askForPages();
      // Not with the next turn: the pages are on their way while tiles are made of those that are here.
      this.loader.tick();
    }
  }

  private planOf(look: LookMessage, series: Series): ViewPlan {
    return planView(series.group, look, {
      warmup: series.warmup,
      rows: series.recipe.derivations.length,
      isMean: series.recipe.reduction === "mean",
      budget: { tileBytes: aheadTileBytes / this.desks.size, pageBytes: this.cacheBytes / 2 / this.desks.size },
    });
  }

  /** Goes by what recordings have grown to, but for those of whose end something is still on its way. */
  private applyGrowths(): void {
    for (const [recordingId, tail] of this.growths) {
      const isAsked = (key: string) => this.loader.isAsked(key);
      if ([...this.desks.values()].some((desk) => desk.awaitsTail(recordingId, isAsked))) continue;
      this.growths.delete(recordingId);
      const known = [...this.recordings.values()].filter((one) => one.data_object_id === recordingId);
      const isTooOld = known.map((recording) => growRecording(recording, tail)).includes("unknown");
      for (const desk of this.desks.values())
        desk.replan((look, series) =>
          series.recording.data_object_id === recordingId ? this.planOf(look, series) : null,
        );
      this.askForPages();
      this.world.post(
        isTooOld ? { type: "recording-changed", recordingId } : { type: "recording-grown", recordingId, tail },
        [],
      );
    }
  }

  /** True when a provisional picture is to come first from now on. */
  private judge(desk: WindowDesk): boolean {
    return desk.judge(
      (key) => this.loader.has(key),
      (missing) => (this.loader.estimateMs(missing) ?? 0) > coarseFromMs,
      this.loader.shortened,
    );
  }

  private release(id: number): void {
    const ticket = this.tickets.get(id);
    if (ticket === undefined) return;
    this.tickets.delete(id);
    this.delivered.delete(ticket.place);
    if (ticket.slot !== null) this.world.slots?.giveBack(ticket.slot);
    for (const desk of this.desks.values()) desk.reopen();
  }

  private heard(): void {
    const now = this.world.now();
    if (now - this.heardAt < heardEveryMs) return;
    this.heardAt = now;
    this.world.post({ type: "heard" }, []);
  }

  private connectionChanged(): void {
    this.loader.connectionChanged();
    this.courier.connectionChanged();
    if (this.world.socket.state === "connected" && this.followed.size > 0) this.world.socket.follow([...this.followed]);
    this.world.post({ type: "connection", state: this.world.socket.state }, []);
    this.stir();
  }

  /** One turn soon, however many events ask for it. */
  private stir(): void {
    if (this.isTurnComing || this.isClosed) return;
    this.isTurnComing = true;
    this.world.defer(() => {
      this.isTurnComing = false;
      if (!this.isClosed) this.turn();
    });
  }

  private turn(): void {
    const now = this.world.now();
    this.applyGrowths();
    let isAskDue = false;
    for (const desk of this.desks.values()) {
      isAskDue = desk.paceDue(now) || isAskDue;
      isAskDue = this.judge(desk) || isAskDue;
    }
    if (isAskDue) this.askForPages();
    this.loader.tick();
    this.courier.tick();
    const isDone = this.makeTiles(now + turnMs);
    for (const desk of this.desks.values()) this.report(desk);
    if (!isDone) this.stir();
    this.setTimer();
  }

  private setTimer(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    const wakes = [
      this.loader.nextWake(),
      this.courier.nextWake(),
      ...[...this.desks.values()].map((desk) => desk.nextWake),
    ];
    const wake = Math.min(...wakes.map((at) => at ?? Number.POSITIVE_INFINITY));
    if (wake === Number.POSITIVE_INFINITY) return;
    this.stopTimer = this.world.timer(Math.max(1, wake - this.world.now()), () => this.stir());
  }

  /** What all windows together need from the network: by tier, then by time of need, then fairly in turn. */
  private askForPages(): void {
    const desks = [...this.desks.values()];
    const wants = desks.flatMap((desk, turn) => desk.wantedPages().map((page, place) => ({ ...page, place, turn })));
    wants.sort((a, b) => a.tier - b.tier || a.needMs - b.needMs || a.place - b.place || a.turn - b.turn);
    this.loader.setWants(wants.map(({ order, tier }): PageWant => ({ key: keyOf(order), tier, order })));
  }

  /** Makes tiles until nothing can be made or the time is up. False: there is more to do. */
  private makeTiles(until: number): boolean {
    let made = 0;
    const parcel: DeliveredTile[] = [];
    let isDone = false;
    let isPictureMade = false;
    do {
      const next = this.nextStrip();
      if (next?.strip.tier !== tiers.visible) {
        this.world.handover?.answer(this.looks, this.loader.visibleWork);
        // The page has what is in view before what lies beside it is begun.
        if (isPictureMade && next !== null) break;
      } else isPictureMade = true;
      if (next === null) isDone = true;
      else
        for (const tile of this.makeStrip(next.desk, next.strip, next.pages)) {
          made++;
          if (!isHanded(tile) || this.world.handover?.put(tile) !== true) parcel.push(tile);
        }
    } while (!isDone && this.world.now() < until);
    if (made > 0) {
      const transfer = parcel.flatMap(({ data, breaks }) => (data && breaks ? [data.buffer, breaks.buffer] : []));
      this.world.post({ type: "tiles", tiles: parcel }, transfer);
    }
    return isDone;
  }

  /** The most urgent strip whose pages are all here. */
  private nextStrip(): { desk: WindowDesk; strip: PlannedStrip; pages: PageContent[] } | null {
    let best: { desk: WindowDesk; strip: PlannedStrip; place: number } | null = null;
    for (const desk of this.desks.values()) {
      const todo = desk.todo((place) => this.delivered.has(place) || this.unmakeable.has(place));
      const place = todo.findIndex((strip) => desk.pageKeys(strip).every((key) => this.loader.has(key)));
      if (place < 0) continue;
      const strip = todo[place];
      const isBetter =
        best === null ||
        strip.tier < best.strip.tier ||
        (strip.tier === best.strip.tier &&
          (strip.needMs < best.strip.needMs || (strip.needMs === best.strip.needMs && place < best.place)));
      if (isBetter) best = { desk, strip, place };
    }
    if (best === null) return null;
    const contents = best.desk.pageKeys(best.strip).map((key) => this.loader.get(key) as PageContent);
    // Leaves that came together are one page.
    const pages = contents.filter((page, k) => page !== contents[k - 1]);
    return { desk: best.desk, strip: best.strip, pages };
  }

  private makeStrip(desk: WindowDesk, strip: PlannedStrip, pages: PageContent[]): DeliveredTile[] {
    const series = desk.current();
    const placeOf = (tile: number) => desk.placeOf(strip, tile);
    for (const each of this.desks.values()) each.reopen();
    try {
      const tiles = this.maker.make(series, strip, pages, (tile) => !this.delivered.has(placeOf(tile)));
      for (const { id, index, slot } of tiles) {
        this.delivered.add(placeOf(index));
        this.tickets.set(id, { place: placeOf(index), slot });
      }
      return tiles;
    } catch (error) {
      console.error("feed.tile_failed", error);
      for (let tile = strip.firstTile; tile <= strip.lastTile; tile++) this.unmakeable.add(placeOf(tile));
      return [];
    }
  }

  private report(desk: WindowDesk): void {
    const message = desk.report({
      isDelivered: (place) => this.delivered.has(place),
      failureOf: (place) => (this.unmakeable.has(place) ? feedTexts.notComputed : null),
      isHere: (key) => this.loader.has(key),
      pageFailureOf: (key) => this.loader.failureOf(key),
      fractionOf: (key) => this.loader.fractionOf(key),
    });
    if (message !== null) this.world.post(message, []);
  }
}

const isHanded = (tile: DeliveredTile): tile is HandedTile => tile.slot !== null;

const courierDeps = ({ socket, unpack, now, post }: RoomDeps) => ({ socket, unpack, now, post });
