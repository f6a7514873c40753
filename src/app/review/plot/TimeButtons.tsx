import { Link2, Link2Off, Radio } from "lucide-react";
import { createContext, useContext, useEffect } from "react";
import { useSnapshot } from "valtio";
import { text } from "../../../protocol/text/text.ts";
import { IconToggle } from "../../../ui/buttons/IconToggle.tsx";
import { useIsLive } from "../time/use-is-live.ts";
import type { WindowLinks } from "../time/window-links.ts";
import { LatestData } from "./LatestData.tsx";
import css from "./Plot.module.css";
import { usePlotWindow } from "./plot-window.ts";
import { RangeButton } from "./RangeButton.tsx";
import { useAdmission } from "./use-admission.ts";

const Links = createContext<WindowLinks | null>(null);
/** Which windows of the review are linked. */
export const WindowLinksContext = Links.Provider;

const words = text.window;

/** How the time of a window is set: the range by hand, linked with others, or locked to the latest data (spec 2.8). */
export function TimeButtons({ focusPlot }: { focusPlot: () => void }) {
  const { timeline, recording } = usePlotWindow();
  const links = useContext(Links);
  const isLive = useIsLive(timeline);
  // Drawn again in another group.
  useSnapshot(timeline).link;
  const admission = useAdmission(recording.patient_key);
  const isAdmitted = admission?.isAdmitted ?? false;
  useEffect(() => {
    // Nobody is recorded any more: what is shown stays, and can be moved again.
    if (admission?.isAdmitted === false) links?.setLive(timeline, false);
  }, [admission, links, timeline]);
  if (links === null) return null;
  const isLinked = links.isLinked(timeline);
  return (
    <>
      {isLive ? <LatestData clockAheadMs={admission?.clockAheadMs ?? null} /> : null}
      <span className={css.timeButtons}>
        <IconToggle
          icon={isLinked ? Link2 : Link2Off}
          label={words.link}
          hint={isLive ? words.linkLive : words.linkHint}
          isOn={isLinked}
          isDisabled={isLive}
          onChange={(isOn) => {
            links.setLinked(timeline, isOn);
            focusPlot();
          }}
        />
        <IconToggle
          icon={Radio}
          label={words.live}
          hint={
            admission?.isAdmitted === false ? words.liveNotAdmitted : isAdmitted ? words.liveHint : words.liveUnknown
          }
          isOn={isLive}
          isDisabled={!isAdmitted}
          onChange={(isOn) => {
            links.setLive(timeline, isOn);
            focusPlot();
          }}
        />
        <RangeButton isDisabled={isLive} />
      </span>
    </>
  );
}
