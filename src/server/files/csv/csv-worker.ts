/**
 * The CSV process: reads files that the server hands over in pieces, and answers questions about their tables. A process
 * and not a thread, because the engine is native code that holds memory of its own: what goes wrong in it ends nothing else.
 */
import { rmSync } from "node:fs";
import { CsvEngine } from "./engine.ts";
import { type CsvOrder, type CsvReport, tableName } from "./messages.ts";
import { NotCsv } from "./row-scanner.ts";
import { CsvScan, TooManyColumns } from "./scan.ts";

interface Running {
  scan: CsvScan;
  folder: string;
}

const [, , root] = process.argv;
const scans = new Map<number, Running>();
let engine: Promise<CsvEngine> | undefined;
const theEngine = () => {
  engine ??= CsvEngine.open(root);
  return engine;
};
const say = (report: CsvReport) => process.send?.(report);

process.on("message", (order: CsvOrder) => {
  void obey(order).catch((error: unknown) => {
    giveUp(order.id);
    if (error instanceof NotCsv) say({ kind: "refused", id: order.id, reason: error.reason, row: error.row });
    else if (error instanceof TooManyColumns) say({ kind: "refused", id: order.id, reason: "columns", row: 0 });
    else say({ kind: "failed", id: order.id, message: error instanceof Error ? error.name : "Error" });
  });
});
process.on("disconnect", () => process.exit(0));

async function obey(order: CsvOrder): Promise<void> {
  const { id } = order;
  switch (order.kind) {
    case "scan": {
      const { folder, dialect, hasTable } = order;
      scans.set(id, { folder, scan: new CsvScan(folder, dialect, { hasTable }) });
      return;
    }
    case "bytes": {
      const scan = scans.get(id)?.scan;
      if (scan === undefined) return; // it was refused, and more was on its way
      scan.push(order.bytes);
      say({ kind: "read", id, places: scan.takePlaces(), rows: scan.rowCount, width: scan.width });
      return;
    }
    case "end": {
      const running = scans.get(id);
      if (running !== undefined) await finish(id, running);
      return;
    }
    case "cancel":
      giveUp(id);
      return;
    case "ask":
      say({ kind: "answer", id, answer: await (await theEngine()).ask(order.question) });
  }
}

async function finish(id: number, { scan, folder }: Running): Promise<void> {
  scan.finish();
  say({ kind: "read", id, places: scan.takePlaces(), rows: scan.rowCount, width: scan.width });
  say({ kind: "scanned", id, rows: scan.rowCount, width: scan.width });
  scans.delete(id);
  let isTable = false;
  const hasEscapes = scan.copyEscapes;
  if (hasEscapes !== null && scan.width > 0)
    try {
      const table = `${folder}/${tableName}`;
      await (await theEngine()).makeTable(scan.copyPath, table, { width: scan.width, hasEscapes });
      isTable = true;
    } catch {
      // Paging needs no table.
    }
  scan.removeCopy();
  say({ kind: "tabled", id, isTable });
}

/** Leaves nothing behind: the server may have cleared the folder before this process made it. */
function giveUp(id: number): void {
  const running = scans.get(id);
  if (running === undefined) return;
  running.scan.close({ isGivenUp: true });
  scans.delete(id);
  rmSync(running.folder, { recursive: true, force: true });
}
