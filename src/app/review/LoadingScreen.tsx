import { CircleCheck, CircleDashed } from "lucide-react";
import { text } from "../../protocol/text.ts";
import css from "./Review.module.css";

/** What the review waits for, as a checklist (spec 2.3). */
export function LoadingScreen({ done }: { done: Readonly<Record<keyof typeof text.review.checklist, boolean>> }) {
  const items = Object.entries(text.review.checklist) as [keyof typeof done, string][];
  return (
    <div className={css.loading} role="status">
      <h1>{text.review.loading}</h1>
      <ul className={css.checklist}>
        {items.map(([key, name]) => (
          <li key={key} data-done={done[key] || undefined}>
            {done[key] ? <CircleCheck size={16} aria-hidden /> : <CircleDashed size={16} aria-hidden />}
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
