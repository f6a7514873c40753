/** Works through the queue, one upload at a time, and says how each ended (spec 000 sections 4 and 8). */
import { uploadQueueText } from "../../../protocol/text/upload-queue-text.ts";
import { cancelUpload, checkCancelStatus, modifyUpload } from "../../../protocol/uploads.ts";
import { dropEntry, keepMade } from "./kept/entries.ts";
import { holdEntry, holdUpload } from "./kept/locks.ts";
import { dropRecipe } from "./kept/recipe.ts";
import { headOf, isLive, type QueueItem, queue } from "./state.ts";
import { browserTools, type UploadQueueDeps } from "./tools.ts";
import { ask, isTransientFailure } from "./transfer/ask.ts";
import { UploadCanceled, UploadFailed, UploadLeft, UploadUnreachable } from "./transfer/failures.ts";
import { runUpload, type Task } from "./transfer/upload.ts";
import { followProgress } from "./view/show.ts";

const { outcome, reasons } = uploadQueueText;
/** Chosen files stay outside the proxy. Those of settled uploads are let go. */
const tasks = new Map<number, Task>();
/** Releases: other tabs are told which of them this page has the files of. */
const holds = new Map<number, () => void>();
let current: { id: number; stop: AbortController; done: Promise<void> } | null = null;
let tools: UploadQueueDeps = browserTools;

/** For tests. */
export function setTools(other: UploadQueueDeps): void {
  tools = other;
}

/** Takes over what an item of the queue is about; its turn comes when those before it are settled. */
export function runQueue(id: number, task: Task): void {
  tasks.set(id, task);
  holds.set(id, holdEntry(id));
  void next();
}

function letGo(id: number): void {
  tasks.delete(id);
  holds.get(id)?.();
  holds.delete(id);
}

const find = (id: number): QueueItem | undefined => queue.items.find((item) => item.id === id);
export const runningId = (): number | null => current?.id ?? null;

async function next(): Promise<void> {
  const item = headOf(queue.items);
  if (current !== null || item === undefined) return;
  const task = tasks.get(item.id);
  if (task === undefined) return;
  const stop = new AbortController();
  const done = work(task, item, stop.signal);
  current = { id: item.id, stop, done };
  followProgress();
  await done;
  letGo(item.id);
  current = null;
  followProgress();
  await next();
}

/** Never throws: how it ended is in the item. */
async function work(task: Task, item: QueueItem, signal: AbortSignal): Promise<void> {
  const release = holdUpload(item);
  try {
    await runUpload(task, { item, tools, signal });
    settle(item, "Done", outcome.success);
    void keepMade(item.projectId, item.siteId, item.patientIdentifier);
  } catch (thrown) {
    const error: unknown = signal.aborted ? signal.reason : thrown;
    if (error instanceof UploadLeft) return;
    if (error instanceof UploadCanceled) settle(item, "Canceled", outcome.canceled);
    else await fail(item, error);
    // What only had no answer is offered again.
    if (error instanceof UploadUnreachable) return;
  } finally {
    release();
  }
  void dropEntry(item.id);
  if (item.uploadId !== null && item.status !== "Failed") void dropRecipe(item.uploadId);
}

function settle(
  item: QueueItem,
  status: "Done" | "Failed" | "Canceled",
  message: string,
  reason: string | null = null,
): void {
  if (status === "Failed")
    for (const stage of [item.preparing, item.uploading])
      if (stage.outcome === "active") Object.assign(stage, { outcome: "failed", etaMs: null });
  Object.assign(item, { status, message, reason, isFinishing: false, trouble: null });
}

/** Reports a failure to the server, which tells the support team; what the user reads says whether that worked. */
async function fail(item: QueueItem, error: unknown): Promise<void> {
  const isOwn = error instanceof UploadFailed || error instanceof UploadUnreachable;
  if (!isOwn) console.error("upload.failed", error);
  const telling = error instanceof UploadFailed ? error.telling : isOwn ? "reason" : "none";
  const reason = isOwn && telling !== "none" ? error.message : null;
  const isReported = !(error instanceof UploadUnreachable) && (await report(item));
  if (isReported && item.uploadId !== null) void dropRecipe(item.uploadId);
  if (reason !== null && telling === "whole") settle(item, "Failed", reason, isReported ? outcome.failed : null);
  else settle(item, "Failed", isReported ? outcome.failed : outcome.failedUnreported, reason);
}

async function report({ uploadId, uploading }: QueueItem): Promise<boolean> {
  if (uploadId === null) return false;
  const body = { upload_id: uploadId, progress: uploading.fraction, has_failed: true };
  return tools.call(modifyUpload, body, AbortSignal.timeout(30_000)).then(
    () => true,
    () => false,
  );
}

/**
 * Stops an upload and has the server remove what was sent of it. A server that is away is told as soon as it answers.
 * @throws the server's refusal: it took the upload over in the meantime
 */
export async function cancelItem(id: number): Promise<void> {
  const item = find(id);
  if (item === undefined || !isLive(item)) return;
  const running = current?.id === id ? current : null;
  if (running === null) {
    letGo(id);
    void dropEntry(id);
    return settle(item, "Canceled", outcome.canceled);
  }
  running.stop.abort(new UploadCanceled());
  await running.done;
  if (item.uploadId !== null) await tellCanceled(item, item.uploadId);
}

async function tellCanceled(item: QueueItem, uploadId: number): Promise<void> {
  const body = { upload_id: uploadId };
  try {
    await tools.call(cancelUpload, body, AbortSignal.timeout(30_000));
  } catch (error) {
    if (isTransientFailure(error)) {
      item.reason = reasons.cancelUntold;
      const told = ask(tools, cancelUpload, body, new AbortController().signal);
      void told.then(() => Object.assign(item, { reason: null })).catch(() => undefined);
      return;
    }
    const { status } = await tools.call(checkCancelStatus, body);
    if (status === "PROCESSING" || status === "SUCCESS") settle(item, "Done", outcome.success);
    throw error;
  }
}

/** Takes an upload that has not begun out of the queue. */
export function removeItem(id: number): void {
  if (current?.id === id) return;
  letGo(id);
  void dropEntry(id);
  queue.items = queue.items.filter((item) => item.id !== id);
  followProgress();
}

/** Logging out: the current upload is canceled, the others are removed, the panel closes (spec 000 section 4). */
export async function cancelAll(): Promise<void> {
  const id = runningId();
  for (const item of [...queue.items]) if (item.id !== id && isLive(item)) removeItem(item.id);
  try {
    if (id !== null) await cancelItem(id);
  } finally {
    clearQueue();
  }
}

/** Everything settled is forgotten; uploads of earlier pages are shown again when the page is opened the next time. */
export function closePanel(): void {
  queue.items = queue.items.filter(isLive);
  queue.interrupted = [];
}

/** The session ended: nothing is asked of the server any more, and what was begun can be continued later. */
export function leaveQueue(): void {
  for (const id of [...tasks.keys()]) letGo(id);
  current?.stop.abort(new UploadLeft());
  clearQueue();
}

function clearQueue(): void {
  Object.assign(queue, { items: [], interrupted: [], isMinimised: false, shown: null });
}
