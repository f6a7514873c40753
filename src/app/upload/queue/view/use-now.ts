import { useEffect, useState } from "react";

const everyMs = 500;

/** The clock of the transfer (performance.now), read anew twice a second while it is wanted. */
export function useNowMs(isWanted: boolean): number {
  const [nowMs, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isWanted) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [isWanted]);
  return nowMs;
}
