import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { text } from "../../protocol/text/text.ts";
import css from "./Review.module.css";

export interface LoadingScreenProps {
  done: Readonly<Record<keyof typeof text.review.checklist, boolean>>;
  /** More items of the list. */
  children?: ReactNode;
  /** Under the list. */
  foot?: ReactNode;
}

/** What the review waits for, as a checklist (spec 2.3). */
export function LoadingScreen({ done, children, foot }: LoadingScreenProps) {
  const items = Object.entries(text.review.checklist) as [keyof typeof done, string][];
  return (
    <main className={css.loading}>
      <h1>{text.review.loading}</h1>
      <ul className={css.checklist}>
        {items.map(([key, name]) => (
          <li key={key} data-done={done[key] || undefined}>
            {done[key] ? <CircleCheck size={16} aria-hidden /> : <CircleDashed size={16} aria-hidden />}
            {name}
          </li>
        ))}
        {children}
      </ul>
      {foot}
    </main>
  );
}
