import { useSyncExternalStore } from "react";
import { usePlotWindow } from "./plot-window.ts";
import type { StatusReadout } from "./status.ts";

/** The status of the window's feed. */
export function useStatus(): StatusReadout {
  const { readout } = usePlotWindow();
  return useSyncExternalStore(readout.subscribe, readout.read);
}
