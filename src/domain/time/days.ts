/** Days without a time, as forms ask for them. */
import { CalendarDate } from "@internationalized/date";

/** How far from today a date may be. */
const mostYears = 10;

/** A date as it is typed ("6/3/2026") or stored ("2026-06-03"); null unless the calendar has it. */
export function parseDay(written: string): CalendarDate | null {
  const typed = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(written);
  const stored = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(written);
  const [year, month, day] = (typed !== null ? [typed[3], typed[1], typed[2]] : (stored?.slice(1) ?? [])).map(Number);
  if (year === undefined || year === 0) return null;
  const date = new CalendarDate(year, month, day); // puts what is too large right: 02/30 becomes 02/29
  return date.year === year && date.month === month && date.day === day ? date : null;
}

/** "06/03/2026": how dates are written to be read. */
export const dayText = ({ year, month, day }: Pick<CalendarDate, "year" | "month" | "day">): string =>
  `${String(month).padStart(2, "0")}/${String(day).padStart(2, "0")}/${String(year).padStart(4, "0")}`;

/** First and last day that a date field takes. */
export const dayLimits = (today: CalendarDate): readonly [CalendarDate, CalendarDate] => [
  today.subtract({ years: mostYears }),
  today.add({ years: mostYears }),
];
