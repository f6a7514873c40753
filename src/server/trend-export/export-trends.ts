/** Values of EEG trends as a file: CSV while they are read, HDF5 when all of them are. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setImmediate as others } from "node:timers/promises";
import { trendCsvEnd, trendCsvHead, trendCsvLines, trendCsvNotes } from "../../domain/trends/trend-csv.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { trendExportText } from "../../protocol/text/trend-export-text.ts";
import { type ExportTrends, exportedTrends, type ToldExport, trendExportLimits } from "../../protocol/trend-export.ts";
import { trendRows } from "../../protocol/trends.ts";
import { takenStream } from "../annotations/index.ts";
import { commonAttributes } from "../pipelines/index.ts";
import { roomIn } from "../platform/storage/room.ts";
import { PageRefused } from "../query/page-refused.ts";
import { ExportRefused } from "./export-refused.ts";
import { footNotes, headNotes, nameOf, outputFacts } from "./facts.ts";
import type { Epochs, Series, TrendSeries } from "./series.ts";
import { openTrendFile } from "./trend-file.ts";

/** Of one piece: what is read at once, and written before others are answered. */
const pieceMs = 3_600_000;
/** What an export that died left behind is older than any that is written. */
const staleMs = 86_400_000;
const { file: said } = trendExportText;

export interface WrittenExport {
  stream: Readable;
  /** Null: it is told while it is written. */
  bytes: number | null;
}

export interface ExportOrder {
  wanted: ExportTrends;
  recording: RecordingDetail;
  series: TrendSeries;
  signal: AbortSignal;
  dataDir: string;
  /** Digits of the hash of the core. */
  core: string;
}

/** The trends of a file, described. @throws AnalysisRefused, SourceNotReady */
async function seriesOf({ wanted, series }: ExportOrder): Promise<Series[]> {
  const epochMs = wanted.format === "csv" ? (wanted.epoch_ms ?? 10_000) : null;
  const made: Series[] = [];
  for (const of of exportedTrends) {
    const one = await series.describe(wanted, of);
    if (one === null) throw new ExportRefused("unknown");
    if (epochMs === null || one.epochMs === epochMs) made.push(one);
  }
  return made;
}

/** The epochs of a length that a span touches, in pieces. */
function* piecesOf({ startMs, endMs }: { startMs: number; endMs: number }, epochMs: number): Generator<Epochs> {
  const end = Math.ceil(endMs / epochMs);
  const most = pieceMs / epochMs;
  for (let first = Math.floor(startMs / epochMs); first < end; first += most)
    yield { first, end: Math.min(end, first + most) };
}

/** @throws ExportRefused for a span that is empty or too long */
function spanOf({ wanted: { start_ms, end_ms }, recording }: ExportOrder) {
  const startMs = Math.max(start_ms, recording.start_ms);
  const endMs = Math.min(end_ms, recording.tail?.end_ms ?? recording.end_ms);
  if (!(endMs > startMs)) throw new ExportRefused("empty");
  if (endMs - startMs > trendExportLimits.spanMs) throw new ExportRefused("tooLong");
  return { startMs, endMs };
}

/** What is wrong with the request, and with the first values, is told before a byte is. @throws ExportRefused, PageRefused, AnalysisRefused, SourceNotReady */
export async function writeExport(order: ExportOrder): Promise<WrittenExport> {
  const span = spanOf(order);
  const all = await seriesOf(order);
  return order.wanted.format === "csv" ? csvOf(order, all, span) : hdf5Of(order, all, span);
}

type Span = ReturnType<typeof spanOf>;

async function csvOf(order: ExportOrder, all: readonly Series[], span: Span): Promise<WrittenExport> {
  const { wanted, recording } = order;
  const [{ epochMs }] = all;
  const readLines = async ({ first, end }: Epochs) => {
    const values = [];
    for (const one of all) {
      order.signal.throwIfAborted();
      const { rows, data } = await order.series.read(one, { first, end });
      values.push({ rows, epochs: end - first, data });
    }
    return trendCsvLines(recording, { startMs: first * epochMs, epochMs }, values);
  };
  const pieces = piecesOf(span, epochMs);
  const first = pieces.next().value as Epochs;
  const firstLines = await readLines(first);
  async function* written() {
    const { notice } = commonAttributes("", { core: "", createdMs: 0 });
    const head = [["Notice", notice], ["Values", said.values], ...headNotes(wanted, all)] as const;
    yield Buffer.from(`\ufeff# ${said.title}\r\n${trendCsvNotes(head)}${trendCsvHead(all.map(({ of }) => of))}`);
    yield Buffer.from(firstLines);
    for (const piece of pieces) {
      yield Buffer.from(await readLines(piece));
      await others();
    }
    await demandSame(order, all);
    yield Buffer.from(`${trendCsvNotes(footNotes(all))}${trendCsvEnd}\r\n`);
  }
  return { stream: takenStream(written()), bytes: null };
}

/** @throws ExportRefused when values that were written may be none of what is there now */
async function demandSame({ series }: ExportOrder, all: readonly Series[]): Promise<void> {
  for (const one of all) if (!(await series.isSame(one))) throw new ExportRefused("changed");
}

async function hdf5Of(order: ExportOrder, all: readonly Series[], span: Span): Promise<WrittenExport> {
  const folder = join(order.dataDir, "trend-exports");
  await mkdir(folder, { recursive: true });
  await sweep(folder);
  await demandRoom(folder, all, span);
  const path = join(folder, `${randomUUID()}.h5`);
  const fractions = made(order, all, { span, path });
  // What is wrong with the first piece is a refusal in either form.
  const first = await fractions.next();
  if (order.wanted.tells_progress === true) {
    const stream = takenStream(told(fractions, first, path));
    stream.once(
      "close",
      () =>
        void fractions
          .return()
          .catch(() => undefined)
          .then(() => drop(path)),
    );
    return { stream, bytes: null };
  }
  while (!(await fractions.next()).done);
  const { size } = await stat(path);
  const file = createReadStream(path);
  const stream = takenStream(file);
  stream.once("close", () => {
    file.destroy();
    void drop(path);
  });
  return { stream, bytes: size };
}

/** What stays on a disk that fails is swept with the next export. */
const drop = (path: string) => rm(path, { force: true }).catch(() => undefined);

/** The file, as far as it is there: 0 to 1. Whoever leaves early, and what fails, leaves no file behind. */
async function* made(
  order: ExportOrder,
  all: readonly Series[],
  place: { span: Span; path: string },
): AsyncGenerator<number, void> {
  let isDone = false;
  try {
    yield* writeFile(order, all, place);
    await demandSame(order, all);
    isDone = true;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw code === "ENOSPC" || name === "ResultNotWritten" ? new ExportRefused("noRoom") : error;
  } finally {
    if (!isDone) await rm(place.path, { force: true });
  }
}

const line = (said: ToldExport): Buffer => Buffer.from(`${JSON.stringify(said)}\n`);
/** More often nobody reads how far it is. */
const tellMs = 250;

/** Lines of how far the file is, then its bytes. */
async function* told(
  fractions: AsyncGenerator<number, void>,
  first: IteratorResult<number, void>,
  path: string,
): AsyncGenerator<Buffer> {
  let toldAt = performance.now();
  try {
    if (first.value !== undefined) yield line({ fraction: first.value });
    for await (const fraction of fractions) {
      if (performance.now() - toldAt < tellMs) continue;
      toldAt = performance.now();
      yield line({ fraction });
    }
    yield line({ bytes: (await stat(path)).size });
    for await (const bytes of createReadStream(path)) yield bytes;
  } catch (error) {
    if (!(error instanceof ExportRefused || error instanceof PageRefused)) throw error;
    yield line({ errorMessage: error.message });
  }
}

/** Yields how much is written, piece by piece. */
async function* writeFile(
  { wanted, recording, series, signal, core }: ExportOrder,
  all: readonly Series[],
  { span, path }: { span: Span; path: string },
): AsyncGenerator<number, void> {
  const { data_object_id, data_version } = recording;
  const root = {
    ...commonAttributes(said.title, { core, createdMs: Date.now() }),
    values: said.values.replace("empty", "NaN"),
    recordings: JSON.stringify([{ data_object_id, data_version }]),
    span: JSON.stringify({ start: new Date(span.startMs).toISOString(), end: new Date(span.endMs).toISOString() }),
  };
  const pieces = all.flatMap((one) => [...piecesOf(span, one.epochMs)].map((epochs) => ({ one, epochs })));
  await using thread = openTrendFile({ path, root });
  for (const [k, { one, epochs }] of pieces.entries()) {
    const { first, end } = epochs;
    const width = trendRows[one.of.trend].length;
    signal.throwIfAborted();
    const { data } = await series.read(one, epochs);
    const count = end - first;
    const timesMs = Float64Array.from({ length: count }, (_, at) => (first + at) * one.epochMs);
    const values = Float64Array.from({ length: count * width }, (_, at) => {
      const row = at % width;
      return data[row * count + (at - row) / width];
    });
    await thread.do({ kind: "rows", name: groupName(one), width, timesMs, values });
    yield (k + 1) / pieces.length;
  }
  const outputs = all.map((one) => ({ name: groupName(one), facts: outputFacts(wanted, one) }));
  await thread.do({ kind: "finish", outputs });
}

/** No slash stands in the name of a group. */
const groupName = (series: Series): string => nameOf(series).replaceAll("/", "-");

/** @throws ExportRefused */
async function demandRoom(folder: string, all: readonly Series[], { startMs, endMs }: Span): Promise<void> {
  const bytes = all.reduce(
    (sum, { of, epochMs }) => sum + ((endMs - startMs) / epochMs + 2) * 8 * (trendRows[of.trend].length + 1),
    1 << 20,
  );
  if (bytes > (await roomIn(folder))) throw new ExportRefused("noRoom");
}

/** Takes away what servers that died left. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}
