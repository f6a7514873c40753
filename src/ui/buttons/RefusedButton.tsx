import type { ReactNode } from "react";
import { Focusable } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import css from "./Button.module.css";
import type { ButtonProps } from "./Button.tsx";

export interface RefusedButtonProps {
  /** Why it cannot be pressed. */
  hint: string;
  tone?: ButtonProps["tone"];
  children: ReactNode;
}

/** A button that this user may not press: the pointer and the focus still reach it, and its tooltip says why. */
export function RefusedButton({ hint, tone = "plain", children }: RefusedButtonProps) {
  return (
    <WithTooltip hint={hint}>
      <Focusable>
        <button type="button" aria-disabled className={css.button} data-tone={tone} data-size="medium" data-disabled>
          {children}
        </button>
      </Focusable>
    </WithTooltip>
  );
}
