import { type ReactNode, useEffect, useRef } from "react";
import css from "./Table.module.css";

/** What is wider than its place scrolls, and its edges show on which side there is more. */
export function ScrollArea({ isStale = false, children }: { isStale?: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [frame.current, area.current];
    if (outer === null || inner === null) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = inner;
      outer.toggleAttribute("data-before", scrollLeft > 1);
      outer.toggleAttribute("data-after", scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(look);
    const watch = () => {
      sizes.disconnect();
      for (const each of [inner, ...inner.children]) sizes.observe(each);
    };
    const contents = new MutationObserver(watch);
    contents.observe(inner, { childList: true });
    inner.addEventListener("scroll", look, { passive: true });
    watch();
    return () => {
      sizes.disconnect();
      contents.disconnect();
      inner.removeEventListener("scroll", look);
    };
  }, []);
  return (
    <div ref={frame} className={css.frame}>
      <div ref={area} className={css.scroll} data-stale={isStale || undefined} aria-busy={isStale}>
        {children}
      </div>
    </div>
  );
}
