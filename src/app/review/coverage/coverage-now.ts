/** The coverage of the review that is open: plots tell it what they show, the timeline draws it. */
import { proxy, ref, useSnapshot } from "valtio";
import type { CoverageStore } from "./coverage-store.ts";

const provided = proxy<{ store: CoverageStore | null }>({ store: null });

/** Returns the untying. */
export function provideCoverage(store: CoverageStore): () => void {
  const own = ref(store);
  provided.store = own;
  return () => {
    if (provided.store === own) provided.store = null;
  };
}

/** Null while no review is open. */
export const coverageNow = (): CoverageStore | null => provided.store;

/** The same for components. */
export const useCoverage = (): CoverageStore | null => useSnapshot(provided).store as CoverageStore | null;
