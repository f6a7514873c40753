import { type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { text } from "../../protocol/text/text.ts";
import { confirmUser, type Question } from "./dialogs.ts";

let guards = 0;

/** Whether something was entered on the page that would be lost with it. */
export const isPageGuarded = (): boolean => guards > 0;

/**
 * While `isHeld` nothing takes the page away unasked: what was entered there would be lost. The browser asks before the page is
 * closed or loaded anew, and `question` is asked before its Back and Forward lead to another page.
 */
export function useLeaveGuard(isHeld: boolean, question: Question = text.discard): void {
  const history = useRouter({ warn: false })?.history;
  const asked = useRef(question);
  asked.current = question;
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    guards++;
    const release = history === undefined ? undefined : askOnBack(history, () => confirmUser(asked.current));
    return () => {
      guards--;
      window.removeEventListener("beforeunload", ask);
      release?.();
    };
  }, [isHeld, history]);
}

/**
 * The address stays what it is while the question stands; a second Back meanwhile asks nothing more. The page's own ways are
 * open: the end of a session leads to its form.
 */
export function askOnBack(history: Pick<RouterHistory, "block" | "go">, mayLeave: () => Promise<boolean>): () => void {
  let isAsking = false;
  return history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      const isPage = nextLocation.pathname !== currentLocation.pathname; // dialogs close with their page, not with its search
      if (action === "PUSH" || action === "REPLACE" || !isPage) return false;
      if (isAsking) return true;
      isAsking = true;
      const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
      void mayLeave().then((may) => {
        isAsking = false;
        if (may) history.go(steps, { ignoreBlocker: true });
      });
      return true;
    },
  });
}
