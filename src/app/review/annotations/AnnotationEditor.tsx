import { useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { clockOf } from "../../../domain/time/clock.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationHistoryText } from "../../../protocol/text/annotation-history-text.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { useHours } from "../clock-setting.ts";
import { EditAnnotationDialog, entriesOf } from "./edit/index.ts";
import { readHistory } from "./read-history.ts";
import { removeWithUndo, sayKept } from "./sessions/annotation-acts.ts";
import { type AnnotationStore, fileGroupId } from "./types.ts";
import type { VisibleTraces } from "./visible-channels.ts";
import { contentOf } from "./writer.ts";

export interface AnnotationEditorProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  /** Channels that the reader saw when it was opened; null: there is none to go by. */
  visible: VisibleTraces;
  opened: AnnotationRef;
}

/** 'Edit Annotation' of the annotation that is open. */
export function AnnotationEditor({ store, recording, visible, opened }: AnnotationEditorProps) {
  const hours = useHours();
  // What others do to it while it is open is told by its history.
  useSnapshot(store.state).revision;
  /** As it was when it was opened, and how it was found when the reader was told last that somebody has changed it. */
  const [row] = useState(() => store.table.get(opened));
  const told = useRef<string | null>(null);
  /** Whoever could change it goes on, also when it is gone meanwhile: what they typed is not lost. */
  const [couldChange] = useState(() => store.mayChange(opened));
  /** What is written of one that was just made is a part of making it. */
  const [newStep] = useState(() => store.state.newStep);
  if (row === null) return null;
  const save = async (content: AnnotationContent, groupId?: number) => {
    const now = store.table.get(opened);
    const isThere = (id: number) => store.state.sessions.some((session) => session.id === id);
    // A version may have been in a session that is gone: it stays where it is then.
    const target = groupId !== undefined && isThere(groupId) ? groupId : (now?.group_id ?? row.group_id);
    // A version of another session takes it out of the one that somebody has moved it to.
    const movedTo = now !== null && now.group_id !== row.group_id && now.group_id !== target ? now.group_id : null;
    const found = now === null ? "" : JSON.stringify([contentOf(now), movedTo]);
    if (found !== JSON.stringify([contentOf(row), null]) && found !== told.current) {
      told.current = found;
      throw new Error(now === null ? annotationText.deletedMeanwhile : annotationText.changedMeanwhile);
    }
    if (now === null) store.create(content, target);
    else store.finish(opened, content, target, newStep);
    close();
  };
  const { person } = row;
  const close = () => store.open(null);
  const clock = clockOf(recording, hours);
  const now = store.table.get(opened);
  const mayChange = couldChange || store.mayChange(opened);
  return (
    <EditAnnotationDialog
      annotation={contentOf(row)}
      annotator={
        row.group_id === fileGroupId
          ? "file"
          : { name: person?.full_name ?? annotationText.unknown, email: person?.email ?? "", madeAtMs: row.timestamp }
      }
      file={{ startMs: recording.start_ms, endMs: recording.end_ms }}
      clock={clock}
      hours={hours}
      modalities={entriesOf(recording)}
      visible={visible}
      mayEdit={mayChange}
      {...(row.group_id === fileGroupId
        ? {}
        : {
            history: {
              now: now === null ? null : { groupId: now.group_id, content: contentOf(now) },
              of: {
                version: now?.revision ?? 0,
                read: (before, signal) => readHistory(store, opened, { before, signal, clock, hours }),
                sessionName: (id) =>
                  store.state.sessions.find((session) => session.id === id)?.name ?? annotationHistoryText.goneSession,
                restore: mayChange ? ({ content, groupId }) => save(content, groupId) : null,
              },
            },
          })}
      onSave={save}
      onDelete={
        store.mayDelete(opened)
          ? async () => {
              close();
              removeWithUndo(store, [opened]);
            }
          : null
      }
      onClose={() => {
        if (store.state.opened === null) return; // it was saved or deleted
        close();
        if (newStep > 0 && store.table.get(opened) !== null) sayKept(store, newStep);
      }}
    />
  );
}
