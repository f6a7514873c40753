import css from "./Patients.module.css";

/** "06/01/2026 01:16 AM" or "06/01/2026 01:16": where room is short the time goes under the date, and neither is torn. */
export function Moment({ text }: { text: string }) {
  const at = text.indexOf(" ");
  if (at < 0) return text;
  return (
    <span className={css.moment}>
      <span>{text.slice(0, at)}</span> <span>{text.slice(at + 1)}</span>
    </span>
  );
}
