/**
 * Page images of a window: which are wanted, those that are here as the bytes of a GIF (200 of them, the nearest to the view), and the few that are decoded because they are in
 * view or beside it.
 */
import type { Span } from "../../../domain/time/view-span.ts";
import type { PageWindow, WantedPage } from "../../../feed/types.ts";
import { imageLimits } from "../../../protocol/eeg-service.ts";
import type { Page } from "../../../protocol/page-codec.ts";
import { eegServiceText } from "../../../protocol/text/eeg-service-text.ts";

/** A page of the grid of the view's length. */
export interface ImagePage extends WantedPage {
  readonly span: Span;
  /** Names it however far the recording reaches in it. */
  readonly place: string;
  /** What it shows of the recording ends there: with the page, or where the recording ended when it was asked for. Epoch ms */
  readonly untilMs: number;
}

export interface PageImage {
  readonly page: ImagePage;
  readonly bitmap: ImageBitmap;
}

interface Held {
  readonly page: ImagePage;
  readonly gif: Blob;
  bitmap: ImageBitmap | null;
  state: "here" | "decoding" | "decoded" | "broken";
}

/** Decodes a GIF; fails for what is none. */
export type Decode = (gif: Blob) => Promise<ImageBitmap>;

export class PageImages implements Disposable {
  private readonly held = new Map<string, Held>();
  private visible: readonly ImagePage[] = [];
  private all: readonly ImagePage[] = [];
  private also: readonly WantedPage[] = [];
  /** Pages beside the view wait until those in view can be drawn: to make them, and to decode these, takes the same processors. */
  private isAhead = false;
  private near: ReadonlySet<string> = new Set();
  private isGone = false;

  constructor(
    private readonly pages: PageWindow,
    private readonly deps: { decode: Decode; onChange: () => void },
  ) {}

  /** `beside`: what is fetched ahead, the nearest first. */
  want(visible: readonly ImagePage[], beside: readonly ImagePage[], also: readonly WantedPage[]): void {
    this.visible = visible;
    const all = [...visible, ...beside];
    this.all = all;
    this.near = new Set(all.map(({ key }) => key));
    this.also = also;
    this.take(all);
    this.ask();
    this.decodeNear();
    this.letGo();
  }

  /** Something came: it is kept, and decoded where it is near. */
  arrived(): void {
    this.take(this.all);
    this.decodeNear();
    this.askAhead();
  }

  /** The pages of the view that can be drawn; where the recording has grown, of a page that is not here yet what it was before. */
  shown(): PageImage[] {
    return this.visible.flatMap((wanted) => {
      const own = this.held.get(wanted.key);
      const { page, bitmap = null } = (own?.bitmap ? own : this.outgrown(wanted)) ?? { page: wanted };
      return bitmap === null ? [] : [{ page, bitmap }];
    });
  }

  /** What is held of the page is of a recording that did not reach as far. */
  isOutgrown = ({ key, place }: ImagePage): boolean => !this.held.has(key) && this.versionsOf(place).length > 0;

  isHere = ({ key }: ImagePage): boolean => this.held.get(key)?.state === "decoded";

  /** Why a page is not shown, in the user's sentence; null: it may still come. */
  failureOf({ key }: ImagePage): string | null {
    return this.held.get(key)?.state === "broken" ? eegServiceText.notDecoded : this.pages.failureOf(key);
  }

  get count(): number {
    return this.held.size;
  }

  [Symbol.dispose](): void {
    this.isGone = true;
    for (const { bitmap } of this.held.values()) bitmap?.close();
    this.held.clear();
  }

  private ask(): void {
    this.isAhead = this.isViewDone();
    const wanted = this.isAhead ? this.all : this.visible;
    this.pages.want([...this.also, ...wanted.filter(({ key }) => !this.held.has(key))]);
  }

  private askAhead(): void {
    if (!this.isGone && !this.isAhead && this.isViewDone()) this.ask();
  }

  private isViewDone(): boolean {
    return this.visible.every((page) => this.isHere(page) || this.failureOf(page) !== null);
  }

  private keyAt = (wanted: string): string => this.all.find(({ place }) => place === wanted)?.key ?? "";

  private versionsOf = (wanted: string): Held[] =>
    [...this.held.values()].filter(({ page: { place } }) => place === wanted);

  /** The newest version before that one that can be drawn. */
  private outgrown({ key, place }: ImagePage): Held | undefined {
    return this.versionsOf(place)
      .filter(({ page, bitmap }) => page.key !== key && bitmap !== null)
      .toSorted((a, b) => b.page.untilMs - a.page.untilMs)[0];
  }

  private take(all: readonly ImagePage[]): void {
    for (const page of all) {
      if (this.held.has(page.key)) continue;
      const gif = gifOf(this.pages.page(page.key));
      if (gif !== null) this.held.set(page.key, { page, gif, bitmap: null, state: "here" });
    }
  }

  private decodeNear(): void {
    for (const key of this.near) {
      const held = this.held.get(key);
      if (held?.state !== "here") continue;
      held.state = "decoding";
      this.deps.decode(held.gif).then(
        (bitmap) => {
          if (this.isGone || this.held.get(key) !== held) return bitmap.close();
          held.bitmap = bitmap;
          held.state = "decoded";
          this.deps.onChange();
          this.askAhead();
        },
        () => {
          held.state = "broken";
          console.warn("image.not_decoded");
          this.deps.onChange();
          this.askAhead();
        },
      );
    }
  }

  /** Bitmaps that are not near go, and what pages were before; of GIFs the farthest ones, beyond what is kept. */
  private letGo(): void {
    const standing = new Set(this.visible.flatMap((page) => (this.isHere(page) ? [] : (this.outgrown(page) ?? []))));
    const places = new Set(this.all.map(({ place }) => place));
    for (const [key, held] of this.held) {
      if (this.near.has(key) || standing.has(held)) continue;
      held.bitmap?.close();
      if (held.bitmap !== null) held.state = "here";
      held.bitmap = null;
      // An older picture of the same page is of no use any more.
      if (places.has(held.page.place) && this.held.has(this.keyAt(held.page.place))) this.held.delete(key);
    }
    if (this.held.size <= imageLimits.cachedPages || this.visible.length === 0) return;
    const [{ span }] = this.visible;
    const apart = ({ page }: Held) => Math.abs(page.span.startMs - span.startMs);
    const byDistance = [...this.held].sort(([, a], [, b]) => apart(b) - apart(a));
    for (const [key] of byDistance.slice(0, this.held.size - imageLimits.cachedPages)) this.held.delete(key);
  }
}

export const gifOf = (page: Page | undefined): Blob | null => gifsOf(page)[0] ?? null;

/** The pictures of a page: one, or two beside each other; none where it has none. */
export function gifsOf(page: Page | undefined): readonly Blob[] {
  const block = page?.blocks[0];
  if (block?.kind !== "image") return [];
  const data = block.data as Uint8Array<ArrayBuffer>;
  const firstBytes = block.beside?.firstBytes ?? data.length;
  const parts = firstBytes < data.length ? [data.subarray(0, firstBytes), data.subarray(firstBytes)] : [data];
  return parts.map((part) => new Blob([part], { type: "image/gif" }));
}
