import { type RefObject, useEffect, useState } from "react";

/** How high names are until their plot was laid out, CSS px. */
const usualPx = 600;

/** Height of an element, CSS px; as it is usually until it was laid out. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(usualPx);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const resized = new ResizeObserver(() => setHeight(current.clientHeight));
    resized.observe(current);
    return () => resized.disconnect();
  }, [element]);
  return height;
}
