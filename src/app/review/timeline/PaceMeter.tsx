import { useSnapshot } from "valtio";
import { durationShort } from "../../../domain/time/durations.ts";
import { isPace, paces } from "../../../domain/time/pace.ts";
import { measuredSpeedName } from "../../../domain/time/playback.ts";
import { totalMs } from "../../../domain/time/time-spans.ts";
import { text } from "../../../protocol/text/text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import type { Timeline } from "../time/timeline.ts";
import { useReadout } from "../time/use-readout.ts";
import { paceSetting, setPace } from "./pace-setting.ts";
import css from "./TimelineBar.module.css";

const words = text.timeline;
const choices = paces.map((pace) => ({ id: pace, name: words.paces[pace] }));

/** Beside the asked speed: the real one, what was skipped, and what is to happen while data are late. */
export function PaceMeter({ timeline, focusPlot }: { timeline: Timeline; focusPlot: () => void }) {
  const { pace } = useSnapshot(paceSetting);
  const said = useReadout(timeline, ({ realSpeed, speed, skipped }) => {
    const real = words.realSpeed(realSpeed === null ? null : measuredSpeedName(realSpeed, speed));
    return skipped.length === 0 ? real : `${real} · ${words.skipped(durationShort(totalMs(skipped)))}`;
  });
  return (
    <span className={css.meter}>
      <MenuButton
        label={words.pace}
        title={words.pace}
        value={said}
        choices={choices}
        selected={pace}
        onChoose={(id) => {
          if (isPace(id)) setPace(id);
          focusPlot();
        }}
      />
    </span>
  );
}
