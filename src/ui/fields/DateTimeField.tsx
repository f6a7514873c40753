import type { ComponentProps } from "react";
import { DateField, DateInput, DateSegment, type DateValue, Label } from "react-aria-components";
import css from "./DateTimeField.module.css";

export type DateTimeFieldProps<T extends DateValue> = Pick<
  ComponentProps<typeof DateField<T>>,
  "value" | "onChange" | "minValue" | "maxValue"
> & { label: string; hours?: 12 | 24 };

/** A date and time to the second, of a 12-hour clock unless told; segments are typed or stepped. */
export function DateTimeField<T extends DateValue>({ label, hours = 12, ...props }: DateTimeFieldProps<T>) {
  return (
    <DateField
      {...props}
      className={css.field}
      granularity="second"
      hourCycle={hours}
      hideTimeZone
      shouldForceLeadingZeros
    >
      <Label className={css.label}>{label}</Label>
      <DateInput className={css.input}>
        {(segment) => <DateSegment segment={segment} className={css.segment} />}
      </DateInput>
    </DateField>
  );
}
