/** One window in the worker: its latest look, the plan for it, what is left to do and what was last reported. */
import type { FromWorker, LookMessage, WindowStatus } from "./messages.ts";
import { Pace } from "./pace.ts";
import { keyOf, type PageOrder } from "./page-orders.ts";
import { isJump, type PlannedPage, type PlannedStrip, tiers, type ViewPlan } from "./planner.ts";
import { isRefused, type RefusedSeries, type Series } from "./series.ts";
import { tileSamples } from "./tile-grid.ts";

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

const noFilters = { lff: false, hff: false, notch: false };

export class WindowDesk {
  private seen: LookMessage | null = null;
  private series: Series | RefusedSeries | null = null;
  private plan: ViewPlan | null = null;
  /** What the network was last asked for; while a view pans it lags behind the look. */
  private asked: Desired | null = null;
  private isPrefetchDue = false;
  private left: PlannedStrip[] | null = null;
  private readonly pace = new Pace();
  private reported = "";

  constructor(private readonly id: number) {}

  /** A new look with its plan (null when the series is refused). True when its pages are to be asked for now. */
  look(look: LookMessage, series: Series | RefusedSeries, plan: ViewPlan | null, now: number): boolean {
    const isUrgent =
      this.asked === null || this.asked.series.id !== series.id || look.speed !== 0 || isJump(this.asked.look, look);
    this.seen = look;
    this.series = series;
    this.plan = plan;
    this.left = null;
    this.isPrefetchDue = false;
    const isDue = this.pace.moved(now, isUrgent);
    if (isDue) this.ask();
    return isDue;
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
    return plan.pages
      .filter(({ tier }) => tier !== tiers.idle || this.isPrefetchDue)
      .map((page) => ({ ...page, order: orderOf(series, plan, page.index) }));
  }

  /** The look that tiles are made for now. */
  current(): { series: Series; columnSamples: number } {
    if (this.plan === null || this.series === null || isRefused(this.series)) throw new Error("nothing to show");
    return { series: this.series, columnSamples: this.plan.columnSamples };
  }

  /** Name of a tile of the current series and column width. */
  placeOf(tile: number): string {
    return `${this.series?.id}|${this.plan?.columnSamples}|${tile}`;
  }

  pageKeys({ firstPage, lastPage }: PlannedStrip): string[] {
    const { plan, series } = this;
    if (plan === null || series === null || isRefused(series)) return [];
    const keys: string[] = [];
    for (let index = firstPage; index <= lastPage; index++) keys.push(keyOf(orderOf(series, plan, index)));
    return keys;
  }

  /** Strips with a tile that is not finished, in order of need. */
  todo(isFinished: (place: string) => boolean): readonly PlannedStrip[] {
    this.left ??= (this.plan?.strips ?? []).filter(
      (strip) =>
        strip.isComputed &&
        (strip.tier !== tiers.idle || this.isPrefetchDue) &&
        someTile(strip, (tile) => !isFinished(this.placeOf(tile))),
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
      return { status: { pending: 0, buildingFraction: null, failed, inactiveFilters: noFilters }, isSettled: true };
    }
    const { plan, series } = this;
    const missing = new Set<string>();
    const failed: { startSample: number; endSample: number; message: string }[] = [];
    let isComplete = true;
    for (const strip of plan?.strips ?? []) {
      if (strip.tier !== tiers.visible) break;
      if (!someTile(strip, (tile) => !facts.isDelivered(this.placeOf(tile)))) continue;
      const message = this.failureIn(strip, facts);
      if (message !== null) failed.push({ ...this.spanOf(strip, span), message });
      if (facts.failureOf(this.placeOf(strip.firstTile)) !== null) continue;
      isComplete = false;
      for (const key of this.pageKeys(strip)) if (!facts.isHere(key)) missing.add(key);
    }
    const fractions = [...missing].map(facts.fractionOf).filter((fraction) => fraction !== null);
    const isSettled =
      isComplete && this.pace.nextWake === null && this.wantedPages().every(({ order }) => facts.isHere(keyOf(order)));
    return {
      status: {
        pending: missing.size,
        buildingFraction: fractions.length === 0 ? null : Math.min(...fractions),
        failed: failed.sort((a, b) => a.startSample - b.startSample),
        inactiveFilters: series.inactiveFilters,
      },
      isSettled,
    };
  }

  private failureIn(strip: PlannedStrip, facts: Facts): string | null {
    const own = facts.failureOf(this.placeOf(strip.firstTile));
    if (own !== null) return own;
    for (const key of this.pageKeys(strip)) {
      const message = facts.isHere(key) ? null : facts.pageFailureOf(key);
      if (message !== null) return message;
    }
    return null;
  }

  /** The part of the strip inside the view. */
  private spanOf(strip: PlannedStrip, view: { startSample: number; endSample: number }) {
    const length = tileSamples(this.plan?.columnSamples ?? 1);
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

const orderOf = (series: Series, { regime, columnSamples }: ViewPlan, index: number): PageOrder => ({
  series,
  regime,
  columnSamples,
  index,
});
