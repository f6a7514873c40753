/** How long a reader of large CSV files waits: the first page, any other page, and a sorted one (issue 4: 1.5 s and 300 ms). */
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CsvSource } from "../src/server/files/csv/csv-file.ts";
import { CsvFiles } from "../src/server/files/csv/csv-files.ts";
import { createFsStore } from "../src/server/platform/storage/fs-store.ts";
import { median } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const large = 300_000_000;
const searched = 200_000_000;
const rowsPerPage = 25;
const repetitions = 3;

export const fileBenches: BenchGroup = {
  ids: ["csv.first.ms", "csv.early.ms", "csv.count.ms", "csv.page.ms", "csv.table.ms", "csv.sort.ms", "csv.search.ms"],
  async run(context) {
    const scratch = mkdtempSync(join(context.cacheDir, "csv-"));
    try {
      return [...(await pagesOf(context, scratch)), ...(await tableOf(context, scratch))];
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
};

const asker = { user: 1, signal: new AbortController().signal };

/** The total, asked for as the viewer does. */
async function counted(csv: CsvFiles, source: CsvSource): Promise<number> {
  const { total } = await csv.page(source, { rows_per_page: rowsPerPage }, asker);
  return total ?? counted(csv, source);
}

/** Paging through a file above the limit of searching, in a data folder that knows nothing of it. */
async function pagesOf(context: BenchContext, scratch: string): Promise<BenchResult[]> {
  const times = { first: [] as number[], early: [] as number[], count: [] as number[], page: [] as number[] };
  let rows = 0;
  for (let k = 0; k < repetitions; k++) {
    const dataDir = join(scratch, `large-${k}`);
    const source = await sourceOf(context, dataDir, large);
    const csv = new CsvFiles(dataDir);
    const page = (page_index: number) =>
      timed(() => csv.page(source, { page_index, rows_per_page: rowsPerPage }, asker));
    const opened = performance.now();
    await csv.columns(source, asker);
    await page(1);
    times.first.push(performance.now() - opened);
    times.early.push((await page(2)).ms);
    rows = await counted(csv, source);
    times.count.push(performance.now() - opened);
    const pages = Math.ceil(rows / rowsPerPage);
    for (let n = 0; n < 20; n++) times.page.push((await page(1 + ((n * 7919 * 31) % pages))).ms);
    times.page.push((await page(pages)).ms);
    csv.close();
    await source.store.close();
    rmSync(dataDir, { recursive: true });
  }
  const what = `CSV of ${large / 1e6} MB, ${rows.toLocaleString("en-US")} rows, ${rowsPerPage} on a page`;
  return [
    result("csv.first.ms", times.first, `columns and first page, nothing cached; ${what}`),
    result("csv.early.ms", times.early, `second page right after; ${what}`),
    result("csv.count.ms", times.count, `until the rows are counted; ${what}`),
    result("csv.page.ms", times.page, `pages all over the file and the last one; ${what}`),
  ];
}

/** Searching and sorting a file at the limit. */
async function tableOf(context: BenchContext, scratch: string): Promise<BenchResult[]> {
  const dataDir = join(scratch, "searched");
  const source = await sourceOf(context, dataDir, searched);
  const csv = new CsvFiles(dataDir);
  const ask = (query: object) => timed(() => csv.page(source, { rows_per_page: rowsPerPage, ...query }, asker));
  const making = await ask({ order_by: "0" });
  const sorts: number[] = [];
  const searches: number[] = [];
  for (let k = 0; k < repetitions; k++) {
    for (const order_direction of ["asc", "desc"]) sorts.push((await ask({ order_by: "2", order_direction })).ms);
    sorts.push((await ask({ order_by: "2", page_index: 10_000 })).ms);
    searches.push((await ask({ filters: [{ field: "1", operator: "contains", value: `drug ${k}77` }] })).ms);
  }
  csv.close();
  await source.store.close();
  const what = `CSV of ${searched / 1e6} MB, ${making.value.total?.toLocaleString("en-US")} rows`;
  return [
    result("csv.table.ms", [making.ms], `first sort, nothing cached: read, imported and sorted; ${what}`),
    result("csv.sort.ms", sorts, `sorted by numbers, first pages and page 10,000; ${what}`),
    result("csv.search.ms", searches, `a column contains a text; ${what}`),
  ];
}

const result = (id: string, times: number[], note: string): BenchResult => ({
  id,
  value: Math.max(...times),
  unit: "ms",
  better: "lower",
  note: `${note}; the longest of ${times.length} (median ${median(times).toFixed(0)} ms)`,
});

/** The file in the store of a new data folder. */
async function sourceOf({ cacheDir, log }: BenchContext, dataDir: string, bytes: number): Promise<CsvSource> {
  const path = join(cacheDir, `rows-${bytes}.csv`);
  if (!existsSync(path)) {
    log(`Writing a CSV file of ${bytes / 1e6} MB, once ...`);
    await pipeline(Readable.from(linesOf(bytes)), createWriteStream(`${path}.new`));
    await rename(`${path}.new`, path);
  }
  const { size } = await stat(path);
  const store = createFsStore({ root: join(dataDir, "objects"), name: "bench", secret: "bench" });
  const key = "uploads/1/1";
  await store.put(key, createReadStream(path), size);
  return { fileId: 1, md5: "0".repeat(32), size, store, key };
}

/** About 70 bytes a row: a time, a name that may need quoting, numbers. */
function* linesOf(bytes: number): Generator<string> {
  yield "time,drug,amount,rate,route\n";
  let written = 0;
  for (let row = 0; written < bytes; ) {
    let text = "";
    for (const end = row + 10_000; row < end; row++) {
      const time = new Date(1_700_000_000_000 + row * 1000).toISOString();
      const drug = row % 3 === 0 ? `"drug ${row % 991}, diluted"` : `drug ${row % 991}`;
      text += `${time},${drug},${((row * 7919) % 100_003) / 10},${row % 17},intravenous\n`;
    }
    written += text.length;
    yield text;
  }
}
