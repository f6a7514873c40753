import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { isLive, type QueueItem, queue } from "../state.ts";
import { askToCancel } from "./gestures.ts";
import { OutcomeMessage } from "./OutcomeMessage.tsx";
import css from "./Queue.module.css";
import { detailOf } from "./row-words.ts";
import { StageView } from "./StageView.tsx";
import { closeDialog, uploadAnother } from "./show.ts";

const { dialog, panel, stages, titles } = uploadQueueText;

/** The two stages of one upload, its outcome, and the ways out (spec 000 section 4). Closing it stops nothing. */
export function ProgressDialog({ id }: { id: number }) {
  const { items, isOffline } = useSnapshot(queue);
  const item = items.find((one) => one.id === id);
  if (item === undefined) return null;
  const another = uploadAnother();
  return (
    <Dialog
      title={titleOf(item)}
      closeLabel={dialog.close}
      isOpen
      onClose={closeDialog}
      ignoresOutside
      actions={
        <>
          {isLive(item) ? (
            <Button isDisabled={item.status === "InQueue"} onPress={() => void askToCancel(id)}>
              {dialog.cancelUpload}
            </Button>
          ) : null}
          {another === null ? null : (
            <Button
              onPress={() => {
                closeDialog();
                another();
              }}
            >
              {dialog.another}
            </Button>
          )}
          <Button tone="primary" onPress={closeDialog}>
            {dialog.close}
          </Button>
        </>
      }
    >
      <p className={css.about}>{panel.label(item.patientIdentifier, item.siteName)}</p>
      {item.names.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and the keyboard must reach it
        <ul className={css.names} aria-label={dialog.items} tabIndex={0}>
          {item.names.map(({ kind, name }) => (
            <li key={`${kind} ${name}`}>{name}</li>
          ))}
        </ul>
      )}
      <StageView
        name={stages.preparing}
        waitingText={stages.waitingToPrepare}
        stage={item.preparing}
        isOffline={isOffline}
      />
      <StageView
        name={stages.uploading}
        waitingText={item.isResumed ? panel.checkingAt(detailOf(item.uploading, true)) : stages.waitingToUpload}
        stage={item.uploading}
        isOffline={isOffline || item.trouble !== null}
      />
      <OutcomeMessage item={item} isOffline={isOffline} />
    </Dialog>
  );
}

function titleOf({ status }: Pick<QueueItem, "status">): string {
  if (status === "Done") return titles.complete;
  if (status === "Failed") return titles.failed;
  return status === "Canceled" ? titles.canceled : titles.inProgress;
}
