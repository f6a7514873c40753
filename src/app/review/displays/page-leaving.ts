/** Nothing that was arranged is lost with the page: it is sent as the page goes, and where it cannot be the browser asks first. */
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
      if (display.holdsPage()) event.preventDefault();
    },
    { signal },
  );
  return () => abort.abort();
}
