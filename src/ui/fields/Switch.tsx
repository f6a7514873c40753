import type { ReactNode } from "react";
import { SwitchButton, SwitchField } from "react-aria-components";
import css from "./Switch.module.css";

export interface SwitchProps {
  /** Words beside it; without them `label` is needed. */
  children?: ReactNode;
  /** Name for assistive technology where the words stand elsewhere. */
  label?: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  isReadOnly?: boolean;
}

/** On or off, at once. */
export function Switch({ children, label, ...props }: SwitchProps) {
  return (
    <SwitchField {...props} aria-label={label}>
      <SwitchButton className={css.switch}>
        <span className={css.track}>
          <span className={css.knob} />
        </span>
        {children}
      </SwitchButton>
    </SwitchField>
  );
}
