import { X } from "lucide-react";
import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { Progress } from "../../../../ui/notices/Progress.tsx";
import { queue } from "../state.ts";
import { askToRemove } from "./gestures.ts";
import css from "./Queue.module.css";
import { detailOf, hindranceOf, percentOf, stageOf, stateOf } from "./row-words.ts";
import { useNowMs } from "./use-now.ts";

const { dialog, panel } = uploadQueueText;

/** One upload in the queue dialog; `place` 0 is the one under way. */
export function QueuePlace({ id, place }: { id: number; place: number }) {
  const { items, isOffline } = useSnapshot(queue);
  const item = items.find((one) => one.id === id);
  const nowMs = useNowMs(place === 0);
  if (item === undefined) return null;
  const hindrance = isOffline ? null : hindranceOf(item, nowMs);
  const label = panel.label(item.patientIdentifier, item.siteName);
  const stage = stageOf(item);
  return (
    <li className={css.place}>
      <div className={css.placeHead}>
        <span className={css.placeLabel}>{label}</span>
        <span className={css.state}>{place === 0 ? dialog.nowRunning : dialog.position(place)}</span>
        {place === 0 ? null : <IconButton icon={X} label={panel.remove(label)} onPress={() => void askToRemove(id)} />}
      </div>
      {place === 0 ? (
        <Progress
          label={hindrance === null ? stateOf(item, isOffline) : `${hindrance.what} ${hindrance.when}`}
          detail={detailOf(stage, isOffline || hindrance !== null)}
          fraction={percentOf(stage) / 100}
        />
      ) : null}
    </li>
  );
}
