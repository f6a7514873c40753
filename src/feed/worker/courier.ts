/**
 * Fetches pages of products: whatever is no tile (bins, resampled means). The page says which it wants and keeps them; what nobody wants any more
 * is cancelled. They travel beside the tiles, a few at a time.
 */
import type { Unpack } from "../../protocol/page-codec.ts";
import { decodePage } from "../../protocol/page-codec.ts";
import { isPageFailure, type PageAcknowledgement, pageLimits } from "../../protocol/pages.ts";
import type { FromWorker, PagesStatus } from "../messages.ts";
import type { WantedPage } from "../types.ts";
import { afterFailure } from "./page-loader.ts";
import { tiers } from "./planner.ts";
import { PageQueue } from "./queue.ts";
import type { PageSocket } from "./socket.ts";
import { feedTexts } from "./texts.ts";

/** At a time: tiles have the other places of the user's eight. */
const mostInFlight = 3;

export interface CourierDeps {
  now(): number;
  socket: PageSocket;
  unpack: Unpack;
  post(message: FromWorker, transfer: Transferable[]): void;
  onChange(): void;
}

export class PageCourier {
  private readonly queue = new PageQueue({ ...pageLimits, maxInFlight: mostInFlight });
  /** By window. */
  private readonly wants = new Map<number, readonly WantedPage[]>();
  private readonly asked = new Map<number, string>();
  private told = "";

  constructor(private readonly deps: CourierDeps) {}

  /** What a window wants and does not have, in order of need. */
  want(window: number, pages: readonly WantedPage[]): void {
    if (pages.length === 0) this.wants.delete(window);
    else this.wants.set(window, pages);
    this.askAnew();
  }

  /** Sends what may be sent, gives up what took too long, and tells of it. */
  tick(): void {
    const { socket } = this.deps;
    const now = this.deps.now();
    for (const id of this.queue.expire(now)) socket.cancel(idOnWire(id));
    if (socket.state === "connected") {
      const pages = this.pages();
      for (const { id, keys } of this.queue.next(now)) {
        const page = pages.get(keys[0]);
        if (page === undefined) continue;
        this.asked.set(id, page.key);
        socket.request({ ...page.request, page_id: idOnWire(id) }, (answer) => this.take(id, answer));
      }
    }
    this.tell();
  }

  connectionChanged(): void {
    if (this.deps.socket.state === "connected") return;
    this.asked.clear();
    this.queue.disconnected();
  }

  /** True when it is one of its pages. */
  progressed(pageId: number, fraction: number): boolean {
    if (pageId >= 0) return false;
    this.queue.progress(idOnWire(pageId), fraction, this.deps.now());
    this.deps.onChange();
    return true;
  }

  nextWake(): number | null {
    return this.queue.nextWake(this.deps.now());
  }

  private pages(): Map<string, WantedPage> {
    return new Map([...this.wants.values()].flat().map((page) => [page.key, page]));
  }

  private askAnew(): void {
    const wants = [...this.pages().values()].map(({ key, timeoutMs }) => ({
      ...{ key, tier: tiers.visible, isSlow: false, timeoutMs },
    }));
    for (const id of this.queue.setWants(wants)) this.deps.socket.cancel(idOnWire(id));
  }

  private take(id: number, answer: PageAcknowledgement): void {
    const key = this.asked.get(id);
    this.asked.delete(id);
    this.queue.settled(id);
    if (key === undefined) return;
    if (isPageFailure(answer))
      this.queue.failed(id, this.deps.now(), afterFailure(answer.error.code, answer.error.message));
    else
      try {
        const page = decodePage(answer.pixels, this.deps.unpack);
        for (const other of this.queue.arrived([key])) if (other !== id) this.deps.socket.cancel(idOnWire(other));
        for (const [window, pages] of this.wants)
          this.wants.set(
            window,
            pages.filter((wanted) => wanted.key !== key),
          );
        const memory = new Set(page.blocks.map(({ data }) => data.buffer as ArrayBuffer));
        this.deps.post({ type: "page", key, page }, [...memory]);
      } catch {
        this.queue.failed(id, this.deps.now(), { message: feedTexts.notDecoded });
      }
    this.deps.onChange();
  }

  private tell(): void {
    const { state } = this.deps.socket;
    const waiting =
      state === "unavailable" || state === "crowded" || state === "outdated" ? feedTexts.waiting[state] : null;
    const failed: PagesStatus["failed"] = [];
    const fractions: PagesStatus["fractions"] = [];
    for (const key of this.pages().keys()) {
      const failure = waiting ?? this.queue.failureOf(key);
      const fraction = this.queue.fractionOf(key);
      if (failure !== null) failed.push([key, failure]);
      if (fraction !== null) fractions.push([key, fraction]);
    }
    const text = JSON.stringify([failed, fractions]);
    if (text === this.told) return;
    this.told = text;
    this.deps.post({ type: "pages-status", status: { failed, fractions } }, []);
  }
}

/** Pages of tiles are counted up from 1, these down from -1, so that a socket tells them apart. */
const idOnWire = (id: number): number => -id;
