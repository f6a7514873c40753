import { Check, Minus } from "lucide-react";
import { CheckboxButton, CheckboxField } from "react-aria-components";
import field from "../fields/Field.module.css";

/** The box that selects a row, or in the header every row of the page. The grid names it. */
export function Tick() {
  return (
    <CheckboxField slot="selection">
      <CheckboxButton className={field.check}>
        {({ isSelected, isIndeterminate }) => (
          <span className={field.box}>
            {isIndeterminate ? (
              <Minus size={12} strokeWidth={3} aria-hidden />
            ) : isSelected ? (
              <Check size={12} strokeWidth={3} aria-hidden />
            ) : null}
          </span>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
