import { CalendarDays } from "lucide-react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { dayLimits, dayText, parseDay } from "../../domain/people/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { MonthCalendar } from "../../ui/fields/MonthCalendar.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { thisDay } from "./draft.ts";
import css from "./Forms.module.css";

const words = formsText.entry;

export interface DayFieldProps {
  label: string;
  prompt: string;
  isRequired: boolean;
  /** As it is typed. */
  value: string;
  onChange: (written: string) => void;
  onLeave: () => void;
  error: string | undefined;
}

/** A date, typed as month/day/year or picked. What is typed stays as it is: half a date is said to be wrong, not dropped. */
export function DayField({ label, prompt, isRequired, value, onChange, onLeave, error }: DayFieldProps) {
  const [first, last] = dayLimits(thisDay());
  const day = parseDay(value);
  const isShown = day !== null && day.compare(first) >= 0 && day.compare(last) <= 0;
  return (
    <div className={css.day}>
      <TextInput
        label={label}
        isRequired={isRequired}
        placeholder={words.dateFormat}
        autoComplete="off"
        value={value}
        maxLength={10}
        onChange={onChange}
        onBlur={onLeave}
        error={error}
      />
      <DialogTrigger>
        <IconButton icon={CalendarDays} label={words.openCalendar(prompt)} size="medium" />
        <Popover className={css.popover} placement="bottom end" offset={4}>
          <Dialog aria-label={words.calendar(prompt)} className={css.calendar}>
            {({ close }) => (
              <MonthCalendar
                label={words.calendar(prompt)}
                value={isShown ? day : null}
                minValue={first}
                maxValue={last}
                onChange={({ year, month, day: date }) => {
                  onChange(dayText({ year, month, day: date }));
                  close();
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}
