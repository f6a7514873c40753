import type { LucideIcon } from "lucide-react";
import { Focusable, ToggleButton } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import css from "./Button.module.css";

export interface IconToggleProps {
  icon: LucideIcon;
  /** Name for assistive technology. */
  label: string;
  /** Text of the tooltip: what it does, or why it cannot be pressed. */
  hint: string;
  isOn: boolean;
  /** It cannot be pressed; the pointer and the focus still reach it, and its tooltip says why. */
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A square button that stays pressed. */
export function IconToggle({ icon: Icon, label, hint, isOn, isDisabled = false, onChange }: IconToggleProps) {
  const icon = <Icon size={16} aria-hidden />;
  const look = { className: css.button, "data-tone": "quiet", "data-size": "small", "data-shape": "square" };
  return (
    <WithTooltip hint={hint}>
      {isDisabled ? (
        <Focusable>
          <button type="button" {...look} aria-label={label} aria-pressed={isOn} aria-disabled data-disabled>
            {icon}
          </button>
        </Focusable>
      ) : (
        <ToggleButton {...look} aria-label={label} isSelected={isOn} onChange={onChange}>
          {icon}
        </ToggleButton>
      )}
    </WithTooltip>
  );
}
