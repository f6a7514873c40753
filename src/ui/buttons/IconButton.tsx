import type { LucideIcon } from "lucide-react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import css from "./Button.module.css";

export interface IconButtonProps extends Omit<AriaButtonProps, "children"> {
  icon: LucideIcon;
  /** Name for assistive technology and text of the tooltip. */
  label: string;
  /** Text of the tooltip where it says more than the name. */
  hint?: string;
  tone?: "quiet" | "nav";
  size?: "medium" | "small";
}

/** A square button with an icon; its name is in the tooltip. */
export function IconButton({
  icon: Icon,
  label,
  hint = label,
  tone = "quiet",
  size = "small",
  ...props
}: IconButtonProps) {
  return (
    <WithTooltip hint={hint}>
      <AriaButton
        {...props}
        aria-label={label}
        className={css.button}
        data-tone={tone}
        data-size={size}
        data-shape="square"
      >
        <Icon size={16} aria-hidden />
      </AriaButton>
    </WithTooltip>
  );
}
