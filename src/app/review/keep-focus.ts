import { subscribe } from "valtio";
import type { ReviewWorkspace } from "./workspace-types.ts";

/** Frames. What closes gives the focus back within `patience`, and is gone within `closing`; a window is opened within `opening`. */
const [patience, closing, opening] = [4, 30, 600];

/**
 * A window that is closed, and the list in an empty area, take the focus with them. The active window gets it then, so that keys and Tab go
 * on from there. Returns the untying.
 */
export function keepFocus(workspace: ReviewWorkspace): () => void {
  let last: Element | null = null;
  let frame = 0;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;
  const look = (at: number, lostFor: number) => {
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (!isLost()) {
        if (at < closing) look(at + 1, 0);
        return;
      }
      const target = lostFor < patience ? null : focusable(workspace.display.active);
      if (target !== null) target.focus({ preventScroll: true });
      else if (at < opening) look(at + 1, lostFor + 1);
    });
  };
  const untie = subscribe(workspace.display, () => {
    cancelAnimationFrame(frame);
    look(0, 0);
  });
  document.addEventListener("focusin", onFocus);
  return () => {
    untie();
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", onFocus);
  };
}

/** Its plot; in a window without one the first of its controls. */
const focusable = (area: string): HTMLElement | null => {
  const tile = document.querySelector(`[data-area="${CSS.escape(area)}"]`);
  return (
    tile?.querySelector<HTMLElement>('[role="img"][tabindex="0"]') ??
    tile?.querySelector<HTMLElement>("button:enabled") ??
    null
  );
};
