import { Gauge } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { Clock } from "../../../domain/time/clock.ts";
import { durationShort } from "../../../domain/time/durations.ts";
import { isPace, paces } from "../../../domain/time/pace.ts";
import { measuredSpeedName } from "../../../domain/time/playback.ts";
import { totalMs } from "../../../domain/time/time-spans.ts";
import { playbackText } from "../../../protocol/text/playback-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { usePlayedBy } from "../time/played-by.ts";
import type { Timeline } from "../time/timeline.ts";
import { useReadout } from "../time/use-readout.ts";
import { AtAnnotationsDialog } from "./AtAnnotationsDialog.tsx";
import { useAtAnnotations } from "./annotation-stops.ts";
import { paceSetting, setPace } from "./pace-setting.ts";
import css from "./TimelineBar.module.css";

const words = text.timeline;
const choices = paces.map((pace) => ({ id: pace, name: words.paces[pace] }));

export interface PaceMeterProps {
  timeline: Timeline;
  clock: Clock;
  annotations: DrawnAnnotations | null;
  focusPlot: () => void;
}

/** Beside the asked speed: the real one, what was skipped, and what is to happen while data are late, and at annotations. */
export function PaceMeter({ timeline, clock, annotations, focusPlot }: PaceMeterProps) {
  const { pace } = useSnapshot(paceSetting);
  const [isOpen, setOpen] = useState(false);
  const atAnnotations = useAtAnnotations();
  const real = useReadout(timeline, ({ realSpeed, speed }) =>
    words.realSpeed(realSpeed === null ? null : measuredSpeedName(realSpeed, speed)),
  );
  const rest = useReadout(timeline, ({ skipped, atAnnotation }) => {
    const why = atAnnotation === null ? [] : [playbackText.atAnnotation[atAnnotation]];
    const lost = skipped.length === 0 ? [] : [words.skipped(durationShort(totalMs(skipped)))];
    return [...why, ...lost].map((each) => ` · ${each}`).join("");
  });
  const others = usePlayedBy(timeline);
  // Its own figures are those of the last time that it played itself.
  const first = others === "" ? real : others;
  const said = first + rest;
  const hasLost = useReadout(timeline, ({ skipped }) => skipped.length > 0);
  return (
    <span className={css.meter}>
      <MenuButton
        label={words.pace}
        title={words.pace}
        value={said}
        hint={said}
        shown={
          <>
            <Gauge className={css.gauge} data-lost={hasLost || undefined} size={15} aria-hidden />
            <span className={css.said}>
              {first}
              <span data-rest>{rest}</span>
            </span>
          </>
        }
        choices={choices}
        selected={pace}
        more={[{ id: "annotations", name: playbackText.atAnnotations(atAnnotations), onPress: () => setOpen(true) }]}
        onChoose={(id) => {
          if (isPace(id)) setPace(id);
          focusPlot();
        }}
      />
      {isOpen ? (
        <AtAnnotationsDialog
          timeline={timeline}
          clock={clock}
          annotations={annotations}
          onClose={() => {
            setOpen(false);
            focusPlot();
          }}
        />
      ) : null}
    </span>
  );
}
