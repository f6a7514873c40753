/** What keys do in an EEG Montage window. */
import { text } from "../../../../protocol/text/text.ts";
import { toast } from "../../../../ui/notices/toasts.ts";
import { timeActions } from "../../plot/time-actions.ts";
import { auxKindsOf } from "../../rows/drawn.ts";
import { isScrollable, scrollRowsBy } from "../../rows/row-scroll.ts";
import type { Actions } from "../../shortcuts/window-actions.ts";
import type { EegWindow } from "./eeg-window.ts";
import { toggleFit } from "./fit.ts";
import { changeSensitivity } from "./props.ts";

type EegActing = Pick<EegWindow, "timeline" | "props" | "annotations" | "scroll" | "fit" | "drawn">;

/** The window's actions by id (`domain/shortcuts/actions.ts`). */
export function eegActions(
  { timeline, props, annotations, scroll, fit, drawn }: EegActing,
  onGoTo: () => void,
): Actions {
  /** By half of the rows in view. */
  const scrollRows = (direction: -1 | 1) => () => {
    const now = drawn();
    if (now !== null && isScrollable(now)) scrollRowsBy(scroll, now, direction * Math.floor(now.layout.inView / 2));
  };
  const changeAux = (direction: -1 | 1) => () => {
    const now = drawn();
    const kinds = auxKindsOf(now);
    if (now !== null && kinds.length === 0) toast.say(text.window.noAux);
    else changeSensitivity(props, kinds, direction);
  };
  return {
    ...timeActions(timeline, annotations, onGoTo),
    more_sensitive: () => changeSensitivity(props, ["eeg"], 1),
    less_sensitive: () => changeSensitivity(props, ["eeg"], -1),
    fit_rows: () => toggleFit(fit, props),
    shade_long_pages: () => {
      props.longPages = props.longPages === "shaded" ? "plain" : "shaded";
    },
    more_sensitive_aux: changeAux(1),
    less_sensitive_aux: changeAux(-1),
    next_rows: scrollRows(1),
    previous_rows: scrollRows(-1),
  };
}
