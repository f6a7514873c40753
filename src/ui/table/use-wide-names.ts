import { type RefObject, useEffect } from "react";

/** Of the frame, so much may be taken by the column that stays in sight. */
const mostShare = 0.6;

/** Says at `frame` that the names of the table in `area` leave too little room beside them to stay in sight: `data-wide-names`. */
export function useWideNames(frame: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [frame.current, area.current];
    if (outer === null || inner === null) return;
    const look = () => {
      const names = inner.querySelector<HTMLElement>("th[data-header]");
      outer.toggleAttribute("data-wide-names", (names?.offsetWidth ?? 0) > mostShare * inner.clientWidth);
    };
    const sizes = new ResizeObserver(look);
    const watch = () => {
      sizes.disconnect();
      for (const each of [inner, ...inner.querySelectorAll("th[data-header]")]) sizes.observe(each);
      look();
    };
    const contents = new MutationObserver(watch);
    contents.observe(inner, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [frame, area]);
}
