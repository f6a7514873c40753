/** One window in the worker: its latest look, the plan for it, what is left to do and what was last reported. */
import type { FromWorker, LookMessage, WindowStatus } from "../messages.ts";
import { type TileGrid, tileSamples } from "../tile-grid.ts";
import { Pace } from "./pace.ts";
import { bytesOf, isTail, keyOf, orderOf, type PageOrder, placeKey } from "./page-orders.ts";
import { isJump, type PlannedPage, type PlannedStrip, tiers, type ViewPlan } from "./planner.ts";
import { isRefused, type RefusedSeries, type Series } from "./series.ts";

/** What a report asks about places of tiles and keys of pages. */
export interface Facts {
  isDelivered(place: string): boolean;
  failureOf(place: string): string | null;
  isHere(pageKey: string): boolean;
  pageFailureOf(pageKey: string): string | null;
  fractionOf(pageKey: string): number | null;
}

interface Desired {
  look: LookMessage;
  series: Series;
  plan: ViewPlan;
}

/** A provisional picture is so many times smaller than what it stands in for, or it is not asked for. */
const leastGain = 3;

export class WindowDesk {
  private seen: LookMessage | null = null;
  private series: Series | RefusedSeries | null = null;
  private plan: ViewPlan | null = null;
  /** What the network was last asked for; while a view pans it lags behind the look. */
  private asked: Desired | null = null;
  private isPrefetchDue = false;
  /** The exact picture takes long: a provisional one is to come first. */
  private isCoarseFirst = false;
  private left: PlannedStrip[] | null = null;
  private readonly pace = new Pace();
  private reported = "";

  constructor(private readonly id: number) {}

  /** A new look with its plan (null when the series is refused). True when its pages are to be asked for now. */
  look(look: LookMessage, series: Series | RefusedSeries, plan: ViewPlan | null, now: number): boolean {
    const isUrgent = this.asked === null || this.asked.series.id !== series.id || this.hasNews(this.asked, look, plan);
    this.seen = look;
    this.series = series;
    this.plan = plan;
    this.left = null;
    this.isPrefetchDue = false;
    this.isCoarseFirst = false;
    const isDue = this.pace.moved(now, isUrgent);
    if (isDue) this.ask();
    return isDue;
  }

  /** Something must be asked for that was not: after a jump, and in playback when it reaches for another page. */
  private hasNews(asked: Desired, look: LookMessage, plan: ViewPlan | null): boolean {
    if (isJump(asked.look, look) || asked.look.speed !== look.speed) return true;
    return look.speed !== 0 && asked.plan.pages.at(-1)?.index !== plan?.pages.at(-1)?.index;
  }

  /** The recording has grown: what is looked at has another plan, and it is asked for now. Null: it is of another one. */
  replan(planOf: (look: LookMessage, series: Series) => ViewPlan | null): void {
    const { seen, series } = this;
    const plan = seen === null || series === null || isRefused(series) ? null : planOf(seen, series);
    if (plan === null) return;
    this.plan = plan;
    this.left = null;
    if (this.asked !== null) this.ask();
  }

  /** A page that the end of this recording lies in is on its way: growth waits for it, or on a thin link it would never come. */
  awaitsTail(recordingId: number, isAsked: (pageKey: string) => boolean): boolean {
    if (this.asked?.series.recording.data_object_id !== recordingId) return false;
    return this.wantedPages().some(({ order }) => isTail(order) && isAsked(keyOf(order)));
  }

  /** True when the throttle or the debounce says that pages are to be asked for now. */
  paceDue(now: number): boolean {
    const { update, prefetch } = this.pace.due(now);
    if (!update && !prefetch) return false;
    if (prefetch) {
      this.isPrefetchDue = true;
      this.left = null;
    }
    this.ask();
    return true;
  }

  get nextWake(): number | null {
    return this.pace.nextWake;
  }

  private ask(): void {
    const { seen, series, plan } = this;
    this.asked =
      seen === null || series === null || isRefused(series) || plan === null ? null : { look: seen, series, plan };
  }

  /** The pages this window asks the network for, in order of need. */
  wantedPages(): (PlannedPage & { order: PageOrder })[] {
    if (this.asked === null) return [];
    const { series, plan } = this.asked;
    const pages = plan.pages.filter(({ tier }) => tier !== tiers.idle || this.isPrefetchDue);
    const first = this.isCoarseFirst ? plan.coarse.pages : [];
    return [...first, ...pages].map((page) => ({ ...page, order: orderOf(series, page, page.index) }));
  }

  /**
   * Decides, as long as part of the look is missing, whether a provisional picture is to come first: `isLate` tells whether
   * these pages take longer than is waited for gladly, `ratio` how much shorter than what they hold they come. True when
   * that was decided now.
   */
  judge(
    isHere: (pageKey: string) => boolean,
    isLate: (orders: readonly PageOrder[]) => boolean,
    ratio: number,
  ): boolean {
    const { asked } = this;
    if (this.isCoarseFirst || asked === null || asked.plan.coarse.pages.length === 0) return false;
    const { series, plan } = asked;
    const missing = plan.pages
      .filter(({ tier }) => tier === tiers.visible)
      .map((page) => orderOf(series, page, page.index))
      .filter((order) => !isHere(keyOf(order)));
    if (missing.length === 0 || !isLate(missing)) return false;
    // It must be worth it: where little is missing, the exact picture is as soon here.
    const bytes = (orders: readonly PageOrder[]) => orders.reduce((sum, order) => sum + bytesOf(order), 0);
    const coarse = plan.coarse.pages.map((page) => orderOf(series, page, page.index));
    if (bytes(coarse) * leastGain > bytes(missing) * ratio) return false;
    this.isCoarseFirst = true;
    this.left = null;
    return true;
  }

  /** What tiles are made of now. */
  current(): Series {
    if (this.series === null || isRefused(this.series)) throw new Error("nothing to show");
    return this.series;
  }

  /** Name of a tile of the current series. */
  placeOf(grid: TileGrid, tile: number): string {
    const { series } = this;
    return series === null || isRefused(series) ? "" : placeKey(series, grid, tile, series.group.sample_count);
  }

  pageKeys({ firstPage, lastPage, ...grid }: PlannedStrip): string[] {
    const { series } = this;
    if (series === null || isRefused(series)) return [];
    const keys: string[] = [];
    for (let index = firstPage; index <= lastPage; index++) keys.push(keyOf(orderOf(series, grid, index)));
    return keys;
  }

  /** Strips with a tile that is not finished, in order of need. */
  todo(isFinished: (place: string) => boolean): readonly PlannedStrip[] {
    const { plan } = this;
    const coarse = this.isCoarseFirst && plan !== null ? plan.coarse.strips : [];
    this.left ??= [...coarse, ...(plan?.strips ?? [])].filter(
      (strip) =>
        strip.isComputed &&
        (strip.tier !== tiers.idle || this.isPrefetchDue) &&
        someTile(strip, (tile) => !isFinished(this.placeOf(strip, tile))),
    );
    return this.left;
  }

  /** Tiles came or went: `todo` looks again. */
  reopen(): void {
    this.left = null;
  }

  /** The status of the current look, or null when it is the one already reported. */
  report(facts: Facts): FromWorker | null {
    if (this.seen === null) return null;
    const { window, serial } = { window: this.id, serial: this.seen.serial };
    const { status, isSettled } = this.statusOf(this.seen, facts);
    const message = { type: "status", window, serial, status, isSettled } as const satisfies FromWorker;
    const text = JSON.stringify(message);
    if (text === this.reported) return null;
    this.reported = text;
    return message;
  }

  private statusOf(look: LookMessage, facts: Facts): { status: WindowStatus; isSettled: boolean } {
    const span = { startSample: look.startSample, endSample: look.endSample };
    if (this.series === null || isRefused(this.series)) {
      const failed = this.series === null ? [] : [{ ...span, message: this.series.refusal }];
      return { status: { pending: 0, buildingFraction: null, failed }, isSettled: true };
    }
    const { plan } = this;
    const missing = new Set<string>();
    const failed: { startSample: number; endSample: number; message: string }[] = [];
    let isComplete = true;
    for (const strip of plan?.strips ?? []) {
      if (strip.tier !== tiers.visible) break;
      if (!someTile(strip, (tile) => !facts.isDelivered(this.placeOf(strip, tile)))) continue;
      const message = this.failureIn(strip, facts);
      if (message !== null) failed.push({ ...this.spanOf(strip, span), message });
      if (facts.failureOf(this.placeOf(strip, strip.firstTile)) !== null) continue;
      isComplete = false;
      for (const key of this.pageKeys(strip)) if (!facts.isHere(key)) missing.add(key);
    }
    // What failed and is tried again says so in its place: it is not on its way as the others are.
    const pending = [...missing].filter((key) => facts.pageFailureOf(key) === null).length;
    const fractions = [...missing].map(facts.fractionOf).filter((fraction) => fraction !== null);
    const isSettled =
      isComplete &&
      this.pace.nextWake === null &&
      this.wantedPages().every(({ order }) => order.regime === "coarse" || facts.isHere(keyOf(order)));
    return {
      status: {
        pending,
        buildingFraction: fractions.length === 0 ? null : Math.min(...fractions),
        failed: failed.sort((a, b) => a.startSample - b.startSample),
      },
      isSettled,
    };
  }

  private failureIn(strip: PlannedStrip, facts: Facts): string | null {
    const own = facts.failureOf(this.placeOf(strip, strip.firstTile));
    if (own !== null) return own;
    for (const key of this.pageKeys(strip)) {
      const message = facts.isHere(key) ? null : facts.pageFailureOf(key);
      if (message !== null) return message;
    }
    return null;
  }

  /** The part of the strip inside the view. */
  private spanOf(strip: PlannedStrip, view: { startSample: number; endSample: number }) {
    const length = tileSamples(strip.columnSamples);
    return {
      startSample: Math.max(view.startSample, strip.firstTile * length),
      endSample: Math.min(view.endSample, (strip.lastTile + 1) * length),
    };
  }
}

function someTile({ firstTile, lastTile }: PlannedStrip, holds: (tile: number) => boolean): boolean {
  for (let tile = firstTile; tile <= lastTile; tile++) if (holds(tile)) return true;
  return false;
}
