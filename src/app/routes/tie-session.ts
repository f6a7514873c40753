/** Ties the session to the pages: where its beginning and its end lead. */
import type { QueryClient } from "@tanstack/react-query";
import { accountText } from "../../protocol/text/account-text.ts";
import {
  holds,
  isHeld,
  isSettled,
  isSignedIn,
  logOut,
  onHeldGivenUp,
  onSessionChange,
  onSessionEnded,
  startSession,
  takeFresh,
  takeHeld,
  watchSession,
} from "../session/index.ts";
import { alertUser } from "../shell/dialogs.ts";
import { homePath } from "../shell/nav.ts";
import { isSharedLink } from "../shell/review-search.ts";
import { isPageGuarded } from "../shell/use-leave-guard.ts";
import type { AppRouter } from "./router.tsx";
import { warmReview } from "./warm-review.ts";

const { screen, shell } = accountText;

/** Starts the session and its timers, for as long as the page lives. */
export function tieSession(router: AppRouter, queryClient: QueryClient): void {
  /** Leaves for another page; nothing of what was read before stays. */
  const forget = (to: string) => {
    queryClient.clear();
    void router.navigate({ to, replace: isSignedIn() });
  };
  onHeldGivenUp(() => forget("/"));
  onSessionChange(() => {
    if (!isSettled()) return; // the gates would ask who is not known yet
    if (isHeld() && !isSignedIn()) return; // the page stays as it is
    const held = isSignedIn() ? takeHeld() : null;
    if (held !== null) takeFresh();
    if (held === "other") forget(homePath(holds));
    if (held === "same") {
      // What failed meanwhile failed for want of a session.
      void queryClient.invalidateQueries();
      void router.invalidate();
    }
    if (held !== null) return;
    // "After login the user goes to /data/visualize" (spec 000 section 2), from whatever address showed the form; a link to a
    // view is the exception: who follows one wants to see it.
    if (isSignedIn() && takeFresh() && !isSharedLink(location))
      void router.navigate({ to: homePath(holds), replace: true });
    else void router.invalidate();
  });
  onSessionEnded((why, reason) => {
    if (isHeld()) return;
    const isLost = isPageGuarded();
    forget(why === "inactive" ? "/inactive" : "/");
    if (why === "refused") void alertUser(isLost ? `${reason} ${shell.lost}` : reason, screen.unrecoverable);
    else if (isLost && (why === "inactive" || why === "elsewhere"))
      void alertUser(`${shell.again.why[why]} ${shell.lost}`, shell.lostTitle);
  });
  watchSession({
    onTooShort: () => void alertUser(screen.tooShort, screen.tooShortTitle).then(() => logOut("user")),
    onEndNear: () => void alertUser(screen.endNear, screen.endNearTitle),
  });
  void startSession();
  warmReview(queryClient);
}
