import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useHolds } from "../../../session/index.ts";
import { loadInterrupted } from "../kept/interrupted.ts";
import { queue } from "../state.ts";
import { tieQueue } from "../transfer/tie.ts";
import { ProgressDialog } from "./ProgressDialog.tsx";
import { QueueDialog } from "./QueueDialog.tsx";
import { QueuePanel } from "./QueuePanel.tsx";
import { closeDialog } from "./show.ts";

/** Panel and dialogs of the upload queue. Mounted once, in the frame; the queue itself goes on without it. */
export function UploadHost() {
  const { items, interrupted, shown } = useSnapshot(queue);
  const queryClient = useQueryClient();
  const canUpload = useHolds("upload_data");
  const { pathname } = useLocation();
  const failed = items.filter(({ status }) => status === "Failed").length;
  const done = items.filter(({ status }) => status === "Done").length;
  useEffect(tieQueue, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that failed may be one that can be continued
  useEffect(() => {
    if (canUpload) void loadInterrupted();
  }, [canUpload, failed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dialogs close when the route changes (spec 000 section 2)
  useEffect(() => closeDialog, [pathname]);
  useEffect(() => {
    // The lists on the screen hold what was uploaded.
    if (done > 0) void queryClient.invalidateQueries();
  }, [done, queryClient]);
  const item = items.find(({ id }) => id === shown?.id);
  return (
    <>
      {items.length + interrupted.length === 0 ? null : <QueuePanel />}
      {shown === null || item === undefined ? null : shown.isInProgress ? (
        <ProgressDialog id={item.id} />
      ) : (
        <QueueDialog />
      )}
    </>
  );
}
