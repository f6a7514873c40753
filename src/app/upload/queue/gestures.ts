/** What the buttons of panel and dialogs do: they ask first. */
import { uploadQueueText } from "../../../protocol/upload-queue-text.ts";
import { toast } from "../../../ui/toasts.ts";
import { reasonOf } from "../../session/index.ts";
import { confirmUser } from "../../shell/index.ts";
import { cancelInterrupted } from "./interrupted.ts";
import { cancelItem, removeItem, runningId } from "./run.ts";

const { confirmCancel, confirmRemove } = uploadQueueText;

/** Cancels the upload under way. */
export async function askToCancel(id: number): Promise<void> {
  if (!(await confirmUser(confirmCancel))) return;
  await cancelItem(id).catch((error: unknown) => toast.error(reasonOf(error)));
}

/** Takes one that waits out of the queue; it may have come to its turn while the question stood. */
export async function askToRemove(id: number): Promise<void> {
  if (!(await confirmUser(confirmRemove))) return;
  if (runningId() === id) await askToCancel(id);
  else removeItem(id);
}

/** Gives up an upload of an earlier page. */
export async function askToCancelInterrupted(uploadId: number): Promise<void> {
  if (!(await confirmUser(confirmCancel))) return;
  await cancelInterrupted(uploadId).catch((error: unknown) => toast.error(reasonOf(error)));
}
