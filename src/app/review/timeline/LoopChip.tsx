import { X } from "lucide-react";
import type { Clock } from "../../../domain/time/clock.ts";
import { durationShort } from "../../../domain/time/durations.ts";
import { lengthOf } from "../../../domain/time/view-span.ts";
import { playbackText } from "../../../protocol/text/playback-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { stopLoop, type Timeline } from "../time/timeline.ts";
import { useLoop } from "../time/use-loop.ts";
import css from "./TimelineBar.module.css";

const words = playbackText.loop;

/** Says that playback runs round a span, and ends that. */
export function LoopChip({ timeline, clock, focusPlot }: { timeline: Timeline; clock: Clock; focusPlot: () => void }) {
  const loop = useLoop(timeline);
  if (loop === null) return null;
  return (
    <span className={css.chip}>
      <Button
        size="small"
        aria-label={words.stop(clock.dateTime(loop.startMs), clock.dateTime(loop.endMs))}
        onPress={() => {
          stopLoop(timeline.link);
          // The button goes with the loop.
          focusPlot();
        }}
      >
        {words.chip(durationShort(lengthOf(loop)))}
        <X size={13} aria-hidden />
      </Button>
    </span>
  );
}
