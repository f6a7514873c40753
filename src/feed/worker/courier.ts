/**
 * Fetches pages of products: whatever is no tile (bins, resampled means). The page says which it wants and keeps them; what nobody wants any more
 * is cancelled. They travel beside the tiles, a few at a time.
 */
import type { Page, Unpack } from "../../protocol/page-codec.ts";
import { decodePage } from "../../protocol/page-codec.ts";
import { isPageFailure, type PageAcknowledgement, pageLimits } from "../../protocol/pages.ts";
import type { FromWorker, PagesStatus } from "../messages.ts";
import type { WantedPage } from "../types.ts";
import { afterFailure } from "./page-loader.ts";
import { tiers } from "./planner.ts";
import { type Gate, PageQueue } from "./queue.ts";
import type { PageSocket } from "./socket.ts";
import { feedTexts } from "./texts.ts";

/** At a time: tiles have the other places of the user's eight. */
const mostInFlight = 3;
/** Pages of a request: what one of them takes is little beside what a request takes, but nothing is shown of any before all are made. */
const mostTogether = 4;
const gate: Gate = { mayAsk: () => true, mostBytes: () => mostTogether, sent: () => 0 };

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
  /** By request, those of a line in their order. */
  private readonly asked = new Map<number, readonly WantedPage[]>();
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
      for (const { id, keys } of this.queue.next(now, gate)) {
        const together = keys.flatMap((key) => pages.get(key) ?? []);
        const [first] = together;
        if (first === undefined) continue;
        this.asked.set(id, together);
        const { end } = together[together.length - 1].request;
        socket.request({ ...first.request, end, page_id: idOnWire(id) }, (answer) => this.take(id, answer));
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
    const wants = [...this.pages().values()].map(({ key, timeoutMs, line }) => ({
      ...{ key, tier: tiers.visible, isSlow: false, bytes: 1, timeoutMs, line },
    }));
    for (const id of this.queue.setWants(wants)) this.deps.socket.cancel(idOnWire(id));
  }

  private take(id: number, answer: PageAcknowledgement): void {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    this.queue.settled(id);
    if (asked === undefined) return;
    if (isPageFailure(answer))
      this.queue.failed(id, this.deps.now(), afterFailure(answer.error.code, answer.error.message));
    else
      try {
        const page = decodePage(answer.pixels, this.deps.unpack);
        const pages = partsOf(page, asked);
        const keys = new Set(asked.map(({ key }) => key));
        for (const other of this.queue.arrived([...keys])) if (other !== id) this.deps.socket.cancel(idOnWire(other));
        for (const [window, wanted] of this.wants)
          this.wants.set(
            window,
            wanted.filter(({ key }) => !keys.has(key)),
          );
        const memory = new Set(page.blocks.map(({ data }) => data.buffer as ArrayBuffer));
        this.deps.post({ type: "pages", pages }, [...memory]);
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

/** The pages that were asked for together; each has every so many blocks. @throws Error when there are not as many of each */
function partsOf(page: Page, asked: readonly WantedPage[]): { key: string; page: Page }[] {
  const { length } = asked;
  if (length > 1 && page.blocks.length !== asked[0].request.modality_sources.length * length)
    throw new Error("The answer is not of these pages.");
  return asked.map(({ key, request: { start, end } }, k) => ({
    key,
    page: { ...page, start, end, blocks: page.blocks.filter((_, at) => at % length === k) },
  }));
}

/** Pages of tiles are counted up from 1, these down from -1, so that a socket tells them apart. */
const idOnWire = (id: number): number => -id;
