import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert, Unplug } from "lucide-react";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { isLive, type QueueItem } from "../state.ts";
import { PatientWay } from "./PatientWay.tsx";
import css from "./Queue.module.css";
import { hindranceOf } from "./row-words.ts";
import { useNowMs } from "./use-now.ts";

const { reasons, dialog } = uploadQueueText;
const icons = { Done: CircleCheck, Failed: CircleAlert, Canceled: CircleSlash } as const;

/** How an upload ended, and why; while it is under way, what the user has to know. */
export function OutcomeMessage({ item, isOffline }: { item: Readonly<QueueItem>; isOffline: boolean }) {
  const { status, message, reason } = item;
  const hindrance = hindranceOf(item, useNowMs(isLive(item)));
  if (status === "Done" || status === "Failed" || status === "Canceled") {
    const Icon = icons[status];
    return (
      <div className={css.message} data-status={status} role={status === "Failed" ? "alert" : "status"}>
        <Icon size={16} className={css.messageIcon} aria-hidden />
        <div>
          <p>{message}</p>
          {reason === null ? null : <p className={css.note}>{reason}</p>}
          {status === "Done" ? <PatientWay item={item} /> : null}
        </div>
      </div>
    );
  }
  if (isOffline)
    return (
      <div className={css.message} data-status="Offline" role="status">
        <Unplug size={16} className={css.messageIcon} aria-hidden />
        <div>
          <p>{reasons.offline}</p>
          <p className={css.note}>{reasons.offlineHint}</p>
        </div>
      </div>
    );
  if (hindrance !== null)
    return (
      <div className={css.message} data-status="Offline" role="status">
        <TriangleAlert size={16} className={css.messageIcon} aria-hidden />
        <div>
          <p>
            {hindrance.what} <span aria-hidden>{hindrance.when}</span>
          </p>
          <p className={css.note}>{dialog.stayOpen}</p>
        </div>
      </div>
    );
  return <p className={css.note}>{dialog.stayOpen}</p>;
}
