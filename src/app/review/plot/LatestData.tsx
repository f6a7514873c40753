import { useEffect, useState } from "react";
import { durationShort } from "../../../domain/time/durations.ts";
import { text } from "../../../protocol/text/text.ts";
import { createLatest } from "./latest.ts";
import css from "./Plot.module.css";
import { usePlotWindow } from "./plot-window.ts";
import { useStatus } from "./use-status.ts";

const tickMs = 1000;
const words = text.window;
const sentences = {
  ...{ fresh: words.liveAge, silent: words.liveSilent, late: words.liveLate, ahead: words.liveAhead },
} as const;

/** How old the newest data of a live window are, by the server's clock. `clockAheadMs`: of that, until its connection tells it; null: not known yet. */
export function LatestData({ clockAheadMs }: { clockAheadMs: number | null }) {
  const { latestGroups } = usePlotWindow();
  const { serverAheadMs } = useStatus();
  const aheadMs = serverAheadMs ?? clockAheadMs;
  const [latest] = useState(createLatest);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const found = aheadMs === null ? null : latest(latestGroups(), { nowMs: now, serverMs: now + aheadMs });
  if (found === null) return null;
  const said = sentences[found.kind](durationShort(found.ms));
  const isSilent = found.kind === "silent";
  return (
    <span className={css.age} data-silent={found.kind === "fresh" ? undefined : true}>
      {found.name === null ? said : `${found.name}: ${said}`}
      {/* Said once, not with every second. */}
      <span className="visually-hidden" role="status">
        {isSilent ? words.liveStopped : ""}
      </span>
    </span>
  );
}
