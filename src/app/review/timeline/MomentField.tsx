import { fromAbsolute, toCalendarDate, type ZonedDateTime } from "@internationalized/date";
import type { Span } from "../../../domain/view-span.ts";
import { DateTimeField } from "../../../ui/DateTimeField.tsx";
import { MonthCalendar } from "../../../ui/MonthCalendar.tsx";
import css from "./RangeDialog.module.css";

export interface MomentFieldProps {
  label: string;
  valueMs: number;
  file: Span;
  timezone: string;
  onChange: (ms: number) => void;
}

/** One moment in the recording's zone: typed, or its day picked from the calendar. Always inside the file. */
export function MomentField({ label, valueMs, file, timezone, onChange }: MomentFieldProps) {
  const at = (ms: number) => fromAbsolute(ms, timezone);
  const value = at(valueMs);
  const change = (next: ZonedDateTime | null) => {
    if (next === null) return;
    onChange(Math.min(Math.max(next.toDate().getTime(), file.startMs), file.endMs));
  };
  return (
    <div className={css.side}>
      <DateTimeField label={label} value={value} onChange={change} />
      <MonthCalendar
        label={label}
        value={toCalendarDate(value)}
        minValue={toCalendarDate(at(file.startMs))}
        maxValue={toCalendarDate(at(file.endMs))}
        onChange={({ year, month, day }) => change(value.set({ year, month, day }))}
      />
    </div>
  );
}
