import { type ReactNode, useRef } from "react";
import css from "./Table.module.css";
import { useScrollCue } from "./use-scroll-cue.ts";
import { useWideNames } from "./use-wide-names.ts";

export interface ScrollAreaProps {
  isStale?: boolean;
  /** As high as its place, not as what it holds. */
  isFilling?: boolean;
  /** Of what scrolls. */
  className?: string;
  children: ReactNode;
}

/** What is wider than its place scrolls, and its edges show on which side there is more. */
export function ScrollArea({ isStale = false, isFilling = false, className, children }: ScrollAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useScrollCue(frame, area);
  useWideNames(frame, area);
  return (
    <div ref={frame} className={css.frame} data-filling={isFilling || undefined}>
      <div
        ref={area}
        className={className === undefined ? css.scroll : `${css.scroll} ${className}`}
        data-stale={isStale || undefined}
        aria-busy={isStale}
      >
        {children}
      </div>
    </div>
  );
}
