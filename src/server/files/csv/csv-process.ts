/** The handle of a CSV process: started when it is needed, ended when it was idle for a while. */
import { type ChildProcess, fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { workerFile } from "../../platform/start/worker-files.ts";
import type { Dialect } from "./dialect.ts";
import {
  type CsvOrder,
  type CsvReport,
  type RowPlaces,
  type Spill,
  spillName,
  type TableOrder,
  type TableQuestion,
  type TableRows,
} from "./messages.ts";
import { piecesOf } from "./pieces.ts";

const idleMs = 60_000;
const heapMegabytes = 256;
/** Pieces that are on their way at once. */
const window = 4;
/** Given to work that was told to stop; then its process is ended. */
const stopWithinMs = 3000;

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

/** It was stopped because it took too long. */
export class CsvTooSlow extends Error {
  override readonly name = "CsvTooSlow";
}

/** The disk has no room for what the engine would have to put aside. */
export class CsvNoRoom extends Error {
  override readonly name = "CsvNoRoom";
}

export interface ScanOrder {
  dialect: Dialect;
  /** Is there, and stays until the scan has ended. */
  folder: string;
  hasTable: boolean;
  /** Asked now and then: a scan that nobody waits for is given up. */
  isWanted: () => boolean;
}

export interface ScanNews {
  onRead(places: RowPlaces, rows: number, width: number): void;
  onScanned(rows: number, width: number): void;
}

interface Limit {
  withinMs: number;
  signal?: AbortSignal;
}

/** The computer's clock. */
const afterMs = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

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

  /** `root`: the cache's folder. `after`: the clock that ends work. */
  constructor(
    private readonly root: string,
    private readonly after = afterMs,
  ) {}

  /**
   * Scans what `open` gives, from behind the byte order mark on. Resolves with whether the copy of the rows has escapes,
   * or null when there is no copy. When it settles, the process holds nothing of the folder any more.
   * @throws CsvRefused, what the store says, Error when the process ended or nobody wants the scan
   */
  async scan(
    { isWanted, ...order }: ScanOrder,
    open: () => Promise<Readable>,
    news: ScanNews,
  ): Promise<boolean | null> {
    const id = ++this.ids;
    let inFlight = 0;
    let wake: (() => void) | undefined;
    let failure: Error | null = null;
    let letGo: () => void = () => undefined;
    const dropped = new Promise<void>((resolve) => (letGo = resolve));
    const done = new Promise<boolean | null>((resolve, reject) => {
      this.begin(id, {
        report: (report) => {
          if (report.kind === "read") {
            inFlight--;
            news.onRead(report.places, report.rows, report.width);
            wake?.();
          } else if (report.kind === "scanned") {
            this.end(id);
            news.onScanned(report.rows, report.width);
            resolve(report.hasEscapes);
          } else if (report.kind === "dropped") {
            this.end(id);
            letGo();
          }
        },
        fail: (error) => {
          failure = error;
          wake?.();
          letGo();
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
        if (!isWanted()) throw new Error("Nobody waits for this scan.");
        inFlight++;
        this.send({ kind: "bytes", id, bytes });
      }
      if (failure === null) this.send({ kind: "end", id });
    } catch (error) {
      if (failure === null) this.send({ kind: "cancel", id });
      await dropped;
      throw error;
    }
    return done;
  }

  /** @throws CsvTooSlow, CsvNoRoom, Error */
  makeTable(order: TableOrder & Spill, limit: Limit): Promise<void> {
    return this.work<void>((id) => ({ kind: "table", id, order }), limit);
  }

  /** @throws CsvTooSlow, CsvNoRoom, Error, the signal's reason */
  ask(question: TableQuestion & Spill, limit: Limit): Promise<TableRows> {
    return this.work<TableRows>((id) => ({ kind: "ask", id, question }), limit);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    this.child?.kill("SIGKILL"); // it holds nothing but a cache
  }

  /** Work of the engine, one at a time. Settles when it is over; what was stopped has no answer, also when one was on its way. */
  private work<T>(orderOf: (id: number) => CsvOrder, { withinMs, signal }: Limit): Promise<T> {
    const id = ++this.ids;
    let why: unknown;
    let killing: NodeJS.Timeout | undefined;
    const stop = (reason: unknown) => {
      why ??= reason;
      this.send({ kind: "stop", id });
      killing ??= setTimeout(() => this.child?.kill("SIGKILL"), stopWithinMs);
    };
    const gone = () => stop(signal?.reason);
    const endLimit = this.after(withinMs, () => stop(new CsvTooSlow("This took too long.")));
    signal?.addEventListener("abort", gone, { once: true });
    const done = new Promise<T>((resolve, reject) => {
      this.begin(id, {
        report: (report) => {
          if (report.kind !== "answer") return;
          this.end(id);
          if (why === undefined) resolve(report.answer as T);
          else reject(why);
        },
        fail: (error) => reject(why ?? error),
      });
      this.send(orderOf(id));
    });
    return done.finally(() => {
      endLimit();
      clearTimeout(killing);
      signal?.removeEventListener("abort", gone);
    });
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

  /** Failing to send fails the work. */
  private send(order: CsvOrder): void {
    if (this.isClosed) this.failOne(order.id, new Error("The server stops."));
    else
      this.running().send(order, (error) => {
        if (error !== null) this.failOne(order.id, error);
      });
  }

  private running(): ChildProcess {
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
      else if (report.kind === "no room") this.failOne(report.id, new CsvNoRoom("The disk has no room."));
      else if (report.kind === "refused") this.failOne(report.id, new CsvRefused(report.reason, report.row));
      else this.waiting.get(report.id)?.report(report);
    });
    const ended = () => {
      if (child.pid !== undefined)
        void rm(join(this.root, spillName(child.pid)), { recursive: true, force: true }).catch(() => undefined);
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
