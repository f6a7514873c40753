/** Short messages at the edge of the page. The one file, with `ToastRegion.tsx`, that knows RAC's unstable toasts. */
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";

export interface ToastContent {
  readonly tone: "success" | "danger" | "info";
  readonly text: string;
  /** What can be done about it, as long as it is shown. */
  readonly action?: ToastAction;
}

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

/** Spec 000 section 8. */
export const toastMs = 6000;
const mostVisible = 4;

/** What is shown and what waits for a place. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: mostVisible });

const show = (tone: ToastContent["tone"]) => (text: string, action?: ToastAction) => {
  toastQueue.add({ tone, text, ...(action === undefined ? {} : { action }) }, { timeout: toastMs });
};

/** An answer to a key, which may be held: said once as long as it stands there. */
const say = (text: string) => {
  if (!toastQueue.visibleToasts.some(({ content }) => content.text === text)) show("info")(text);
};

/** Says that something was done, or why it was not, for 6 s; pointing at it or focusing it keeps it. */
export const toast = { success: show("success"), error: show("danger"), say };
