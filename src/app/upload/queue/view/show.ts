/** Which dialog of the queue is open. */
import { isLive, queue } from "../state.ts";

/** Whether an upload's dialog is the one of progress: it is no longer waiting, and it is the only one (spec 000 section 4). */
function isAloneInProgress(id: number): boolean {
  const item = queue.items.find((one) => one.id === id);
  return item !== undefined && item.status !== "InQueue" && !queue.items.some((one) => one.id !== id && isLive(one));
}

/**
 * Opens the dialog of an upload. "If only one upload is queued and it is not in queue, it moves to the progress dialog"
 * (spec 000 section 4); else it is the queue dialog.
 */
export function showUpload(id: number): void {
  queue.shown = { id, isInProgress: isAloneInProgress(id) };
}

/** 'Move to progress' of the queue dialog. */
export function moveToProgress(id: number): void {
  queue.shown = { id, isInProgress: true };
}

/** The upload goes on; the panel shows it. */
export function closeDialog(): void {
  queue.shown = null;
}

/** After every change of a status: an upload that came to its turn, alone, moves to the progress dialog. */
export function followProgress(): void {
  const { shown } = queue;
  if (shown !== null && !shown.isInProgress && isAloneInProgress(shown.id)) shown.isInProgress = true;
}

const opener = { open: null as (() => void) | null };

/** The wizard says how it is opened; the progress dialog then offers to upload another patient. */
export function setUploadAnother(open: (() => void) | null): void {
  opener.open = open;
}

export const uploadAnother = (): (() => void) | null => opener.open;
