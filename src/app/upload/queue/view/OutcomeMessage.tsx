import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert, Unplug } from "lucide-react";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { inactiveMs, useSession } from "../../../session/index.ts";
import { isLive, type QueueItem } from "../state.ts";
import { PatientWay } from "./PatientWay.tsx";
import css from "./Queue.module.css";
import { hindranceOf, stageOf } from "./row-words.ts";
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
          <StayOpen item={item} />
        </div>
      </div>
    );
  return <StayOpen item={item} />;
}

/** What the page is needed for; of an upload that outlasts a session without gestures, that its user is needed too. */
function StayOpen({ item }: { item: Readonly<QueueItem> }) {
  const { settings } = useSession();
  const { outcome, etaMs } = stageOf(item);
  const isLong = settings?.has_session_timeout === true && outcome === "active" && (etaMs ?? 0) > inactiveMs;
  return (
    <>
      <p className={css.note}>{dialog.stayOpen}</p>
      {isLong ? <p className={css.note}>{dialog.stayActive(inactiveMs / 60_000)}</p> : null}
    </>
  );
}
