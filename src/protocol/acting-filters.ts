/** Which of the chosen filters can act at a sampling rate (algorithms.md 1.3). */
import type { Filters } from "./recipe.ts";

/** From this fraction of the sampling rate on a filter is left out. */
export const bypassFraction = 0.49;

/** Whether a filter of `hz` is inactive at a rate; a filter that is off is not. */
export const isInactiveAt = (hz: number | null, samplingHz: number): boolean =>
  hz !== null && hz >= bypassFraction * samplingHz;

/**
 * What a window asks for: an LFF too high for the rate would be refused, so it is left out and shown as inactive. HFF and notch
 * stay: the engine leaves them out by the same rule.
 */
export const askedFilters = (chosen: Filters, samplingHz: number): Filters =>
  isInactiveAt(chosen.lff, samplingHz) ? { ...chosen, lff: null } : chosen;
