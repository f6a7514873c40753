/** One CSV file that is being looked at: its header, where its rows are as far as it was read, and how to read them. */
import { open, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ObjectDamaged, type ObjectStore } from "../../platform/storage/index.ts";
import { cellsOf, rowEnds } from "./cells.ts";
import type { CsvCache, CsvFacts } from "./csv-cache.ts";
import type { CsvPool } from "./csv-pool.ts";
import { CsvNoRoom, CsvTooSlow, type ScanNews } from "./csv-process.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { copyName, tableName, textName } from "./messages.ts";
import { RowIndex } from "./row-index.ts";
import { longestRowBytes } from "./row-scanner.ts";

/** Where a file lies. */
export interface CsvSource {
  fileId: number;
  md5: string;
  size: number;
  store: ObjectStore;
  key: string;
}

/** For whom a file is read, and whether a table is to be made of it, or why not. */
export interface TableWish {
  user: number;
  table: Exclude<CsvFacts["table"], "slow">;
}

/** These rows are longer together than can be answered. */
export class RowsTooLong extends Error {
  override readonly name = "RowsTooLong";
}

/** Read for the first page, when nothing is known yet; more when a row does not end in it. */
const headBytes = 256 * 1024;
/** Most bytes of a page, and what is read to get there. */
export const longestPageBytes = 16 * 1024 * 1024;
/** A file that nobody has asked about for so long is not read further. */
const forgottenMs = 60_000;

export class CsvFile {
  private index = new RowIndex();
  /** Rows that `index` reaches, the header included. */
  private known = 0;
  private wakers: (() => void)[] = [];
  private failure: Error | null = null;
  /** Null until the whole file is read. */
  facts: CsvFacts | null = null;
  private width = 0;
  private rowTotal: number | null = null;
  /** Settles when nothing is going on any more. */
  scanned: Promise<void> = Promise.resolve();
  /** Requests that wait for it. */
  private asking = 0;
  private askedAt = Date.now();

  private constructor(
    private readonly source: CsvSource,
    readonly cacheKey: string,
    private readonly cache: CsvCache,
    readonly dialect: Dialect,
    /** Bytes of the file from its beginning. */
    private readonly head: Uint8Array,
  ) {}

  /** @throws NotCsv, ObjectDamaged, what the store says */
  static async open(source: CsvSource, cache: CsvCache): Promise<CsvFile> {
    const key = `${source.fileId}-${source.md5.slice(0, 16)}`;
    const head = new Uint8Array(Math.min(source.size, headBytes));
    if ((await source.store.read(source.key, head, 0)) < head.length) throw new ObjectDamaged();
    const file = new CsvFile(source, key, cache, dialectOf(head), head);
    const kept = await cache.read(key);
    if (kept !== null) {
      file.facts = kept.facts;
      file.width = kept.facts.width;
      file.rowTotal = kept.facts.total;
      file.index = RowIndex.of(kept.places);
      file.known = kept.facts.total + 1;
    }
    return file;
  }

  /** Rows without the header; null while they are being counted. */
  get total(): number | null {
    return this.rowTotal;
  }

  /** Notes that a request waits for it, until `work` ends. */
  async asked<T>(work: () => Promise<T>): Promise<T> {
    this.asking++;
    try {
      return await work();
    } finally {
      this.asking--;
      this.askedAt = Date.now();
    }
  }

  /** Reads the whole file in the background, unless that is done; in the turn of a user. */
  begin(pool: CsvPool, order: TableWish): void {
    if (this.facts !== null) return;
    this.scanned = this.scan(pool, order).catch((error: unknown) => {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.wake();
    });
  }

  /** @throws why the file could not be read, when it could not */
  demandGood(): void {
    if (this.failure !== null) throw this.failure;
  }
  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** Cells of the header, and how many cells the widest row has, as far as that is known. @throws NotCsv */
  async header(): Promise<{ cells: string[]; width: number }> {
    const rows = await this.firstRows(this.isWholeInHead && this.facts === null ? Number.POSITIVE_INFINITY : 1);
    const width = rows.reduce((widest, { length }) => Math.max(widest, length), this.width);
    return { cells: rows[0] ?? [], width };
  }

  /** Cells of `count` rows from the row `first` on; rows count from 0, without the header. @throws NotCsv, RowsTooLong */
  async rows(first: number, count: number): Promise<string[][]> {
    const wanted = { from: first + 1, to: first + 1 + count };
    if (this.facts === null && wanted.to <= 1001) {
      const rows = await this.firstRows(wanted.to);
      if (rows.length === wanted.to || this.isWholeInHead) return rows.slice(wanted.from);
    }
    await this.reached(wanted.to);
    const to = Math.min(wanted.to, this.known);
    if (wanted.from >= to) return [];
    const place = this.index.before(wanted.from);
    const end = this.index.after(to);
    const bytes = await this.read(place.offset, end);
    const limits = { isEnd: end === null, most: to - place.row };
    return this.cut(bytes, limits).slice(wanted.from - place.row);
  }

  private get isWholeInHead(): boolean {
    return this.head.length === this.source.size;
  }

  /** The first rows, from the file's first bytes: nothing else needs to be known. Fewer when they do not reach. */
  private async firstRows(most: number): Promise<string[][]> {
    const { encoding, bomBytes } = this.dialect;
    const text = (bytes: Uint8Array) =>
      encoding === "utf-8" ? bytes.subarray(bomBytes) : transcoded(bytes.subarray(bomBytes), encoding);
    const rows = this.cut(text(this.head), { isEnd: this.isWholeInHead, most });
    if (rows.length > 0 || this.isWholeInHead) return rows;
    // The first row does not end in what was read.
    const more = new Uint8Array(Math.min(this.source.size, 2 * longestRowBytes + 2));
    await this.source.store.read(this.source.key, more, 0);
    return this.cut(text(more), { isEnd: more.length === this.source.size, most });
  }

  private cut(bytes: Uint8Array, limits: { isEnd: boolean; most: number }): string[][] {
    const ends = rowEnds(bytes, this.dialect.delimiter, limits);
    return ends.map((end, k) => cellsOf(bytes.subarray(k === 0 ? 0 : ends[k - 1], end), this.dialect.delimiter));
  }

  /** Bytes from an offset to another one, or to the end of the text. */
  private async read(start: number, end: number | null): Promise<Uint8Array> {
    const isOwnText = this.dialect.encoding !== "utf-8";
    const path = this.cache.pathOf(this.cacheKey, textName);
    const handle = isOwnText ? await open(path) : null;
    try {
      const size = handle === null ? this.source.size : (await handle.stat()).size;
      const length = (end ?? size) - start;
      if (length > longestPageBytes) throw new RowsTooLong();
      const bytes = new Uint8Array(length);
      if (handle !== null) await handle.read(bytes, 0, length, start);
      else await this.source.store.read(this.source.key, bytes, start);
      return bytes;
    } finally {
      await handle?.close();
    }
  }

  /** Waits until a row is known, or there are no more. @throws when the file cannot be read */
  private async reached(row: number): Promise<void> {
    const isOwnText = this.dialect.encoding !== "utf-8";
    const isThere = () =>
      this.facts !== null || (!isOwnText && (this.rowTotal !== null || this.index.after(row) !== null));
    while (!isThere()) {
      this.demandGood();
      await new Promise<void>((resolve) => this.wakers.push(resolve));
    }
  }

  /** Resolves when the rows are counted or cannot be. */
  async counted(): Promise<void> {
    while (this.rowTotal === null && this.failure === null)
      await new Promise<void>((resolve) => this.wakers.push(resolve));
  }

  private wake(): void {
    for (const waker of this.wakers.splice(0)) waker();
  }

  private async scan(pool: CsvPool, { user, table: wish }: TableWish): Promise<void> {
    const hasTable = wish === "there";
    const { store, key, size } = this.source;
    const { dialect } = this;
    const making = await this.cache.newFolder();
    const open = () => store.get(key, { start: Math.min(dialect.bomBytes, size), end: size });
    const news: ScanNews = {
      onRead: (places, rows, width) => {
        this.index.add(places);
        this.known = rows;
        this.width = width;
        this.wake();
      },
      onScanned: (rows) => {
        this.rowTotal = Math.max(0, rows - 1);
        this.wake();
      },
    };
    const isWanted = () => this.asking > 0 || Date.now() - this.askedAt < forgottenMs;
    try {
      const hasEscapes = await pool.scan(user, { dialect, folder: making, hasTable, isWanted }, open, news);
      const table = hasTable ? await this.makeTable(pool, { user, folder: making, hasEscapes }) : wish;
      const facts = { dialect, total: this.rowTotal ?? 0, width: this.width, table, madeAt: Date.now() };
      await this.cache.keep(this.cacheKey, making, facts, this.index.places);
      this.facts = facts;
    } catch (error) {
      await rm(making, { recursive: true, force: true }).catch(() => undefined); // the cache removes it at the next start
      throw error;
    }
    this.wake();
  }

  /** `hasEscapes`: of the copied rows; null when they were not copied. Paging needs no table. */
  private async makeTable(
    pool: CsvPool,
    { user, folder, hasEscapes }: { user: number; folder: string; hasEscapes: boolean | null },
  ): Promise<CsvFacts["table"]> {
    const copy = join(folder, copyName);
    try {
      if (hasEscapes === null || this.width === 0) return "none";
      await pool.makeTable(user, { copy, table: join(folder, tableName), width: this.width, hasEscapes });
      return "there";
    } catch (error) {
      if (error instanceof CsvNoRoom) return "room";
      return error instanceof CsvTooSlow ? "slow" : "none";
    } finally {
      await unlink(copy).catch(() => undefined); // there is none
    }
  }
}

/** UTF-16 as UTF-8; half a character at the end is left out. */
const transcoded = (bytes: Uint8Array, encoding: string): Uint8Array =>
  Buffer.from(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true }));
