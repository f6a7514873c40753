/** Ties the queue to the page: its closing, its connection, the end of the session. Once a page. */
import { subscribe } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { onSessionEnded, setUploadGuard } from "../../../session/index.ts";
import { alertUser } from "../../../shell/index.ts";
import { clearEntries } from "../kept/entries.ts";
import { loadInterrupted } from "../kept/interrupted.ts";
import { forgetList, keepList } from "../kept/session-list.ts";
import { cancelAll, leaveQueue, runningId } from "../run.ts";
import { isLive, queue } from "../state.ts";

let isTied = false;

const isUploading = () => queue.items.some(isLive);

export function tieQueue(): void {
  if (isTied) return;
  isTied = true;
  forgetList(); // of a page before this one that had no time to
  subscribe(queue, keepList);
  setUploadGuard({ isUploading, cancel: cancelAll });
  onSessionEnded(() => {
    leaveQueue();
    void clearEntries();
  });
  window.addEventListener("beforeunload", (event) => {
    if (isUploading()) event.preventDefault();
  });
  window.addEventListener("pagehide", forgetList);
  window.addEventListener("offline", () => {
    if (runningId() === null) return;
    queue.isOffline = true;
    void alertUser(uploadQueueText.reasons.offline);
  });
  window.addEventListener("online", () => {
    queue.isOffline = false;
    void loadInterrupted();
  });
}
