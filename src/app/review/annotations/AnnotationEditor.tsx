import { useRef, useState } from "react";
import type { AnnotationRef } from "../../../domain/annotations/annotation-table.ts";
import { clockOf } from "../../../domain/time/clock.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { useHours } from "../clock-setting.ts";
import { EditAnnotationDialog, entriesOf } from "./edit/index.ts";
import { removeWithUndo } from "./sessions/annotation-acts.ts";
import type { AnnotationStore } from "./types.ts";
import { contentOf } from "./writer.ts";

export interface AnnotationEditorProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  /** Labels of the traces in the active window; null: there is none to go by. */
  visible: readonly string[] | null;
  opened: AnnotationRef;
}

/** 'Edit Annotation' of the annotation that is open. */
export function AnnotationEditor({ store, recording, visible, opened }: AnnotationEditorProps) {
  const hours = useHours();
  /** As it was when it was opened, and how it was found when the reader was told last that somebody has changed it. */
  const [row] = useState(() => store.table.get(opened));
  const told = useRef<string | null>(null);
  if (row === null) return null;
  const save = async (content: AnnotationContent) => {
    const now = store.table.get(opened);
    const found = now === null ? "" : JSON.stringify(contentOf(now));
    if (found !== JSON.stringify(contentOf(row)) && found !== told.current) {
      told.current = found;
      throw new Error(now === null ? annotationText.deletedMeanwhile : annotationText.changedMeanwhile);
    }
    if (now === null) store.create(content, row.group_id);
    else store.modify(opened, content);
    close();
  };
  const { person } = row;
  const close = () => store.open(null);
  return (
    <EditAnnotationDialog
      annotation={contentOf(row)}
      annotator={{
        name: person?.full_name ?? annotationText.unknown,
        email: person?.email ?? "",
        madeAtMs: row.timestamp,
      }}
      file={{ startMs: recording.start_ms, endMs: recording.end_ms }}
      clock={clockOf(recording, hours)}
      hours={hours}
      modalities={entriesOf(recording)}
      visible={visible}
      mayEdit={store.mayChange(opened)}
      onSave={save}
      onDelete={
        store.mayDelete(opened)
          ? async () => {
              close();
              removeWithUndo(store, [opened]);
            }
          : null
      }
      onClose={close}
    />
  );
}
