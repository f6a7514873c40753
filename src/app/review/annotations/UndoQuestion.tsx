import { useSnapshot } from "valtio";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import type { AnnotationStore } from "./types.ts";

const { undoAnyway: words } = annotationText;

/** Asks before an act is taken back that somebody has changed since. */
export function UndoQuestion({ store }: { store: AnnotationStore }) {
  const { asked } = useSnapshot(store.state);
  return (
    <ConfirmDialog
      title={asked === "redo" ? words.redoTitle : words.title}
      confirmLabel={words.confirm}
      cancelLabel={words.cancel}
      isOpen={asked !== null}
      onConfirm={() => store.answer(true)}
      onCancel={() => store.answer(false)}
    >
      {words.body}
    </ConfirmDialog>
  );
}
