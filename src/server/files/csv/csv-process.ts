/** The handle of the CSV process: started when it is needed, ended when it was idle for a while. */
import { type ChildProcess, fork } from "node:child_process";
import type { Readable } from "node:stream";
import { workerFile } from "../../platform/worker-files.ts";
import type { Dialect } from "./dialect.ts";
import type { CsvOrder, CsvReport, RowPlaces, TableQuestion, TableRows } from "./messages.ts";

const idleMs = 60_000;
const heapMegabytes = 256;
/** Pieces that are on their way at once, and how large they are. */
const window = 4;
const pieceBytes = 1024 * 1024;

/** The file is not what it should be. */
export class CsvRefused extends Error {
  override readonly name = "CsvRefused";
  constructor(
    readonly reason: "long row" | "zero byte" | "columns",
    readonly row: number,
  ) {
    super(reason);
  }
}

export interface ScanNews {
  onRead(places: RowPlaces, rows: number, width: number): void;
  onScanned(rows: number, width: number): void;
}

interface Waiting {
  report(report: CsvReport): void;
  fail(error: Error): void;
}

export class CsvProcess {
  private child: ChildProcess | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** The scan before; there is one at a time. */
  private lastScan: Promise<unknown> = Promise.resolve();

  /** `root`: the cache's folder. */
  constructor(private readonly root: string) {}

  /**
   * Scans what `open` gives, from behind the byte order mark on. Resolves with whether there is a table, when there is
   * nothing left to do. @throws CsvRefused, what the store says, Error when the process ended
   */
  scan(order: { dialect: Dialect; folder: string; hasTable: boolean }, open: () => Promise<Readable>, news: ScanNews) {
    const run = this.lastScan.then(() => this.runScan(order, open, news));
    this.lastScan = run.catch(() => undefined);
    return run;
  }

  async ask(question: TableQuestion): Promise<TableRows> {
    const id = ++this.ids;
    return new Promise<TableRows>((resolve, reject) => {
      this.begin(id, {
        report: (report) => {
          if (report.kind !== "answer") return;
          this.end(id);
          resolve(report.answer);
        },
        fail: reject,
      });
      this.send({ kind: "ask", id, question });
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    this.child?.kill("SIGKILL"); // it holds nothing but a cache
  }

  private async runScan(
    order: { dialect: Dialect; folder: string; hasTable: boolean },
    open: () => Promise<Readable>,
    news: ScanNews,
  ): Promise<boolean> {
    const id = ++this.ids;
    let inFlight = 0;
    let wake: (() => void) | undefined;
    let failure: Error | null = null;
    const done = new Promise<boolean>((resolve, reject) => {
      this.begin(id, {
        report: (report) => {
          if (report.kind === "read") {
            inFlight--;
            news.onRead(report.places, report.rows, report.width);
            wake?.();
          } else if (report.kind === "scanned") news.onScanned(report.rows, report.width);
          else if (report.kind === "tabled") {
            this.end(id);
            resolve(report.isTable);
          }
        },
        fail: (error) => {
          failure = error;
          wake?.();
          reject(error);
        },
      });
    });
    done.catch(() => undefined); // told below
    this.send({ kind: "scan", id, ...order });
    try {
      for await (const bytes of piecesOf(await open())) {
        while (inFlight >= window && failure === null) await new Promise<void>((resolve) => (wake = resolve));
        if (failure !== null) break;
        inFlight++;
        this.send({ kind: "bytes", id, bytes });
      }
      if (failure === null) this.send({ kind: "end", id });
    } catch (error) {
      this.end(id);
      this.send({ kind: "cancel", id });
      throw error;
    }
    return done;
  }

  private begin(id: number, waiting: Waiting): void {
    clearTimeout(this.idle);
    this.waiting.set(id, waiting);
  }

  private end(id: number): void {
    this.waiting.delete(id);
    if (this.waiting.size > 0) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.child?.disconnect(), idleMs);
    this.idle.unref();
  }

  private send(order: CsvOrder): void {
    this.running().send(order, (error) => {
      if (error !== null) this.failOne(order.id, error);
    });
  }

  private running(): ChildProcess {
    if (this.isClosed) throw new Error("The server stops.");
    if (this.child?.connected === true) return this.child;
    const child = fork(workerFile("csv-worker"), [this.root], {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // It needs none of what the environment holds: keys and passwords are in it.
      env: { PATH: process.env.PATH ?? "" },
    });
    this.child = child;
    child.on("message", (report: CsvReport) => {
      if (report.kind === "failed") this.failOne(report.id, new Error(`The CSV process failed: ${report.message}.`));
      else if (report.kind === "refused") this.failOne(report.id, new CsvRefused(report.reason, report.row));
      else this.waiting.get(report.id)?.report(report);
    });
    const ended = () => {
      if (this.child !== child) return;
      this.child = null;
      for (const id of [...this.waiting.keys()]) this.failOne(id, new Error("The CSV process ended."));
    };
    child.once("error", ended);
    child.once("exit", ended);
    return child;
  }

  private failOne(id: number, error: Error): void {
    const waiting = this.waiting.get(id);
    this.end(id);
    waiting?.fail(error);
  }
}

/** The bytes of a stream in pieces of about a mebibyte: a message costs more than what is in it. */
async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
