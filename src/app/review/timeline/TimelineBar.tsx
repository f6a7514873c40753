import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import type { RefObject } from "react";
import { useSnapshot } from "valtio";
import type { Clock } from "../../../domain/time/clock.ts";
import { playbackSpeeds, speedName } from "../../../domain/time/playback.ts";
import { goToEnd, goToStart, turnPage } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { CoverageMenu } from "../coverage/CoverageMenu.tsx";
import { useTileName } from "../plot/WindowFrame.tsx";
import { playOrSay } from "../time/play-or-say.ts";
import { useNamed, usePlayedBy } from "../time/played-by.ts";
import { moveView, setSpeed, type Timeline } from "../time/timeline.ts";
import { useIsLive } from "../time/use-is-live.ts";
import { GoToField } from "./GoToField.tsx";
import { LoopChip } from "./LoopChip.tsx";
import { NavigatorView } from "./NavigatorView.tsx";
import type { TrackContents } from "./navigator-marks.ts";
import { PaceMeter } from "./PaceMeter.tsx";
import css from "./TimelineBar.module.css";
import { TimelineLegend } from "./TimelineLegend.tsx";

const speeds = playbackSpeeds.map((speed) => ({ id: String(speed), name: speedName(speed) }));

export interface TimelineBarProps {
  timeline: Timeline;
  clock: Clock;
  contents: TrackContents;
  /** Gives the focus back to the plot after a choice from a menu. */
  focusPlot: () => void;
  /** The field "Go to": keys lead there too. */
  goTo: RefObject<HTMLInputElement | null>;
}

/** The timeline bar (spec 2.22): ends, pages, navigator, a time that is typed, playback. */
export function TimelineBar({ timeline, clock, contents, focusPlot, goTo }: TimelineBarProps) {
  const { isPlaying, speed } = useSnapshot(timeline);
  const isLive = useIsLive(timeline);
  const words = text.timeline;
  const name = useTileName();
  useNamed(timeline, name);
  const others = usePlayedBy(timeline);
  /** A press with the pointer leaves the focus on the plot, so that Space plays; by keyboard it stays on the button. */
  const pressed =
    (act: () => void) =>
    ({ pointerType }: { pointerType: string }) => {
      act();
      if (pointerType !== "keyboard" && pointerType !== "virtual") focusPlot();
    };
  return (
    <section className={css.bar} aria-label={words.regionOf(name)}>
      <IconButton
        isDisabled={isLive}
        icon={ChevronFirst}
        label={words.goToStart}
        onPress={pressed(() => moveView(timeline, goToStart))}
      />
      <IconButton
        isDisabled={isLive}
        icon={ChevronLeft}
        label={words.previousPage}
        onPress={pressed(() => moveView(timeline, (span, file) => turnPage(span, file, -1)))}
      />
      <NavigatorView timeline={timeline} clock={clock} contents={contents} />
      <IconButton
        isDisabled={isLive}
        icon={ChevronRight}
        label={words.nextPage}
        onPress={pressed(() => moveView(timeline, (span, file) => turnPage(span, file, 1)))}
      />
      <IconButton
        isDisabled={isLive}
        icon={ChevronLast}
        label={words.goToEnd}
        onPress={pressed(() => moveView(timeline, goToEnd))}
      />
      <TimelineLegend />
      <CoverageMenu timeline={timeline} focusPlot={focusPlot} />
      <LoopChip timeline={timeline} clock={clock} focusPlot={focusPlot} />
      <GoToField timeline={timeline} clock={clock} field={goTo} focusPlot={focusPlot} />
      <IconButton
        isDisabled={isLive}
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? words.pause : words.play}
        onPress={pressed(() => playOrSay(timeline))}
      />
      <span className={css.speed} data-idle={others !== "" || undefined}>
        <MenuButton
          isDisabled={isLive}
          label={words.speed}
          value={speedName(speed)}
          choices={speeds}
          selected={String(speed)}
          onChoose={(id) => {
            setSpeed(timeline, Number(id));
            focusPlot();
          }}
        />
      </span>
      <PaceMeter timeline={timeline} clock={clock} annotations={contents.annotations} focusPlot={focusPlot} />
    </section>
  );
}
