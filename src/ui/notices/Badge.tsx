import css from "./Badge.module.css";

export interface BadgeProps {
  tone: "neutral" | "success" | "danger" | "warning" | "info";
  children: string;
}

/** A state in one or two words; the dot repeats the tone for those who read shapes. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className={css.badge} data-tone={tone}>
      {tone === "neutral" ? null : <span className={css.dot} aria-hidden />}
      {children}
    </span>
  );
}
