import type { KeyboardEvent, ReactNode } from "react";
import css from "./Plot.module.css";

/** What is said over a plot. In a low window it takes no more than a part of the height and is scrolled to, also by the arrows. */
export function WindowNotices({ children }: { children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { scrollHeight, clientHeight } = event.currentTarget;
    // They would turn pages and change the sensitivity.
    if (scrollHeight > clientHeight && (event.key === "ArrowUp" || event.key === "ArrowDown")) event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the focus by itself where it is scrolled
    <div className={css.notices} data-part="notices" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
