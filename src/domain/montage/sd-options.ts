/** Choices of the SD detection window (spec 2.12, section 9): those of its EEG are the EEG window's, those of its slow overlay stand here. */
import { isInactiveAt } from "../../protocol/acting-filters.ts";
import type { Filters } from "../../protocol/recipe.ts";
import { rateText } from "../rate-text.ts";
import { type FilterName, filterOptions, frequencyName } from "./filter-options.ts";

/** Hz, null = Off. */
export const overlayFilterOptions: Readonly<Record<FilterName, readonly (number | null)[]>> = {
  lff: [null, 0.005, 0.01, 0.02, 0.05, 0.1],
  hff: [null, 0.1, 0.5, 1, 2],
  notch: filterOptions.notch,
};
/** No mains are left below its HFF. */
export const defaultOverlayFilters: Filters = { lff: 0.005, hff: 0.5, notch: null };

/** uV/mm */
export const overlaySensitivities: readonly number[] = [10, 20, 30, 50, 70, 100, 150, 200, 300, 440, 500, 700, 1000];
/** What both trace sets open with, uV/mm. */
export const usualSdSensitivities = { eeg: 50, overlay: 440 } as const;

/**
 * What a trace set lets through, with what is not acting: "1–30 Hz, notch 60 Hz", "from 0.005 Hz", "up to 30 Hz", "unfiltered",
 * "from 1 Hz, 100 Hz inactive at 200 Hz".
 */
export function bandSummary({ lff, hff, notch }: Filters, samplingHz: number): string {
  const acts = (hz: number | null): hz is number => hz !== null && !isInactiveAt(hz, samplingHz);
  const band =
    acts(lff) && acts(hff)
      ? `${lff}\u2013${hff} Hz`
      : acts(lff)
        ? `from ${lff} Hz`
        : acts(hff)
          ? `up to ${hff} Hz`
          : "unfiltered";
  const idle = [lff, hff, notch].filter((hz) => isInactiveAt(hz, samplingHz));
  return [
    band,
    ...(acts(notch) ? [`notch ${frequencyName(notch)}`] : []),
    ...idle.map((hz) => `${frequencyName(hz)} inactive at ${rateText(samplingHz)} Hz`),
  ].join(", ");
}
