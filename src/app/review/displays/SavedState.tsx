import { Check, CloudOff, CloudUpload } from "lucide-react";
import { useSnapshot } from "valtio";
import { viewerMoment } from "../../../domain/time/clock.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { useHours } from "../clock-setting.ts";
import css from "./Displays.module.css";
import type { DisplayStore } from "./display-store.ts";

/**
 * Whether the server holds what is set in the display; since when is in the hint, with its zone: beside the times of the recording, which
 * may be those of another place, the reader's own would be taken for one of them. `isKept`: it is one of the reader's that may be changed now.
 */
export function SavedState({ store, isKept }: { store: DisplayStore; isKept: boolean }) {
  const { waiting, isSaving, savedAtMs } = useSnapshot(store.state);
  const hours = useHours();
  return (
    <>
      {!isKept || waiting !== null ? null : (
        <span
          className={css.saved}
          title={displayBarText.savedHint(savedAtMs === null ? null : viewerMoment(savedAtMs, hours))}
        >
          {isSaving ? (
            <>
              <CloudUpload size={14} data-part="saving" aria-hidden />
              <span>{displayBarText.saving}</span>
            </>
          ) : (
            <>
              <Check size={14} aria-hidden />
              <span>{displayBarText.saved}</span>
            </>
          )}
        </span>
      )}
      <span role="status">
        {waiting === null ? null : (
          <WithTooltip hint={displayBarText.waitingHint(waiting)}>
            <Button tone="quiet" size="small" onPress={store.saveNow}>
              <CloudOff size={15} aria-hidden />
              {displayBarText.waiting}
            </Button>
          </WithTooltip>
        )}
      </span>
    </>
  );
}
