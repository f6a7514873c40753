import { type RefObject, useEffect } from "react";

/**
 * Rows, tables and buttons go or are disabled by themselves here, and what had the focus with them. It then goes to the
 * dialog around `part`, so that Tab and Esc still reach it. `changes`: whatever may take the focus away.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, ...changes: readonly unknown[]): void {
  useEffect(() => {
    let frame = 0;
    const afterFrames = (n: number, then: () => void) => {
      frame = requestAnimationFrame(() => (n > 1 ? afterFrames(n - 1, then) : then()));
    };
    // A question that closed gives the focus back in a frame of its own.
    afterFrames(3, () => {
      const { activeElement: focused } = document;
      if (focused === null || focused === document.body || focused.matches(":disabled"))
        part.current?.closest<HTMLElement>("[role=dialog]")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [part, ...changes]);
}
