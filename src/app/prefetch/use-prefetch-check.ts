import { useEffect } from "react";
import { getInventory } from "../../protocol/prefetch.ts";
import { call } from "../session/index.ts";
import type { Prefetch } from "./use-prefetch.ts";

/**
 * Asks once, when the review is shown, whether its recording is among those that are kept (spec 001 section 8). What is
 * on the screen is right in any case, so neither the first picture nor the server's answers to it wait for this.
 */
export function usePrefetchCheck({ state, tell }: Prefetch, dataObjectId: number, isShown: boolean): void {
  const isDue = isShown && state.stage === "finished";
  useEffect(() => {
    if (!isDue) return;
    const end = new AbortController();
    call(getInventory, {}, end.signal).then(
      (inventory) => tell({ kind: "inventory", dataObjectId, inventory }),
      () => {
        if (!end.signal.aborted) tell({ kind: "inventory", dataObjectId, inventory: null });
      },
    );
    return () => end.abort();
  }, [isDue, dataObjectId, tell]);
}
