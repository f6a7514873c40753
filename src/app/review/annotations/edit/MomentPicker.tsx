import { CalendarDate } from "@internationalized/date";
import { useState } from "react";
import {
  choicesOf,
  type FieldChoice,
  fieldsOf,
  type MomentFields,
  withFields,
} from "../../../../domain/annotations/moment-fields.ts";
import { type Clock, type DayHours, parseElapsed } from "../../../../domain/time/clock.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { MonthCalendar } from "../../../../ui/fields/MonthCalendar.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import css from "./Edit.module.css";

export interface MomentPickerProps {
  /** "Start", "End" or "Time". */
  label: string;
  valueMs: number;
  file: Span;
  clock: Clock;
  hours: DayHours;
  onChange: (ms: number) => void;
}

const months = Array.from({ length: 12 }, (_, k) =>
  new Date(Date.UTC(2026, k, 1)).toLocaleDateString("en-US", { month: "long", timeZone: "UTC" }),
);
const two = (value: number) => String(value).padStart(2, "0");

/** One moment of the file, field by field; what the file has not cannot be chosen. */
export function MomentPicker(props: MomentPickerProps) {
  return props.clock.isElapsed ? <ElapsedMoment key={props.label} {...props} /> : <ClockMoment {...props} />;
}

function ClockMoment({ label, valueMs, file, clock: { timezone }, hours, onChange }: MomentPickerProps) {
  const [hasCalendar, setCalendar] = useState(false);
  const now = fieldsOf(valueMs, timezone);
  const choices = choicesOf(valueMs, file, timezone);
  const set = (fields: Partial<MomentFields>) => onChange(withFields(valueMs, fields, file, timezone));
  const field = (
    name: keyof MomentFields,
    title: string,
    own: readonly FieldChoice[],
    nameOf: (value: number) => string,
  ) => (
    <Select
      label={`${label}: ${title}`}
      visibleLabel={title}
      options={own.map(({ value, isDisabled }) => ({ id: String(value), name: nameOf(value), isDisabled }))}
      selected={String(now[name])}
      onChoose={(id) => set({ [name]: Number(id) })}
    />
  );
  const isMorning = now.hour < 12;
  const half = choices.hour.filter(({ value }) => hours === 24 || value < 12 === isMorning);
  const isHalfEmpty = (morning: boolean) =>
    choices.hour.every(({ value, isDisabled }) => isDisabled || value < 12 !== morning);
  const dayOf = (ms: number) => {
    const { year, month, day } = fieldsOf(ms, timezone);
    return new CalendarDate(year, month, day);
  };
  return (
    <div className={css.moment}>
      <div className={css.fields}>
        {field("month", words.month, choices.month, (value) => months[value - 1])}
        {field("day", words.day, choices.day, String)}
        {field("year", words.year, choices.year, String)}
      </div>
      <div className={css.fields}>
        {field("hour", words.hour, half, (value) => (hours === 24 ? two(value) : String(value % 12 || 12)))}
        {field("minute", words.minute, choices.minute, two)}
        {hours === 24 ? null : (
          <div className={css.half}>
            <Choices
              label={`${label}: ${words.halfOfDay}`}
              choices={[
                { id: "AM", name: "AM", isDisabled: isHalfEmpty(true) },
                { id: "PM", name: "PM", isDisabled: isHalfEmpty(false) },
              ]}
              selected={isMorning ? "AM" : "PM"}
              onChoose={(id) => set({ hour: (now.hour % 12) + (id === "PM" ? 12 : 0) })}
            />
          </div>
        )}
      </div>
      <div>
        <Button size="small" aria-expanded={hasCalendar} onPress={() => setCalendar(!hasCalendar)}>
          {hasCalendar ? words.hideCalendar : words.showCalendar}
        </Button>
      </div>
      {hasCalendar ? (
        <MonthCalendar
          label={label}
          value={dayOf(valueMs)}
          minValue={dayOf(file.startMs)}
          maxValue={dayOf(file.endMs)}
          onChange={({ year, month, day }) => set({ year, month, day })}
        />
      ) : null}
    </div>
  );
}

/** Time since the beginning, for a file that does not say when it began. */
function ElapsedMoment({ label, valueMs, file, clock, onChange }: MomentPickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : parseElapsed(typed);
  const isOutside = read === null || read < 0 || file.startMs + read > file.endMs;
  return (
    <TextInput
      label={label}
      value={typed ?? clock.time(valueMs)}
      error={typed !== null && isOutside ? words.outside : undefined}
      onChange={(next) => {
        setTyped(next);
        const ms = parseElapsed(next);
        if (ms !== null && file.startMs + ms <= file.endMs) onChange(file.startMs + ms);
      }}
    />
  );
}
