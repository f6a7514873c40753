import { useEffect, useRef } from "react";

/** Of the dialogs that are open, the one that was opened last is at the end. */
const open: object[] = [];

/**
 * Within a dialog: Esc closes the uppermost one also while nothing has the focus, as in the moment after another dialog closed
 * over it or what had the focus was taken away. Where something has it, react-aria hears the key.
 */
export function LostFocusEscape({ onEscape }: { onEscape: () => void }) {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const me = {};
    open.push(me);
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || open.at(-1) !== me) return;
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => {
      document.removeEventListener("keydown", listen);
      open.splice(open.indexOf(me), 1);
    };
  }, []);
  return null;
}
