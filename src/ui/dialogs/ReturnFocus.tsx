import { useEffect, useRef, useState } from "react";

const dialogs = "[role=dialog], [role=alertdialog]";
const overlays = `${dialogs}, [role=menu], [role=listbox]`;

/** What led to each open dialog, nearest first. */
const ways = new WeakMap<Element, readonly HTMLElement[]>();

/** The focused element and what it is in that can have the focus; where that is in a menu, the button of the menu; where in a dialog, what led to that. */
function wayHere(): readonly HTMLElement[] {
  const way: HTMLElement[] = [];
  let at: Element | null = document.activeElement;
  // What had the focus was taken away, as by a dialog that ends with the press that opens this one.
  if (at === document.body) at = [...document.querySelectorAll(dialogs)].at(-1) ?? null;
  while (at instanceof HTMLElement && at !== document.body) {
    const overlay: Element | null = at.closest(overlays);
    for (let part: HTMLElement | null = at; part !== overlay && part !== null; part = part.parentElement)
      if (part === at || part.hasAttribute("tabindex")) way.push(part);
    const known = overlay === null ? undefined : ways.get(overlay);
    if (known !== undefined) return [...way, ...known];
    at = overlay?.id ? document.querySelector(`[aria-controls~="${CSS.escape(overlay.id)}"]`) : null;
  }
  return way;
}

/** When nothing else took the focus: the nearest that is still there, else the page's content. */
function giveBack(way: readonly HTMLElement[]): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const left = way.find((element) => element.isConnected && element.checkVisibility());
  (left ?? document.querySelector<HTMLElement>("main[tabindex]"))?.focus();
}

/**
 * Within a dialog: its end gives the focus back to what opened it. react-aria does where that is still there; an item of a
 * menu, a dialog that this one followed, or a row that was deleted is not.
 */
export function ReturnFocus() {
  const place = useRef<HTMLSpanElement>(null);
  // While this is drawn for the first time the focus has not moved yet.
  const [way] = useState(wayHere);
  useEffect(() => {
    const dialog = place.current?.closest(overlays);
    if (dialog) ways.set(dialog, way);
    // react-aria gives back in a frame of its own.
    return () => void requestAnimationFrame(() => requestAnimationFrame(() => giveBack(way)));
  }, [way]);
  return <span ref={place} hidden />;
}
