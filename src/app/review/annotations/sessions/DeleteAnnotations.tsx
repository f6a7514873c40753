import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog.tsx";
import type { AnnotationStore } from "../types.ts";
import { removeWithUndo } from "./annotation-acts.ts";

const words = annotationSessionText.deleting.annotations;

export interface DeleteAnnotationsProps {
  store: AnnotationStore;
  /** Null: nothing is asked. */
  refs: readonly AnnotationRef[] | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before annotations are deleted; a toast then offers to take it back. */
export function DeleteAnnotations({ store, refs, onClose, onDeleted }: DeleteAnnotationsProps) {
  const n = refs?.length ?? 0;
  return (
    <ConfirmDialog
      title={words.title(n)}
      confirmLabel={words.confirm(n)}
      cancelLabel={annotationSessionText.cancel}
      isOpen={refs !== null}
      onConfirm={() => {
        if (refs !== null) removeWithUndo(store, refs);
        onDeleted();
        onClose();
      }}
      onCancel={onClose}
    >
      {words.body(n)}
    </ConfirmDialog>
  );
}
