import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type DateValue,
  Heading,
} from "react-aria-components";
import buttonCss from "../buttons/Button.module.css";
import css from "./DateTimeField.module.css";

export interface MonthCalendarProps {
  label: string;
  /** Null: no day is taken yet. */
  value: DateValue | null;
  minValue: DateValue;
  maxValue: DateValue;
  onChange: (day: DateValue) => void;
}

/** One month; days outside the limits are disabled. */
export function MonthCalendar({ label, onChange, ...props }: MonthCalendarProps) {
  const step = { className: buttonCss.button, "data-tone": "quiet", "data-size": "small", "data-shape": "square" };
  return (
    <Calendar<DateValue, "single">
      {...props}
      aria-label={label}
      onChange={(day) => {
        if (day !== null) onChange(day);
      }}
      className={css.calendar}
    >
      <header className={css.head}>
        <AriaButton slot="previous" {...step}>
          <ChevronLeft size={16} aria-hidden />
        </AriaButton>
        <Heading level={2} />
        <AriaButton slot="next" {...step}>
          <ChevronRight size={16} aria-hidden />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="narrow">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={css.cell} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
