import { useEffect, useState } from "react";
import { durationShort } from "../../../domain/time/durations.ts";
import { text } from "../../../protocol/text/text.ts";
import type { Timeline } from "../time/timeline.ts";
import css from "./Plot.module.css";
import { useStatus } from "./use-status.ts";

/** After so long without a new sample the window says that nothing comes any more. */
const silentMs = 10_000;
const tickMs = 1000;

export interface LatestDataProps {
  /** Its file ends with the newest sample of all that the window shows. */
  timeline: Pick<Timeline, "fileEndMs">;
  /** Of the server's clock, until its connection tells it; null while it is not known. */
  clockAheadMs: number | null;
}

/** How old the newest sample of a live window is, by the server's clock. */
export function LatestData({ timeline, clockAheadMs }: LatestDataProps) {
  const { serverAheadMs } = useStatus();
  const aheadMs = serverAheadMs ?? clockAheadMs;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (aheadMs === null) return null;
  const age = Math.max(0, now + aheadMs - timeline.fileEndMs);
  const isSilent = age >= silentMs;
  const said = isSilent ? text.window.liveSilent(durationShort(age)) : text.window.liveAge(durationShort(age));
  return (
    <span className={css.age} data-silent={isSilent || undefined}>
      {said}
      {/* Said once, not with every second. */}
      <span className="visually-hidden" role="status">
        {isSilent ? text.window.liveStopped : ""}
      </span>
    </span>
  );
}
