import { type RefObject, useEffect } from "react";

/** Says at `frame` on which sides of `area`, which scrolls inside of it, there is more: `data-before`, `data-after`. The look is that of tables. */
export function useScrollCue(frame: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [frame.current, area.current];
    if (outer === null || inner === null) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = inner;
      outer.toggleAttribute("data-before", scrollLeft > 1);
      outer.toggleAttribute("data-after", scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(look);
    // Whatever is observed anew is looked at in the same frame, when it has its place: asking here would lay out early.
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
  }, [frame, area]);
}
