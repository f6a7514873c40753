/** What the wizard asks of the queue. */
import type { UploadKind } from "../../../protocol/uploads.ts";
import type { UploadOrder } from "../types.ts";
import { keepEntry } from "./kept/entries.ts";
import { runQueue } from "./run.ts";
import { isFor, isLive, newItem, type QueueItem, queue } from "./state.ts";
import type { Task } from "./transfer/upload.ts";

let last = 0;
/** Spec 000 section 3: the id of an upload in the queue is a time stamp. */
const nextId = () => {
  last = Math.max(last + 1, Date.now());
  return last;
};

/** Puts an upload at the end of the queue, which works through it one by one. Returns its id in the queue. */
export function enqueueUpload(order: UploadOrder): number {
  const id = nextId();
  void keepEntry(id, order);
  return addItem(newItem(id, order), { kind: "order", order });
}

/** Its id is given when it is 0. */
export function addItem(item: QueueItem, task: Task): number {
  const id = item.id === 0 ? nextId() : item.id;
  // One that was given up for want of an answer begins anew.
  queue.items = [...queue.items.filter((one) => one.id !== id), { ...item, id }];
  queue.isMinimised = false;
  runQueue(id, task);
  return id;
}

/** Names of a kind that wait or are being sent for a patient: 'already in current queue' (spec 000 section 5). */
export function queuedNames(
  projectId: number,
  siteId: number,
  patientIdentifier: string,
  kind: UploadKind,
): ReadonlySet<string> {
  const patient = { projectId, siteId, patientIdentifier };
  const ofPatient = queue.items.filter((item) => isLive(item) && isFor(item, patient));
  return new Set(ofPatient.flatMap(({ names }) => names.filter((one) => one.kind === kind).map(({ name }) => name)));
}
