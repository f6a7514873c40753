import type { ComponentProps } from "react";
import { DateField, DateInput, DateSegment, type DateValue, Label } from "react-aria-components";
import css from "./DateTimeField.module.css";

export type DateTimeFieldProps<T extends DateValue> = Pick<
  ComponentProps<typeof DateField<T>>,
  "value" | "onChange" | "minValue" | "maxValue"
> & { label: string };

/** A date and time to the second, 12-hour; segments are typed or stepped. */
export function DateTimeField<T extends DateValue>({ label, ...props }: DateTimeFieldProps<T>) {
  return (
    <DateField
      {...props}
      className={css.field}
      granularity="second"
      hourCycle={12}
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
