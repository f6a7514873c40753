/** What the buttons of panel and dialogs do: they ask first. */
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce } from "../../../session/index.ts";
import { confirmUser } from "../../../shell/index.ts";
import { cancelInterrupted, chooseAgain } from "../kept/interrupted.ts";
import { cancelItem, removeItem, runningId } from "../run.ts";

const { confirmCancel, confirmChanged, confirmRemove } = uploadQueueText;

/** Cancels the upload under way. */
export async function askToCancel(id: number): Promise<void> {
  if (!(await confirmUser(confirmCancel))) return;
  await cancelItem(id).catch((error: unknown) => toast.error(reasonOnce(error)));
}

/** Takes one that waits out of the queue; it may have come to its turn while the question stood. */
export async function askToRemove(id: number): Promise<void> {
  if (!(await confirmUser(confirmRemove))) return;
  if (runningId() === id) await askToCancel(id);
  else removeItem(id);
}

/** Gives up an upload of an earlier page; of one that was not begun the server has nothing. */
export async function askToCancelInterrupted(key: string, isBegun: boolean): Promise<void> {
  if (!(await confirmUser(isBegun ? confirmCancel : confirmRemove))) return;
  await cancelInterrupted(key).catch((error: unknown) => toast.error(reasonOnce(error)));
}

/** Looks for the files of an upload of an earlier page among chosen ones; whether files that were changed are sent is asked. */
export const goOnWith = (key: string, files: readonly File[]): Promise<void> =>
  chooseAgain(key, files, (changed) => {
    const { title, text, yes, no } = confirmChanged;
    return confirmUser({ title, text: text(listed(changed)), yes, no });
  });

const mostListed = 5;
const listed = (paths: readonly string[]): string => {
  const shown = paths.slice(0, mostListed).join(", ");
  return paths.length > mostListed ? confirmChanged.more(shown, paths.length - mostListed) : shown;
};
