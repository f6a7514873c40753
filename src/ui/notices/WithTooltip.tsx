import type { ReactElement } from "react";
import { Tooltip, TooltipTrigger } from "react-aria-components";
import css from "./Tooltip.module.css";

/** Shows `hint` above a focusable child after 500 ms of hovering, at once on keyboard focus. */
export function WithTooltip({ hint, children }: { hint: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className={css.tooltip} offset={6}>
        {hint}
      </Tooltip>
    </TooltipTrigger>
  );
}
