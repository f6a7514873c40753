import { text } from "../../protocol/text/text.ts";
import { fetched } from "../../ui/fetched.tsx";
import type { ReadyDialogProps } from "./ReadyDialog.tsx";

const ReadyDialog = fetched(async () => (await import("./ReadyDialog.tsx")).ReadyDialog, text.failed.notFetched);

/** The list of what is reserved, for pages that seldom show it: it is loaded when it is opened. */
export function PreloadReserved(props: ReadyDialogProps) {
  return props.isOpen ? <ReadyDialog {...props} /> : null;
}
