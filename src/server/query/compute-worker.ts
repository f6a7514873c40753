/** Compute thread: everything of the page service that costs more than a copy. One task at a time, in the order they are given. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { openCore } from "../../signal/node.ts";
import { BlockMeans, BlockSums, derivedReader, isDerived } from "../analysis/index.ts";
import { coreChecksum, createSampleReader, DamageFound, openHome } from "../recordings/index.ts";
import type { ComputeOrder, ComputeReply, ComputeWorkerData } from "./compute-messages.ts";
import { threadTasks } from "./tasks/index.ts";

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
const sums = new BlockSums();
const means = new BlockMeans();
const stored = { reader, means };

let last: Promise<void> = Promise.resolve();
port.on("message", (order: ComputeOrder) => {
  last = last.then(() => answer(port, order));
});

async function answer(port: MessagePort, order: ComputeOrder): Promise<void> {
  const { id } = order;
  const begunAt = performance.now();
  try {
    const { result, handedBack } = await carryOut(order);
    port.postMessage({ id, result, ms: performance.now() - begunAt } satisfies ComputeReply, handedBack);
  } catch (error) {
    const { message } = error as Error;
    const damage = error instanceof DamageFound ? error.found : undefined;
    const failure = { message, isCancelled: error instanceof Cancelled, damage };
    port.postMessage({ id, failure } satisfies ComputeReply);
  }
}

async function carryOut(order: ComputeOrder): Promise<{ result: unknown; handedBack: ArrayBuffer[] }> {
  const { recordingKey, isFirst, modality, input, control } = order;
  if (isFirst) recordings.clear();
  if (order.recording !== null) recordings.set(recordingKey, order.recording);
  if (Atomics.load(control, 0) === 1) throw new Cancelled(); // while it waited here
  const recording = recordings.get(recordingKey);
  const group = recording?.groups.find((candidate) => candidate.modality === modality);
  if (recording === undefined || group === undefined) throw new Error("The recording is not known to this thread.");
  const task = threadTasks.get(order.task);
  if (task === undefined) throw new Error(`No such task: ${order.task}.`);
  const onStep = () => {
    if (Atomics.load(control, 0) === 1) throw new Cancelled();
  };
  const onSlice = (fraction: number) => {
    onStep();
    Atomics.store(control, 1, Math.round(fraction * 1000));
  };
  const own = isDerived(recording) ? derivedReader({ core, reader, sums, means, onStep }) : reader;
  const result = await task.run({ core, reader: own, recording, group }, input, onSlice, stored);
  return { result, handedBack: task.handsBack(result) };
}
