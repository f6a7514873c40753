/** Compute thread: everything of the page service that costs more than a copy. One task at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { pyramidBase, pyramidFactor, pyramidLevels } from "../../domain/grid.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { encodeBlock } from "../../signal/codec.ts";
import { type GridColumns, mergeColumns } from "../../signal/levels.ts";
import { openCore } from "../../signal/node.ts";
import { coreChecksum, createSampleReader, DamageFound, openHome } from "../recordings/index.ts";
import { type ColumnStreamSource, streamColumns } from "./column-stream.ts";
import type { ComputeOrder, ComputeReply, ComputeResult, ComputeTask, ComputeWorkerData } from "./compute-messages.ts";

class Cancelled extends Error {}

const port = parentPort;
if (port === null) throw new Error("This file is a worker thread.");
const core = openCore();
const { dataDir, home } = workerData as ComputeWorkerData;
const remote = home === undefined ? null : await openHome(home);
const reader = createSampleReader(dataDir, {
  isBlocking: true,
  remote,
  checksum: coreChecksum(core),
  onLevel: (level) => port.postMessage({ level } satisfies ComputeReply),
});
const recordings = new Map<string, RecordingDetail>();

port.on("message", async (order: ComputeOrder) => {
  const { id } = order;
  try {
    const result = await carryOut(order);
    port.postMessage({ id, result } satisfies ComputeReply, buffersOf(result));
  } catch (error) {
    const { message } = error as Error;
    const damage = error instanceof DamageFound ? error.found : undefined;
    const failure = { message, isCancelled: error instanceof Cancelled, damage };
    port.postMessage({ id, failure } satisfies ComputeReply);
  }
});

async function carryOut(order: ComputeOrder): Promise<ComputeResult> {
  const { recordingKey, isFirst, modality, task, control } = order;
  if (isFirst) recordings.clear();
  if (order.recording !== null) recordings.set(recordingKey, order.recording);
  const recording = recordings.get(recordingKey);
  const group = recording?.groups.find((candidate) => candidate.modality === modality);
  if (recording === undefined || group === undefined) throw new Error("The recording is not known to this thread.");
  const onSlice = (fraction: number) => {
    if (Atomics.load(control, 0) === 1) throw new Cancelled();
    Atomics.store(control, 1, Math.round(fraction * 1000));
  };
  const source = { core, reader, recording, group };
  switch (task.kind) {
    case "stored-columns":
      return { kind: "stored-columns", data: await reader.readColumns(recording, group, task.edges) };
    case "recipe-columns":
      return { kind: "recipe-columns", columns: await streamColumns(source, task.recipe, task.grid, onSlice) };
    case "piece":
      return { kind: "piece", levels: await buildPiece(source, task, onSlice) };
    case "code": {
      const bytes = encodeBlock(core, task.data, task.shape);
      return bytes === null ? { kind: "code", bytes, data: task.data } : { kind: "code", bytes };
    }
  }
}

/** Finest first. */
async function buildPiece(
  source: ColumnStreamSource,
  { recipe, firstColumn, columns }: Extract<ComputeTask, { kind: "piece" }>,
  onSlice: (fraction: number) => void,
): Promise<GridColumns[]> {
  const grid = { firstColumn, columns, samplesPerColumn: pyramidBase };
  const levels = [await streamColumns(source, recipe, grid, onSlice)];
  while (levels.length < pyramidLevels.length)
    levels.push(mergeColumns(core, levels[levels.length - 1], pyramidFactor));
  onSlice(1);
  return levels;
}

function buffersOf(result: ComputeResult): ArrayBuffer[] {
  switch (result.kind) {
    case "stored-columns":
      return [result.data.buffer as ArrayBuffer];
    case "recipe-columns":
      return [result.columns.data.buffer as ArrayBuffer, result.columns.breaks.buffer as ArrayBuffer];
    case "piece":
      return result.levels.flatMap(({ data, breaks }) => [data.buffer as ArrayBuffer, breaks.buffer as ArrayBuffer]);
    case "code":
      return [(result.bytes ?? result.data).buffer as ArrayBuffer];
  }
}
