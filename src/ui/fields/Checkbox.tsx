import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { CheckboxButton, CheckboxField } from "react-aria-components";
import css from "./Field.module.css";

export interface CheckboxProps {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
}

/** A box that is on or off, with its words beside it. */
export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props}>
      <CheckboxButton className={css.check}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={css.box}>
              {isIndeterminate ? (
                <Minus size={12} strokeWidth={3} aria-hidden />
              ) : isSelected ? (
                <Check size={12} strokeWidth={3} aria-hidden />
              ) : null}
            </span>
            {children}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
