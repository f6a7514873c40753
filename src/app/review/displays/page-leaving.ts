/** Nothing that was arranged is lost with the page: it is sent as the page goes, and where that may fail the browser asks first. */
import type { FollowedDisplay } from "./follow-display.ts";

/** Returns the untying. */
export function followLeaving(display: Pick<FollowedDisplay, "holdsPage" | "leave">): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "hidden") display.leave();
    },
    { signal },
  );
  window.addEventListener(
    "beforeunload",
    (event) => {
      const isHeld = display.holdsPage();
      // The browser waits for this, and not for a hidden page: a busy one is gone before it is told so.
      display.leave();
      if (isHeld) event.preventDefault();
    },
    { signal },
  );
  return () => abort.abort();
}
