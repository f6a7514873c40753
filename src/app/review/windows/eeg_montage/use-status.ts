import { useSyncExternalStore } from "react";
import { useEegWindow } from "./eeg-window.ts";
import type { StatusReadout } from "./status.ts";

/** The status of the window's feed. */
export function useStatus(): StatusReadout {
  const { readout } = useEegWindow();
  return useSyncExternalStore(readout.subscribe, readout.read);
}
