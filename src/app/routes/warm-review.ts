/** A review that is opened by its address asks for what it needs while the session is still being restored. */
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { askForDisplays, fileAnnotationsQuery, recordingQuery } from "../recordings/index.ts";
import { holds, onSessionChange, sessionToken } from "../session/index.ts";
import { patientPermission } from "../shell/nav.ts";
import { reviewedId } from "../shell/review-search.ts";

/** So long what came early waits for the page that shows it. */
const heldMs = 10_000;

/** To be called when the session is being restored: the engine starts at once, the calls as soon as the permission is known. */
export function warmReview(client: QueryClient): void {
  const id = reviewedId(location.pathname);
  if (id === null || sessionToken() === null) return;
  const review = import("../review/index.ts");
  // The route loads it again, and says when it cannot.
  const withReview = (work: (module: Awaited<typeof review>) => void) => review.then(work, () => {});
  void withReview(({ prepareReview }) => prepareReview());
  const untie = onSessionChange(() => {
    if (!holds(patientPermission)) return;
    untie();
    void withReview(({ prepareRecording }) => {
      if (reviewedId(location.pathname) === id) prepareRecording(id);
    });
    askForDisplays();
    const queries = [
      new QueryObserver(client, recordingQuery(id)),
      new QueryObserver(client, fileAnnotationsQuery(id)),
    ];
    for (const query of queries)
      setTimeout(
        query.subscribe(() => {}),
        heldMs,
      );
  });
}
