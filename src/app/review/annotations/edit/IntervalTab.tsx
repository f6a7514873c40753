import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { type Interval, intervalProblem } from "../../../../domain/annotations/draft-rules.ts";
import type { Clock, DayHours } from "../../../../domain/time/clock.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import css from "./Edit.module.css";
import { MomentPicker } from "./MomentPicker.tsx";

export interface IntervalTabProps {
  interval: Interval;
  /** As it stands in the picker. */
  picked: Interval;
  onPick: (picked: Interval) => void;
  isPoint: boolean;
  file: Span;
  clock: Clock;
  hours: DayHours;
  isReadOnly?: boolean;
  onChange: (interval: Interval, isPoint: boolean) => void;
}

/** Whether a time was picked that does not count yet. */
export const isPickedOther = (picked: Interval, interval: Interval, isPoint: boolean): boolean =>
  picked.startMs !== interval.startMs || (!isPoint && picked.endMs !== interval.endMs);

/** A moment or a span, and its times: set in the picker, they count once its own changes are saved. */
export function IntervalTab(props: IntervalTabProps) {
  const { interval, picked, onPick, isPoint, file, clock, hours, isReadOnly = false, onChange } = props;
  const [edge, setEdge] = useState<keyof Interval>("startMs");
  const shown = isPoint ? "startMs" : edge;
  const isPicked = isPickedOther(picked, interval, isPoint);
  const problem = isPicked ? intervalProblem(picked, isPoint, true) : intervalProblem(interval, isPoint);
  return (
    <div className={css.interval}>
      <Choices
        label={words.kindOfTime}
        isDisabled={isReadOnly}
        choices={[
          { id: "point", name: words.point },
          { id: "span", name: words.span },
        ]}
        selected={isPoint ? "point" : "span"}
        onChoose={(id) => onChange(interval, id === "point")}
      />
      <dl className={css.times}>
        <dt>{isPoint ? words.time : words.start}</dt>
        <dd>{clock.dateTime(picked.startMs)}</dd>
        {isPoint ? null : (
          <>
            <dt>{words.end}</dt>
            <dd>{clock.dateTime(picked.endMs)}</dd>
          </>
        )}
      </dl>
      {isReadOnly ? null : (
        <>
          {isPoint ? null : (
            <Choices
              label={words.edge}
              choices={[
                { id: "startMs", name: words.start },
                { id: "endMs", name: words.end },
              ]}
              selected={edge}
              onChoose={(id) => setEdge(id as keyof Interval)}
            />
          )}
          <MomentPicker
            label={isPoint ? words.time : shown === "startMs" ? words.start : words.end}
            valueMs={picked[shown]}
            file={file}
            clock={clock}
            hours={hours}
            onChange={(ms) => onPick({ ...picked, [shown]: ms })}
          />
        </>
      )}
      {problem === null ? null : (
        <p className={css.problem} role="alert">
          <CircleAlert size={15} aria-hidden />
          {problem}
        </p>
      )}
      {isReadOnly ? null : (
        <div className={css.pickerFoot}>
          <span className={css.count}>
            {isPicked
              ? words.notSet
              : words.limits(
                  clock.dateTime(file.startMs),
                  clock.dateTime(file.endMs),
                  clock.isElapsed ? null : clock.timezone,
                )}
          </span>
          <Button size="small" isDisabled={!isPicked} onPress={() => onPick(interval)}>
            {words.resetChanges}
          </Button>
          <Button size="small" isDisabled={!isPicked || problem !== null} onPress={() => onChange(picked, isPoint)}>
            {words.saveChanges}
          </Button>
        </div>
      )}
    </div>
  );
}
