import { useEffect, useState } from "react";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { useSession } from "../../session/index.ts";
import { sendUnsent } from "../../unsent/index.ts";
import { openAnnotationsOf } from "./open-store.ts";
import type { AnnotationStore } from "./types.ts";

/** The annotations of a recording while its review stands; null until those of the file are known, or where it is not to be opened. */
export function useAnnotations(
  dataObjectId: number | null,
  fileAnnotations: readonly FileAnnotation[] | null,
): AnnotationStore | null {
  // Whose annotations and queue they are is known a little after the recording.
  const { isSignedIn } = useSession();
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  const [store, setStore] = useState<AnnotationStore | null>(null);
  useEffect(() => {
    if (dataObjectId === null || fileAnnotations === null || !wasSignedIn) return;
    const opened = openAnnotationsOf(dataObjectId, fileAnnotations);
    setStore(opened);
    const hold = (event: BeforeUnloadEvent) => {
      if (opened.holdsPage()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => {
      window.removeEventListener("beforeunload", hold);
      setStore(null);
      void opened.close().then(sendUnsent);
    };
  }, [dataObjectId, fileAnnotations, wasSignedIn]);
  return store;
}
