/**
 * A CSV process: reads files that the server hands over in pieces, and answers questions about their tables. A process
 * and not a thread, because the engine is native code that holds memory of its own: what goes wrong in it ends nothing else.
 * Folders are made and removed by the server alone, which is told when nothing here writes into one any more.
 */
import { CsvEngine, isOutOfSpill } from "./engine.ts";
import { type CsvOrder, type CsvReport, spillName } from "./messages.ts";
import { NotCsv } from "./row-scanner.ts";
import { CsvScan, TooManyColumns } from "./scan.ts";

const [, , root] = process.argv;
const scans = new Map<number, CsvScan>();
let engine: { spillBytes: number; opened: Promise<CsvEngine> } | undefined;
/** One that may put no more aside than there is room for; its settings are locked, so another one takes its place. */
async function theEngine(spillBytes: number): Promise<CsvEngine> {
  if (engine !== undefined && engine.spillBytes !== spillBytes) {
    const { opened } = engine;
    engine = undefined;
    (await opened.catch(() => undefined))?.close();
  }
  engine ??= { spillBytes, opened: CsvEngine.open(root, { name: spillName(process.pid), bytes: spillBytes }) };
  return engine.opened;
}
/** Work of the engine that was stopped last; the order to stop may come before the work has begun. */
let stopped = 0;
async function engineFor(id: number, spillBytes: number): Promise<CsvEngine> {
  const opened = await theEngine(spillBytes);
  if (stopped === id) throw new Error("The work was stopped.");
  return opened;
}
const say = (report: CsvReport) => process.send?.(report);

process.on("message", (order: CsvOrder) => {
  void obey(order).catch((error: unknown) => {
    giveUp(order.id);
    if (error instanceof NotCsv) say({ kind: "refused", id: order.id, reason: error.reason, row: error.row });
    else if (error instanceof TooManyColumns) say({ kind: "refused", id: order.id, reason: "columns", row: 0 });
    else if (isOutOfSpill(error)) say({ kind: "no room", id: order.id });
    else say({ kind: "failed", id: order.id, message: error instanceof Error ? error.name : "Error" });
  });
});
process.on("disconnect", () => process.exit(0));

async function obey(order: CsvOrder): Promise<void> {
  const { id } = order;
  switch (order.kind) {
    case "scan": {
      const { folder, dialect, hasTable } = order;
      scans.set(id, new CsvScan(folder, dialect, { hasTable }));
      return;
    }
    case "bytes": {
      const scan = scans.get(id);
      if (scan === undefined) return; // it was refused, and more was on its way
      scan.push(order.bytes);
      say({ kind: "read", id, places: scan.takePlaces(), rows: scan.rowCount, width: scan.width });
      return;
    }
    case "end": {
      const scan = scans.get(id);
      if (scan !== undefined) finish(id, scan);
      return;
    }
    case "cancel":
      giveUp(id);
      say({ kind: "dropped", id });
      return;
    case "table":
      await (await engineFor(id, order.order.spillBytes)).makeTable(order.order);
      say({ kind: "answer", id, answer: null });
      return;
    case "ask":
      say({ kind: "answer", id, answer: await (await engineFor(id, order.question.spillBytes)).ask(order.question) });
      return;
    case "stop":
      stopped = id;
      (await engine?.opened)?.stop();
  }
}

function finish(id: number, scan: CsvScan): void {
  scan.finish();
  scans.delete(id);
  const { rowCount: rows, width } = scan;
  say({ kind: "read", id, places: scan.takePlaces(), rows, width });
  say({ kind: "scanned", id, rows, width, hasEscapes: scan.copyEscapes });
}

function giveUp(id: number): void {
  scans.get(id)?.close();
  scans.delete(id);
}
