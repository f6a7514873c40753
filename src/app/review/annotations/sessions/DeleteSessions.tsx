import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog.tsx";
import type { AnnotationStore, SessionView } from "../types.ts";
import { removeSessionsWithUndo } from "./annotation-acts.ts";

const words = annotationSessionText.deleting.sessions;

export interface DeleteSessionsProps {
  store: AnnotationStore;
  sessions: readonly SessionView[];
  onClose: () => void;
}

/** Asks before sessions are deleted, with their annotations; a toast then offers to take it back. */
export function DeleteSessions({ store, sessions, onClose }: DeleteSessionsProps) {
  return (
    <ConfirmDialog
      title={words.title(sessions.length)}
      confirmLabel={words.confirm(sessions.length)}
      cancelLabel={annotationSessionText.cancel}
      isOpen
      onConfirm={async () => {
        await removeSessionsWithUndo(
          store,
          sessions.map(({ id }) => id),
        );
        onClose();
      }}
      onCancel={onClose}
    >
      {words.body(
        sessions.map(({ name }) => name),
        sessions.reduce((sum, { count }) => sum + count, 0),
      )}
    </ConfirmDialog>
  );
}
