/** The CSV viewer's answers: columns and pages of files, found again quickly (spec 000 sections 2, 7 and 8). */
import { join } from "node:path";
import { isPlain } from "../../../domain/admin-rules.ts";
import { adminText } from "../../../protocol/admin-text.ts";
import { largestSearchedCsvBytes } from "../../../protocol/files.ts";
import { filesText } from "../../../protocol/files-text.ts";
import { defaultRowsPerPage, type TableQuery } from "../../../protocol/tables.ts";
import { Refused } from "../../platform/routes.ts";
import { CsvCache } from "./csv-cache.ts";
import { CsvFile, type CsvSource, longestPageBytes, RowsTooLong } from "./csv-file.ts";
import { CsvProcess, CsvRefused } from "./csv-process.ts";
import { mostColumns, type TableQuestion, tableName } from "./messages.ts";
import { NotCsv } from "./row-scanner.ts";

const { refused, csv: words } = filesText;
const cacheBytes = 2 * 1024 ** 3;
/** Files whose row places are held in memory. */
const mostOpen = 64;
/** Most files are counted by then, and their first page says how many rows there are. Nobody waits longer for a count. */
const countWithinMs = 150;

export interface CsvPage {
  data: (string | null)[][];
  total: number | null;
  file_size: number;
}

export class CsvFiles {
  private readonly cache: CsvCache;
  private readonly process: CsvProcess;
  /** In order of use. */
  private readonly opened = new Map<string, Promise<CsvFile>>();

  constructor(dataDir: string) {
    const folder = join(dataDir, "cache", "csv");
    this.cache = new CsvCache(folder, cacheBytes);
    this.process = new CsvProcess(folder);
  }

  /** Names of all columns: those that the header does not name are called by their position. @throws Refused */
  columns(source: CsvSource): Promise<{ columns: string[]; file_size: number }> {
    return this.with(source, async (file) => {
      await settledWithin(file, countWithinMs);
      const { cells, width } = await file.header();
      const columns = Array.from({ length: width }, (_, k) => cells[k]?.trim() || words.columnName(k + 1));
      return { columns, file_size: source.size };
    });
  }

  /** One page. @throws Refused 400 for an unknown field, a search of a large file, a file that is none of text */
  page(source: CsvSource, query: TableQuery): Promise<CsvPage> {
    const { page_index = 1, rows_per_page = defaultRowsPerPage, filters = [], order_by } = query;
    const offset = (page_index - 1) * rows_per_page;
    const isAsked = filters.length > 0 || order_by !== undefined;
    if (isAsked && source.size > largestSearchedCsvBytes) throw new Refused(400, words.tooLarge);
    return this.with(source, async (file) => {
      if (isAsked) return this.ask(source, file, query, { offset, limit: rows_per_page });
      const data = await file.rows(offset, rows_per_page);
      if (page_index === 1) await settledWithin(file, countWithinMs);
      return { data, total: file.total, file_size: source.size };
    });
  }

  close(): void {
    this.process.close();
  }

  private async ask(
    source: CsvSource,
    file: CsvFile,
    query: TableQuery,
    part: { offset: number; limit: number },
  ): Promise<CsvPage> {
    await file.scanned;
    file.demandGood();
    const { facts } = file;
    if (facts === null || facts.total === 0) return { data: [], total: 0, file_size: source.size };
    const { cells } = await file.header();
    const question = questionOf(query, [...cells, ...Array(Math.max(0, facts.width - cells.length)).fill("")]);
    if (!facts.isTable) throw new Refused(400, refused.noTable);
    this.cache.touch(file.cacheKey);
    const table = this.cache.pathOf(file.cacheKey, tableName);
    const { rows, total } = await this.process.ask({ table, columns: facts.width, ...question, ...part });
    const length = rows.reduce((sum, row) => row.reduce((all, cell) => all + (cell?.length ?? 0), sum), 0);
    if (length > longestPageBytes) throw new RowsTooLong();
    return { data: rows.map(withoutMissing), total, file_size: source.size };
  }

  /** Works on a file; one whose cache was lost is read anew, once. */
  private async with<T>(source: CsvSource, work: (file: CsvFile) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const file = await this.open(source).catch((error: unknown) => {
        throw sentenceOf(error);
      });
      try {
        const answer = await work(file);
        file.demandGood();
        return answer;
      } catch (error) {
        this.opened.delete(nameOf(source));
        const isFinal = error instanceof Refused || error instanceof CsvRefused || error instanceof NotCsv;
        if (isFinal || error instanceof RowsTooLong || attempt === 2) throw sentenceOf(error);
      }
    }
  }

  private open(source: CsvSource): Promise<CsvFile> {
    const name = nameOf(source);
    const known = this.opened.get(name);
    this.opened.delete(name);
    const file =
      known ??
      CsvFile.open(source, this.cache).then((made) => {
        made.begin(this.process, { hasTable: source.size <= largestSearchedCsvBytes });
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

/** Rows end with their last cell: what they lack is not sent. */
const withoutMissing = (row: (string | null)[]) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1);

async function settledWithin(file: CsvFile, ms: number): Promise<void> {
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
  const { filters = [], order_by, order_direction = "asc" } = query;
  return {
    filters: filters.map(({ field, operator, ...filter }) => {
      const value = filter.search_value ?? filter.value ?? "";
      if (!isPlain(value)) throw new Refused(400, adminText.rules.plain);
      return { column: positionOf(field), operator, value };
    }),
    sort: order_by === undefined ? null : { column: positionOf(order_by), direction: order_direction },
  };
}

/** What a user is told. Anything else is the server's own failure. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof RowsTooLong) return new Refused(413, refused.rowsTooLong);
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
