import { CircleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { fileSize } from "../../domain/files/file-size.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { useKeptFocus } from "../../ui/dialogs/use-kept-focus.ts";
import { Face } from "../../ui/notices/Face.tsx";
import css from "./Prefetch.module.css";
import { ReadyTable } from "./ReadyTable.tsx";
import { ReservedAmount } from "./ReservedAmount.tsx";
import { sizeOf, stillSelectable } from "./selection.ts";
import { UnloadFiles } from "./UnloadFiles.tsx";
import { useInventory } from "./use-inventory.ts";

const words = prefetchText.dialog;

export interface ReadyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** 'Data ready for review': the reserved files, live, and their unloading (spec 000 sections 2 and 3). */
export function ReadyDialog(props: ReadyDialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

/** Asks for the inventory only while it is open. */
function OpenDialog({ isOpen, onClose }: ReadyDialogProps) {
  const { inventory, isUnknown, refetch } = useInventory();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const files = inventory?.directories ?? [];
  const kept = inventory === undefined ? selected : stillSelectable(selected, files);
  if (kept !== selected) setSelected(kept);
  const picked = files.filter(({ data_object_id }) => kept.has(data_object_id));
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, isUnknown, files.length, picked.length);
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      isOpen={isOpen}
      onClose={onClose}
      width={1040}
      bar={
        inventory === undefined ? null : (
          <div className={css.bar}>
            <ReservedAmount inventory={inventory} />
            {inventory.unseen_size > 0 ? (
              <p className={css.unseen}>{words.unseen(fileSize(inventory.unseen_size))}</p>
            ) : null}
          </div>
        )
      }
      actions={<UnloadFiles files={picked} onUnloaded={() => setSelected(new Set())} />}
      footNote={
        <span role="status">{picked.length === 0 ? "" : words.selected(picked.length, fileSize(sizeOf(picked)))}</span>
      }
    >
      <div ref={list} className={css.list}>
        {isUnknown ? (
          <Face icon={CircleAlert} title={prefetchText.banner.failed} role="alert">
            <Button onPress={refetch}>{prefetchText.banner.tryAgain}</Button>
          </Face>
        ) : inventory === undefined ? (
          <p role="status" className={css.waiting}>
            {prefetchText.banner.loading}
          </p>
        ) : (
          <ReadyTable
            files={files}
            empty={inventory.unseen_size > 0 ? prefetchText.banner.noneSeen : words.empty}
            selected={kept}
            onSelect={setSelected}
          />
        )}
      </div>
    </Dialog>
  );
}
