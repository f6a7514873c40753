import { type RefObject, useCallback, useRef } from "react";

export interface PlotFocus {
  /** The element that takes the focus. */
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly focusPlot: () => void;
}

/** Gives the focus back to the plot after a choice in a menu. */
export function usePlotFocus(): PlotFocus {
  const surface = useRef<HTMLDivElement>(null);
  // Two frames later: the menu that was used is gone by then and has given its focus back.
  const focusPlot = useCallback(() => {
    const before = document.activeElement;
    const focus = () => {
      const now = document.activeElement;
      // Somebody types elsewhere meanwhile: what is typed stays there.
      if (now === before || !(now instanceof HTMLInputElement)) surface.current?.focus({ preventScroll: true });
    };
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }, []);
  return { surface, focusPlot };
}
