import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog.tsx";
import type { AnnotationStore, SessionView } from "../types.ts";
import { removeSessionsWithUndo } from "./annotation-acts.ts";

const words = annotationSessionText.deleting.sessions;

export interface DeleteSessionsProps {
  store: AnnotationStore;
  /** Null: nothing is asked. */
  sessions: readonly SessionView[] | null;
  onClose: () => void;
}

/** Asks before sessions are deleted, with their annotations; a toast then offers to take it back. */
export function DeleteSessions({ store, sessions, onClose }: DeleteSessionsProps) {
  const asked = sessions ?? [];
  return (
    <ConfirmDialog
      title={words.title(asked.length)}
      confirmLabel={words.confirm(asked.length)}
      cancelLabel={annotationSessionText.cancel}
      isOpen={sessions !== null}
      onConfirm={async () => {
        await removeSessionsWithUndo(
          store,
          asked.map(({ id }) => id),
        );
        onClose();
      }}
      onCancel={onClose}
    >
      {words.body(
        asked.map(({ name }) => name),
        asked.reduce((sum, { count }) => sum + count, 0),
      )}
    </ConfirmDialog>
  );
}
