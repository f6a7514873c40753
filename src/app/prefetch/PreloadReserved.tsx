import { lazy, Suspense } from "react";
import type { ReadyDialogProps } from "./ReadyDialog.tsx";

const ReadyDialog = lazy(async () => ({ default: (await import("./ReadyDialog.tsx")).ReadyDialog }));

/** The list of what is reserved, for pages that seldom show it: it is loaded when it is opened. */
export function PreloadReserved(props: ReadyDialogProps) {
  return props.isOpen ? (
    <Suspense>
      <ReadyDialog {...props} />
    </Suspense>
  ) : null;
}
