import { useState } from "react";
import { configureText } from "../../../protocol/text/configure-text.ts";
import type { WindowSaving } from "./window-saving.ts";

export interface Configure {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Whether the Configure dialog of a window is open. */
export function useConfigure(saving: WindowSaving): Configure {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open() {
      if (saving.hasDisplay()) setOpen(true);
      else console.error(configureText.noDisplay);
    },
    close: () => setOpen(false),
  };
}
