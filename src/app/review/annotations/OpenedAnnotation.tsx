import { lazy, Suspense } from "react";
import { useSnapshot } from "valtio";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { AnnotationStore } from "./types.ts";

const AnnotationEditor = lazy(async () => ({
  default: (await import("./AnnotationEditor.tsx")).AnnotationEditor,
}));

/** The editor of the annotation that is open; its part of the application is fetched with the first one. */
export function OpenedAnnotation({ store, recording }: { store: AnnotationStore; recording: RecordingDetail }) {
  const { opened } = useSnapshot(store.state);
  return opened === null ? null : (
    <Suspense>
      <AnnotationEditor key={opened} store={store} recording={recording} visible={null} opened={opened} />
    </Suspense>
  );
}
