/** The CSV viewer's answers: columns and pages of files, found again quickly (spec 000 sections 2, 7 and 8). */
import { join } from "node:path";
import { isPlain } from "../../../domain/people/admin-rules.ts";
import { largestSearchedCsvBytes } from "../../../protocol/files.ts";
import { defaultRowsPerPage, orderOf, type TableQuery } from "../../../protocol/tables.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { filesText } from "../../../protocol/text/files-text.ts";
import { Refused } from "../../platform/http/routes.ts";
import { roomIn } from "../../platform/storage/room.ts";
import { CsvCache } from "./csv-cache.ts";
import { CsvFile, type CsvSource, longestPageBytes, RowsTooLong, type TableWish } from "./csv-file.ts";
import { type CsvLimits, CsvPool, csvLimits } from "./csv-pool.ts";
import { CsvNoRoom, CsvRefused, CsvTooSlow } from "./csv-process.ts";
import { mostColumns, type TableQuestion, tableName } from "./messages.ts";
import { NotCsv } from "./row-scanner.ts";

const { refused, csv: words } = filesText;
const cacheBytes = 2 * 1024 ** 3;
/** Files whose row places are held in memory. */
const mostOpen = 64;
/** Most files are counted by then, and their first page says how many rows there are. Nobody waits longer for a count. */
const countWithinMs = 150;

/** A table that could not be made in time is tried again after so long. */
const retryTableMs = 10 * 60_000;
/** The same question, asked again within this time, is not worked on again when it took too long. */
const retryQuestionMs = 30_000;

/** Who asks: work is shared out among users, and ends when nobody waits for it. */
export interface Asker {
  user: number;
  /** Aborted when the request has gone away. */
  signal: AbortSignal;
}

export interface CsvPage {
  data: (string | null)[][];
  total: number | null;
  file_size: number;
}

export class CsvFiles {
  private readonly cache: CsvCache;
  private readonly pool: CsvPool;
  /** When questions took too long, by file and question. */
  private readonly slow = new Map<string, number>();
  /** In order of use. */
  private readonly opened = new Map<string, Promise<CsvFile>>();

  /** `room`: bytes that may be written to the disk of a folder. */
  constructor(
    dataDir: string,
    limits: CsvLimits = csvLimits,
    private readonly room: typeof roomIn = roomIn,
  ) {
    const folder = join(dataDir, "cache", "csv");
    this.cache = new CsvCache(folder, cacheBytes);
    this.pool = new CsvPool(folder, limits, () => room(folder));
  }

  /** Names of all columns: those that the header does not name are called by their position. @throws Refused */
  columns(source: CsvSource, asker: Asker): Promise<{ columns: string[]; file_size: number }> {
    return this.with(source, asker, async (file) => {
      await endedWithin(file, countWithinMs);
      const { cells, width } = await file.header();
      const columns = Array.from({ length: width }, (_, k) => cells[k]?.trim() || words.columnName(k + 1));
      return { columns, file_size: source.size };
    });
  }

  /** One page. @throws Refused 400 for an unknown field, a search of a large file or that takes too long, a file that is none of text */
  page(source: CsvSource, query: TableQuery, asker: Asker): Promise<CsvPage> {
    const { page_index = 1, rows_per_page = defaultRowsPerPage, filters = [] } = query;
    const { order_by } = orderOf(query);
    const offset = (page_index - 1) * rows_per_page;
    const isAsked = filters.length > 0 || order_by !== undefined;
    if (isAsked && source.size > largestSearchedCsvBytes) throw new Refused(400, words.tooLarge);
    return this.with(source, asker, async (file) => {
      if (isAsked) return this.ask({ source, file, query, asker }, { offset, limit: rows_per_page });
      const data = await file.rows(offset, rows_per_page);
      if (page_index === 1) await endedWithin(file, countWithinMs);
      return { data, total: file.total, file_size: source.size };
    });
  }

  close(): void {
    this.pool.close();
  }

  private async ask(
    { source, file, query, asker }: { source: CsvSource; file: CsvFile; query: TableQuery; asker: Asker },
    part: { offset: number; limit: number },
  ): Promise<CsvPage> {
    await file.scanned;
    file.demandGood();
    const { facts } = file;
    if (facts === null || facts.total === 0) return { data: [], total: 0, file_size: source.size };
    const { cells } = await file.header();
    const question = questionOf(query, [...cells, ...Array(Math.max(0, facts.width - cells.length)).fill("")]);
    const isSlowLongSince = facts.table === "slow" && Date.now() - facts.madeAt > retryTableMs;
    if (isSlowLongSince || (facts.table === "room" && (await this.hasRoomFor(source)))) {
      await this.cache.drop(file.cacheKey);
      throw new Error("The table is made again.");
    }
    if (facts.table === "slow") throw new CsvTooSlow("There is no table.");
    if (facts.table === "room") throw new Refused(400, refused.noRoom);
    if (facts.table === "none") throw new Refused(400, refused.noTable);
    this.cache.touch(file.cacheKey);
    const table = this.cache.pathOf(file.cacheKey, tableName);
    const { rows, total } = await this.inTime(asker, { table, columns: facts.width, ...question, ...part });
    const length = rows.reduce((sum, row) => row.reduce((all, cell) => all + (cell?.length ?? 0), sum), 0);
    if (length > longestPageBytes) throw new RowsTooLong();
    return { data: rows.map(withoutMissing), total, file_size: source.size };
  }

  /** What is written to search and sort a file: a copy of it, its table, and what the engine puts aside meanwhile. */
  private async hasRoomFor({ size }: CsvSource): Promise<boolean> {
    return 3 * size <= (await this.room(this.cache.folder));
  }

  private async wishFor(source: CsvSource): Promise<TableWish["table"]> {
    if (source.size > largestSearchedCsvBytes) return "none";
    return (await this.hasRoomFor(source)) ? "there" : "room";
  }

  /** Whoever asks again at once, as screens do, is told at once. @throws CsvTooSlow */
  private async inTime({ user, signal }: Asker, question: TableQuestion) {
    const name = JSON.stringify(question);
    const now = Date.now();
    for (const [known, at] of this.slow) if (now - at > retryQuestionMs) this.slow.delete(known);
    if (this.slow.has(name)) throw new CsvTooSlow("It was too slow before.");
    try {
      return await this.pool.ask(user, question, signal);
    } catch (error) {
      if (error instanceof CsvTooSlow) this.slow.set(name, Date.now());
      throw error;
    }
  }

  /** Works on a file; one whose cache was lost is read anew, once. @throws Refused, the signal's reason */
  private async with<T>(source: CsvSource, asker: Asker, work: (file: CsvFile) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const file = await this.open(source, asker.user).catch((error: unknown) => {
        throw sentenceOf(error);
      });
      try {
        const answer = await file.asked(() => unlessGone(asker.signal, work(file)));
        file.demandGood();
        return answer;
      } catch (error) {
        asker.signal.throwIfAborted();
        if (!(error instanceof CsvTooSlow || error instanceof CsvNoRoom)) this.opened.delete(nameOf(source));
        const isFinal = finalErrors.some((kind) => error instanceof kind);
        if (isFinal || attempt === 2) throw sentenceOf(error);
      }
    }
  }

  private open(source: CsvSource, user: number): Promise<CsvFile> {
    const name = nameOf(source);
    const known = this.opened.get(name);
    this.opened.delete(name);
    const file =
      known ??
      CsvFile.open(source, this.cache).then(async (made) => {
        made.begin(this.pool, { user, table: await this.wishFor(source) });
        return made;
      });
    this.opened.set(name, file);
    file.catch(() => this.opened.delete(name));
    for (const oldest of this.opened.keys()) {
      if (this.opened.size <= mostOpen) break;
      this.opened.delete(oldest);
    }
    return file;
  }
}

const nameOf = ({ fileId, md5 }: CsvSource) => `${fileId} ${md5}`;

/** Trying again would find the same. */
const finalErrors = [Refused, CsvRefused, NotCsv, RowsTooLong, CsvTooSlow, CsvNoRoom];

/** @throws the signal's reason as soon as there is one; the work may go on for others */
function unlessGone<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Rows end with their last cell: what they lack is not sent. */
const withoutMissing = (row: (string | null)[]) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1);

async function endedWithin(file: CsvFile, ms: number): Promise<void> {
  if (file.total !== null) return;
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    file.counted(),
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}

/** Columns are named by their position from 0, or by their header. @throws Refused 400 */
function questionOf(query: TableQuery, names: readonly string[]): Pick<TableQuestion, "filters" | "sort"> {
  const positionOf = (field: string) => {
    const position = /^\d{1,4}$/.test(field) && Number(field) < names.length ? Number(field) : names.indexOf(field);
    if (position < 0) throw new Refused(400, adminText.badField);
    return position;
  };
  const { filters = [] } = query;
  const { order_by, order_direction = "asc" } = orderOf(query);
  return {
    filters: filters.map(({ field, operator, ...filter }) => {
      const value = String(filter.search_value ?? filter.value ?? "");
      if (!isPlain(value)) throw new Refused(400, adminText.rules.plain);
      return { column: positionOf(field), operator, value };
    }),
    sort: order_by === undefined ? null : { column: positionOf(order_by), direction: order_direction },
  };
}

/** What a user is told. Anything else is the server's own failure. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof RowsTooLong) return new Refused(413, refused.rowsTooLong);
  if (error instanceof CsvTooSlow) return new Refused(400, refused.tooSlow);
  if (error instanceof CsvNoRoom) return new Refused(400, refused.noRoom);
  if (!(error instanceof CsvRefused || error instanceof NotCsv)) return error;
  switch (error.reason) {
    case "long row":
      return new Refused(400, refused.rowTooLong(error.row));
    case "zero byte":
      return new Refused(400, refused.notText);
    default:
      return new Refused(400, refused.tooManyColumns(mostColumns));
  }
}
