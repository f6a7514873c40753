import { type ReactNode, useEffect, useRef } from "react";
import css from "./Files.module.css";

export interface ChildListProps {
  /** It scrolls by itself; lists inside it scroll with it. */
  isOuter: boolean;
  /** Its end can be seen. Told again after what it shows has changed. */
  onEnd: () => void;
  children: ReactNode;
}

/** The children of an expanded directory. Without a role: the rows in it belong to the tree around it. */
export function ChildList({ isOuter, onEnd, children }: ChildListProps) {
  const end = useRef<HTMLDivElement>(null);
  const told = useRef(onEnd);
  useEffect(() => {
    told.current = onEnd;
  });
  // A new observer after every change: one that goes on would not tell of an end that stays in sight.
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) told.current();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return (
    <div className={css.children} data-outer={isOuter || undefined}>
      {children}
      <div ref={end} className={css.end} aria-hidden />
    </div>
  );
}
