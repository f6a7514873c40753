import { useEffect, useRef, useState } from "react";
import { configureText } from "../../../protocol/text/configure-text.ts";
import type { WindowSaving } from "./window-saving.ts";

export interface Configure {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Whether the Configure dialog of a window is open. `onClosed` gets the focus, once the dialog has gone. */
export function useConfigure(saving: WindowSaving, onClosed: () => void): Configure {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);
  return {
    isOpen,
    open() {
      if (saving.hasDisplay()) setOpen(true);
      else console.error(configureText.noDisplay);
    },
    close: () => setOpen(false),
  };
}
