import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { headOf, isLive, queue } from "../state.ts";
import css from "./Queue.module.css";
import { QueuePlace } from "./QueuePlace.tsx";
import { closeDialog, moveToProgress, uploadAnother } from "./show.ts";

const { dialog, titles } = uploadQueueText;

/** The uploads that are not settled, in their order (spec 000 section 2, 'Upload in queue'). */
export function QueueDialog() {
  const { items } = useSnapshot(queue);
  const head = headOf(items);
  const another = uploadAnother();
  return (
    <Dialog
      title={titles.inQueue}
      closeLabel={dialog.close}
      isOpen
      onClose={closeDialog}
      ignoresOutside
      actions={
        <>
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
          <Button isDisabled={head === undefined} onPress={() => head !== undefined && moveToProgress(head.id)}>
            {dialog.moveToProgress}
          </Button>
          <Button tone="primary" onPress={closeDialog}>
            {dialog.close}
          </Button>
        </>
      }
    >
      <p className={css.note}>{dialog.queueHint}</p>
      <ol className={css.queued} aria-label={titles.inQueue}>
        {items.filter(isLive).map(({ id }, place) => (
          <QueuePlace key={id} id={id} place={place} />
        ))}
      </ol>
      <p className={css.note}>{dialog.stayOpen}</p>
    </Dialog>
  );
}
