/**
 * The few CSV processes of a server and whose turn it is: no user has two pieces of work done at once, so nobody's hold
 * up another's, and what the engine does has an end (spec 000 section 2, CSV viewer).
 */
import type { Readable } from "node:stream";
import { CsvProcess, type ScanNews, type ScanOrder } from "./csv-process.ts";
import { mostSpillBytes, type TableOrder, type TableQuestion, type TableRows } from "./messages.ts";
import { Turns } from "./turns.ts";

export interface CsvLimits {
  /** For a search or a sort. */
  askMs: number;
  /** For making a table out of the copied rows. */
  tableMs: number;
  /** Calls `act` after `ms` unless the returned function is called before. Tests have a clock of their own. */
  after?: (ms: number, act: () => void) => () => void;
}

export const csvLimits: CsvLimits = { askMs: 20_000, tableMs: 45_000 };

const processCount = 2;
/** Files that are read side by side, piece by piece: none of them waits for the end of another. */
const scanCount = 8;

export class CsvPool {
  private readonly processes: readonly CsvProcess[];
  private readonly engines = new Turns(processCount);
  private readonly scans = new Turns(scanCount);

  /** `root`: the cache's folder. `room`: bytes that may be written to its disk. */
  constructor(
    root: string,
    private readonly limits: CsvLimits,
    private readonly room: () => Promise<number>,
  ) {
    this.processes = Array.from({ length: processCount }, () => new CsvProcess(root, limits.after));
  }

  /** @throws as `CsvProcess.scan` */
  scan(user: number, order: ScanOrder, open: () => Promise<Readable>, news: ScanNews): Promise<boolean | null> {
    return this.scans.run(user, (place) => this.processes[place % processCount].scan(order, open, news));
  }

  /** @throws CsvTooSlow, CsvNoRoom, Error */
  makeTable(user: number, order: TableOrder): Promise<void> {
    const { tableMs } = this.limits;
    return this.engines.run(user, async (place) =>
      this.processes[place].makeTable({ ...order, spillBytes: await this.spillBytes() }, { withinMs: tableMs }),
    );
  }

  /** @throws CsvTooSlow, CsvNoRoom, Error, the signal's reason */
  ask(user: number, question: TableQuestion, signal: AbortSignal): Promise<TableRows> {
    const { askMs } = this.limits;
    return this.engines.run(
      user,
      async (place) =>
        this.processes[place].ask({ ...question, spillBytes: await this.spillBytes() }, { withinMs: askMs, signal }),
      signal,
    );
  }

  /**
   * What an engine may put aside now, so that all of them leave the reserve of the disk alone: a power of two, as an engine is made anew
   * for every other amount.
   */
  private async spillBytes(): Promise<number> {
    const room = (await this.room()) / processCount;
    return room < 1 ? 0 : Math.min(mostSpillBytes, 2 ** Math.floor(Math.log2(room)));
  }

  close(): void {
    for (const process of this.processes) process.close();
  }
}
