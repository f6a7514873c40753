import { fromAbsolute, toCalendarDate, type ZonedDateTime } from "@internationalized/date";
import { type DayHours, nearestReading } from "../../../domain/time/clock.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import { DateTimeField } from "../../../ui/fields/DateTimeField.tsx";
import { MonthCalendar } from "../../../ui/fields/MonthCalendar.tsx";
import css from "./RangeDialog.module.css";

export interface MomentFieldProps {
  label: string;
  valueMs: number;
  file: Span;
  timezone: string;
  hours: DayHours;
  onChange: (ms: number) => void;
}

/**
 * One moment in the recording's zone: typed, or its day picked from the calendar. What is typed is left as it is, even
 * outside the file: correcting it digit by digit would change what was typed before. A day picked stays in the file.
 */
export function MomentField({ label, valueMs, file, timezone, hours, onChange }: MomentFieldProps) {
  const at = (ms: number) => fromAbsolute(ms, timezone);
  const value = at(valueMs);
  const inFile = (ms: number) => Math.min(Math.max(ms, file.startMs), file.endMs);
  const type = (next: ZonedDateTime | null) => {
    if (next !== null) onChange(nearestReading(next, valueMs));
  };
  return (
    <div className={css.side}>
      <DateTimeField label={label} value={value} hours={hours} onChange={type} />
      <MonthCalendar
        label={label}
        value={toCalendarDate(at(inFile(valueMs)))}
        minValue={toCalendarDate(at(file.startMs))}
        maxValue={toCalendarDate(at(file.endMs))}
        onChange={({ year, month, day }) => onChange(inFile(value.set({ year, month, day }).toDate().getTime()))}
      />
    </div>
  );
}
