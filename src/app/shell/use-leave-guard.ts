import { useEffect } from "react";

/** While `isHeld` the browser asks before the page is closed or loaded anew: what was entered there would be lost. */
export function useLeaveGuard(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isHeld]);
}
