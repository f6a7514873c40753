/** Pages of products on the page's side: what windows want of them, and those that are here, the longest unused let go first. */
import type { Page } from "../../protocol/page-codec.ts";
import type { PagesStatus, ToWorker } from "../messages.ts";
import type { FeedStatus, PageWindow, WantedPage } from "../types.ts";

/** Beyond what windows show. */
const keptBytes = 24 * 1024 * 1024;

export interface PagesDeps {
  post(message: ToWorker): void;
  /** Of the connection, and why the worker cannot work at all. */
  status(): Pick<FeedStatus, "connection" | "graceUntil" | "serverAheadMs" | "heardAt"> & { broken: string | null };
  onSettled(): void;
}

/** All windows of one feed that show pages of products. */
export class ClientPages {
  /** The longest unused first. */
  private readonly pages = new Map<string, Page>();
  private bytes = 0;
  private failed = new Map<string, string>();
  private fractions = new Map<string, number>();
  private readonly windows = new Set<OnePageWindow>();
  private lastWindow = 0;

  constructor(private readonly deps: PagesDeps) {}

  open(): PageWindow {
    const window = new OnePageWindow(++this.lastWindow, this, this.deps);
    this.windows.add(window);
    return window;
  }

  close(window: OnePageWindow): void {
    this.windows.delete(window);
    this.deps.onSettled();
  }

  get isSettled(): boolean {
    return [...this.windows].every((window) => window.missing().every((key) => this.failed.has(key)));
  }

  get(key: string): Page | undefined {
    return this.pages.get(key);
  }

  failureOf = (key: string): string | null => this.failed.get(key) ?? null;
  fractionOf = (key: string): number | null => this.fractions.get(key) ?? null;

  accept(pages: readonly { key: string; page: Page }[]): void {
    for (const { key, page } of pages) {
      this.drop(key);
      this.pages.set(key, page);
      this.bytes += bytesOf(page);
    }
    const shown = new Set([...this.windows].flatMap((window) => window.keys));
    for (const old of [...this.pages.keys()]) {
      if (this.bytes <= keptBytes) break;
      if (!shown.has(old)) this.drop(old);
    }
    this.changed();
  }

  /** A page that is wanted again is the last to go. */
  use(key: string): boolean {
    const page = this.pages.get(key);
    if (page === undefined) return false;
    this.pages.delete(key);
    this.pages.set(key, page);
    return true;
  }

  report({ failed, fractions }: PagesStatus): void {
    this.failed = new Map(failed);
    this.fractions = new Map(fractions);
    this.changed();
  }

  changed(): void {
    for (const window of [...this.windows]) window.onChange();
    this.deps.onSettled();
  }

  private drop(key: string): void {
    const page = this.pages.get(key);
    if (page === undefined) return;
    this.pages.delete(key);
    this.bytes -= bytesOf(page);
  }
}

const bytesOf = ({ blocks }: Page): number => blocks.reduce((sum, { data }) => sum + data.byteLength + 512, 0);

class OnePageWindow implements PageWindow {
  onChange: () => void = () => {};
  keys: readonly string[] = [];
  private sent = "";

  constructor(
    private readonly id: number,
    private readonly all: ClientPages,
    private readonly deps: PagesDeps,
  ) {}

  want(pages: readonly WantedPage[]): void {
    this.keys = pages.map(({ key }) => key);
    const missing = pages.filter(({ key }) => !this.all.use(key));
    const text = missing.map(({ key }) => key).join("\n");
    if (text === this.sent) return;
    this.sent = text;
    // Through JSON: what the page holds may be a proxy, which cannot be posted.
    this.deps.post({ type: "want-pages", window: this.id, pages: JSON.parse(JSON.stringify(missing)) });
  }

  page(key: string): Page | undefined {
    return this.all.get(key);
  }

  failureOf(key: string): string | null {
    return this.all.get(key) === undefined ? this.all.failureOf(key) : null;
  }

  missing(): readonly string[] {
    return this.keys.filter((key) => this.all.get(key) === undefined);
  }

  isComplete(): boolean {
    return this.missing().length === 0;
  }

  get status(): FeedStatus {
    const { broken, ...connection } = this.deps.status();
    const missing = this.missing();
    const failures = missing.flatMap((key) => this.all.failureOf(key) ?? []);
    const said = broken !== null && missing.length > 0 ? [broken] : [...new Set(failures)];
    const fractions = missing.flatMap((key) => this.all.fractionOf(key) ?? []);
    return {
      ...connection,
      pending: missing.length - failures.length,
      buildingFraction: fractions.length === 0 ? null : this.madeOf(missing, fractions),
      failed: said.map((message) => ({ startSample: 0, endSample: 0, message })),
    };
  }

  /** Of all that is wanted: pages that the server has not begun are nothing of it yet, and those that are here all of theirs. */
  private madeOf(missing: readonly string[], fractions: readonly number[]): number {
    const here = this.keys.length - missing.length;
    return (here + fractions.reduce((sum, fraction) => sum + fraction, 0)) / this.keys.length;
  }

  [Symbol.dispose](): void {
    this.onChange = () => {};
    this.keys = [];
    if (this.sent !== "") this.deps.post({ type: "want-pages", window: this.id, pages: [] });
    this.all.close(this);
  }
}
