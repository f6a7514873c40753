import { useSnapshot } from "valtio";
import { clockOf } from "../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { useHours } from "../clock-setting.ts";
import { EditAnnotationDialog, entriesOf } from "./edit/index.ts";
import type { AnnotationStore } from "./types.ts";
import { contentOf } from "./writer.ts";

export interface AnnotationEditorProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  /** Labels of the traces in the active window; null: there is none to go by. */
  visible: readonly string[] | null;
}

/** 'Edit Annotation' of the annotation that is open, if one is. */
export function AnnotationEditor({ store, recording, visible }: AnnotationEditorProps) {
  const { opened } = useSnapshot(store.state);
  const hours = useHours();
  const row = opened === null ? null : store.table.get(opened);
  if (opened === null || row === null) return null;
  const { person } = row;
  const close = () => store.open(null);
  return (
    <EditAnnotationDialog
      key={opened}
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
      onSave={async (content) => {
        store.modify(opened, content);
        close();
      }}
      onDelete={
        store.mayDelete(opened)
          ? async () => {
              store.remove([opened]);
              close();
              toast.success(annotationText.deleted);
            }
          : null
      }
      onClose={close}
    />
  );
}
