import { ProgressBar } from "react-aria-components";
import css from "./Progress.module.css";
import { progressLevel } from "./progress-level.ts";

export interface ProgressProps {
  /** What is under way. */
  label: string;
  /** "91 % · 2 min left" */
  detail: string;
  /** 0..1 */
  fraction: number;
  /** One colour all the way, where little is no cause for worry. */
  isEven?: boolean;
}

/** A thin bar with what is under way and how far it is. */
export function Progress({ label, detail, fraction, isEven = false }: ProgressProps) {
  return (
    <ProgressBar className={css.progress} aria-label={label} value={fraction * 100} valueLabel={detail}>
      <span className={css.words}>
        <span>{label}</span>
        <span className={css.detail}>{detail}</span>
      </span>
      <span className={css.track}>
        <span
          className={css.fill}
          data-level={isEven ? "even" : progressLevel(fraction)}
          style={{ display: "block", width: `${fraction * 100}%` }}
        />
      </span>
    </ProgressBar>
  );
}
