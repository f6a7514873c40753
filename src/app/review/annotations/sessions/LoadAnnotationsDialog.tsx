import { useCallback, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../../../ui/buttons/RefusedButton.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import { useHolds } from "../../../session/index.ts";
import { endForm } from "../../../shell/index.ts";
import { useHours } from "../../clock-setting.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import { mayDeleteAll } from "./annotation-acts.ts";
import { DeleteAnnotations } from "./DeleteAnnotations.tsx";
import { DeleteSessions } from "./DeleteSessions.tsx";
import { SessionDetail } from "./SessionDetail.tsx";
import css from "./Sessions.module.css";
import { SessionsPane } from "./SessionsPane.tsx";
import { whyNotDeleted } from "./session-lists.ts";

const ExportDialog = fetched(
  async () => (await import("../exchange/ExportDialog.tsx")).ExportDialog,
  text.failed.notFetched,
);

const ImportDialog = fetched(
  async () => (await import("../exchange/ImportDialog.tsx")).ImportDialog,
  text.failed.notFetched,
);

const words = annotationSessionText.load;
const nothing: ReadonlySet<number> = new Set();

export interface LoadAnnotationsDialogProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  /** Goes to a time in the linked windows. */
  onJump: (timeMs: number) => void;
  onClose: () => void;
}

/** 'Load Annotations' (spec 2.20): sessions at the left, the one chosen last at the right. */
export function LoadAnnotationsDialog({ store, recording, onJump, onClose }: LoadAnnotationsDialogProps) {
  const state = useSnapshot(store.state);
  const sessions = state.sessions as readonly SessionView[];
  const clock = clockOf(recording, useHours());
  const [ticked, setTicked] = useState<readonly number[]>(() => (state.current === null ? [] : [state.current]));
  const [picked, setPicked] = useState<ReadonlySet<number>>(nothing);
  const [deletedSessions, setDeletedSessions] = useState<ReadonlySet<number>>(nothing);
  const [deleted, setDeleted] = useState<readonly number[] | null>(null);
  const [exported, setExported] = useState<readonly SessionView[] | null>(null);
  const [isImporting, setImporting] = useState(false);
  const isRenaming = useRef(false);
  const noteRenaming = useCallback((isEdited: boolean) => {
    isRenaming.current = isEdited;
  }, []);
  const chosen = sessions.filter(({ id }) => ticked.includes(id));
  const shown =
    sessions.find(({ id }) => id === ticked.findLast((one) => chosen.some((each) => each.id === one))) ?? null;
  // As they are now: others may fill one, or delete it, while it is asked.
  const asked = sessions.filter(({ id }) => deletedSessions.has(id));
  if (asked.length === 0 && deletedSessions.size > 0) setDeletedSessions(nothing);
  const refs = [...picked].filter((one) => store.table.get(one)?.group_id === shown?.id);
  const tick = (ids: ReadonlySet<number>) => {
    // The order in which they were chosen stays.
    const next = [...ticked.filter((id) => ids.has(id)), ...[...ids].filter((id) => !ticked.includes(id))];
    if (next.at(-1) === ticked.at(-1)) return setTicked(next);
    // The name that is being typed belongs to the session that is shown.
    endForm(isRenaming.current, () => {
      const last = next.at(-1);
      // It is on its way while the dialog is drawn anew, which takes as long.
      if (last !== undefined) void store.fetchSession(last);
      setPicked(nothing);
      setTicked(next);
    });
  };
  const mayDeleteSessions = useHolds("delete_annotation_group");
  const whyNot = whyNotDeleted(sessions, shown === null ? [] : [shown]);
  const isFile = shown?.isReadOnly ?? false;
  return (
    <Dialog
      title={words.title}
      closeLabel={annotationSessionText.close}
      width="90vw"
      height="80vh"
      isFlush
      isOpen
      ignoresOutside
      onClose={() => endForm(isRenaming.current, onClose)}
      footNote={
        <span className={css.dangers}>
          {refs.length > 0 && !isFile && !mayDeleteAll(store, refs) ? (
            <RefusedButton hint={annotationSessionText.noPermission} tone="quiet">
              {words.deleteAnnotations}
            </RefusedButton>
          ) : (
            <Button tone="quiet" isDisabled={refs.length === 0 || isFile} onPress={() => setDeleted(refs)}>
              {words.deleteAnnotations}
            </Button>
          )}
          {mayDeleteSessions && whyNot === null ? (
            <Button tone="quiet" onPress={() => setDeletedSessions(new Set(shown === null ? [] : [shown.id]))}>
              {words.deleteSession}
            </Button>
          ) : (
            <RefusedButton hint={mayDeleteSessions ? (whyNot ?? "") : annotationSessionText.noPermission} tone="quiet">
              {words.deleteSession}
            </RefusedButton>
          )}
        </span>
      }
      actions={<Button onPress={onClose}>{annotationSessionText.cancel}</Button>}
    >
      <div className={css.panes}>
        <SessionsPane
          store={store}
          sessions={sessions}
          chosen={chosen}
          onTick={tick}
          onDelete={() => setDeletedSessions(new Set(chosen.map(({ id }) => id)))}
          onImport={() => setImporting(true)}
          onExport={() => setExported(chosen)}
        />
        {shown === null ? (
          <p className={css.none} role="status">
            {words.noSession}
          </p>
        ) : (
          <SessionDetail
            key={shown.id}
            store={store}
            session={shown}
            sessions={sessions}
            clock={clock}
            picked={picked}
            onPick={setPicked}
            onRenaming={noteRenaming}
            onView={(ref) => {
              const row = store.table.get(ref);
              if (row === null) return;
              endForm(isRenaming.current, () => {
                store.setOneLoaded(ref, true);
                onJump(row.start_time);
                onClose();
              });
            }}
          />
        )}
      </div>
      <DeleteAnnotations
        store={store}
        refs={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => setPicked(nothing)}
      />
      {isImporting ? (
        <ImportDialog
          store={store}
          recording={recording}
          onClose={() => setImporting(false)}
          onImported={(id) => {
            setImporting(false);
            tick(new Set([...ticked, id]));
          }}
        />
      ) : null}
      {exported === null ? null : (
        <ExportDialog store={store} recording={recording} sessions={exported} onClose={() => setExported(null)} />
      )}
      {asked.length === 0 ? null : (
        <DeleteSessions store={store} sessions={asked} onClose={() => setDeletedSessions(nothing)} />
      )}
    </Dialog>
  );
}
