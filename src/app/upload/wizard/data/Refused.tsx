import { CircleAlert } from "lucide-react";
import type { Refusal } from "../refusals.ts";
import css from "../Wizard.module.css";

export interface RefusedProps {
  refusal: Refusal;
  /** Next was pressed: it is said as an error. */
  isTried: boolean;
}

/** Why Next is refused, at the foot of the wizard. */
export function Refused({ refusal: { text, isBlocking, isToldAtOnce }, isTried }: RefusedProps) {
  if (isBlocking) return <span role="status">{text}</span>;
  return isTried || isToldAtOnce ? (
    <span className={css.refusal} role="alert">
      <CircleAlert size={14} aria-hidden />
      {text}
    </span>
  ) : null;
}
