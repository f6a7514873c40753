import { Clock3 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Clock } from "../../../domain/time/clock.ts";
import { parseGoTo, repeatOf } from "../../../domain/time/go-to.ts";
import { moveTo, type Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { BarInput } from "../../../ui/fields/BarInput.tsx";
import { fileOf, leadLinked, moveView, type Timeline } from "../time/timeline.ts";
import { useIsLive } from "../time/use-is-live.ts";
import css from "./TimelineBar.module.css";

const words = text.goTo;

export interface GoToFieldProps {
  timeline: Timeline;
  clock: Clock;
  field: RefObject<HTMLInputElement | null>;
  focusPlot: () => void;
}

/** Goes to a time that is typed, and says what it understood before it goes. A button stands for it where bars are narrow. */
export function GoToField({ timeline, clock, field, focusPlot }: GoToFieldProps) {
  const isLive = useIsLive(timeline);
  const [typed, setTyped] = useState("");
  // Steps count from where the view was when the field was entered: playback may go on behind it.
  const [nowMs, setNowMs] = useState(timeline.startMs);
  const file = fileOf(timeline);
  const hint = clock.isElapsed ? words.elapsedHint : words.hint;
  const meant = parseGoTo(typed, { nowMs, file, clock });
  const isInside = meant !== null && meant >= file.startMs && meant <= file.endMs;
  const said = meant === null ? "" : words.moment(clock.dateTime(meant), repeatOf(meant, clock));
  const problem = () => {
    if (typed.trim() === "" || isInside) return undefined;
    if (meant === null) return words.unreadable(hint);
    return words.outside(said, clock.dateTime(file.startMs), clock.dateTime(file.endMs));
  };
  const leave = () => {
    setTyped("");
    // The next key is not the field's any more, however soon it comes.
    field.current?.blur();
    focusPlot();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Escape") leave();
    if (key !== "Enter" || meant === null || !isInside) return;
    const goThere = (span: Span, whole: Span) => moveTo(span, whole, meant);
    if (!leadLinked(timeline, goThere)) moveView(timeline, goThere);
    leave();
  };
  return (
    <div className={css.goTo}>
      <IconButton isDisabled={isLive} icon={Clock3} label={text.timeline.goTo} onPress={() => field.current?.focus()} />
      <BarInput
        label={text.timeline.goTo}
        placeholder={words.placeholder}
        icon={Clock3}
        inputRef={field}
        isDisabled={isLive}
        value={typed}
        onChange={setTyped}
        onFocus={() => setNowMs(timeline.startMs)}
        onBlur={() => {
          // Left for another window, it is still the one that is typed in.
          if (document.activeElement !== field.current) setTyped("");
        }}
        onKeyDown={onKeyDown}
        hint={isInside ? words.understood(said) : hint}
        error={problem()}
      />
    </div>
  );
}
