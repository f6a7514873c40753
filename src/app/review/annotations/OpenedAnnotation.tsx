import { useDeferredValue, useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { text } from "../../../protocol/text/text.ts";
import { fetched } from "../../../ui/fetched.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";
import type { AnnotationStore } from "./types.ts";
import { visibleChannels } from "./visible-channels.ts";

const AnnotationEditor = fetched(
  async () => (await import("./AnnotationEditor.tsx")).AnnotationEditor,
  text.failed.notFetched,
);

interface OpenedAnnotationProps {
  store: AnnotationStore;
  workspace: ReviewWorkspace;
}

/** The editor of the annotation that is open; its part of the application is fetched with the first one. */
export function OpenedAnnotation({ store, workspace }: OpenedAnnotationProps) {
  const { opened } = useSnapshot(store.state);
  // Built while other things go on: a mark that was just made is on its way to the server before its editor stands.
  const built = useDeferredValue(opened);
  return opened === null || built === null ? null : (
    <Opened key={built} store={store} workspace={workspace} opened={built} />
  );
}

function Opened({ store, workspace, opened }: OpenedAnnotationProps & { opened: AnnotationRef }) {
  // As it was seen when the editor opened: what is ticked does not move while somebody chooses.
  const [visible] = useState(() => visibleChannels(workspace));
  return <AnnotationEditor store={store} recording={workspace.recording} visible={visible} opened={opened} />;
}
