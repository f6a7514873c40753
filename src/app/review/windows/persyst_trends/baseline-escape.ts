import { type BaselineMark, noMark } from "./baseline-mark.ts";

/**
 * Esc ends the marking of a baseline from anywhere in its window, and where nothing has the focus: the menu that began it gives the focus back, and
 * the plot takes it, some frames after that.
 */
export function endMarkByEscape(mark: BaselineMark, surface: HTMLElement, signal: AbortSignal): void {
  const { body } = document;
  document.addEventListener(
    "keydown",
    (event) => {
      const { target } = event;
      const isHere = target === body || (target instanceof Node && surface.closest("[data-area]")?.contains(target));
      if (event.key !== "Escape" || !mark.isOn || !isHere) return;
      event.stopPropagation();
      Object.assign(mark, noMark);
    },
    // Before the button of the menu hears it.
    { signal, capture: true },
  );
}
