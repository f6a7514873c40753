import { CircleAlert, CircleCheck, CircleSlash, X } from "lucide-react";
import { ProgressBar } from "react-aria-components";
import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { TextButton } from "../../../../ui/buttons/TextButton.tsx";
import { progressLevel } from "../../../../ui/notices/progress-level.ts";
import { headOf, isLive, queue } from "../state.ts";
import { askToCancel, askToRemove } from "./gestures.ts";
import { labelOf } from "./header-text.ts";
import { PatientWay } from "./PatientWay.tsx";
import css from "./Queue.module.css";
import { detailOf, hindranceOf, percentOf, stageOf, stateOf } from "./row-words.ts";
import { showUpload } from "./show.ts";
import { useNowMs } from "./use-now.ts";

const { panel } = uploadQueueText;
const outcomeIcons = { Done: CircleCheck, Failed: CircleAlert, Canceled: CircleSlash } as const;

/** One upload of the panel: whose it is, how far it is, and its way out. */
export function QueueRow({ id }: { id: number }) {
  const { items, isOffline } = useSnapshot(queue);
  const item = items.find((one) => one.id === id);
  const nowMs = useNowMs(item !== undefined && isLive(item));
  if (item === undefined) return null;
  const hindrance = hindranceOf(item, nowMs);
  const isRunning = item.status === "Hashing" || item.status === "Uploading";
  const isHead = headOf(items)?.id === id;
  const label = panel.label(item.patientIdentifier, item.siteName);
  const stage = stageOf(item);
  const Icon = item.status in outcomeIcons ? outcomeIcons[item.status as keyof typeof outcomeIcons] : null;
  return (
    <li className={css.row} data-status={item.status}>
      <div className={css.words}>
        {Icon === null ? null : <Icon size={15} aria-hidden />}
        <TextButton onPress={() => showUpload(id)} label={panel.details(label)}>
          {labelOf(item)}
        </TextButton>
        <span className={css.state}>{stateOf(item, isOffline)}</span>
        {item.status === "Done" ? <PatientWay item={item} /> : null}
        {isLive(item) ? (
          <IconButton
            icon={X}
            label={isHead ? panel.cancel(label) : panel.remove(label)}
            onPress={() => void (isHead ? askToCancel(id) : askToRemove(id))}
          />
        ) : null}
      </div>
      {isRunning ? (
        <div className={css.line}>
          <ProgressBar aria-label={stateOf(item, isOffline)} value={percentOf(stage)} className={css.track}>
            <span
              className={css.fill}
              data-level={progressLevel(stage.fraction)}
              style={{ width: `${percentOf(stage)}%` }}
            />
          </ProgressBar>
          <span className={css.detail}>{detailOf(stage, isOffline || hindrance !== null)}</span>
        </div>
      ) : null}
      {hindrance === null || isOffline ? null : (
        <p className={css.hindrance} role="status">
          {hindrance.what} <span aria-hidden>{hindrance.when}</span>
        </p>
      )}
    </li>
  );
}
