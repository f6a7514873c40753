/** Choices of LFF, HFF and notch in Hz, null = Off, in the order of spec 001 section 9, and how they are said. */
import { isInactiveAt } from "../../protocol/acting-filters.ts";
import type { Filters } from "../../protocol/recipe.ts";
import { rateText } from "../rate-text.ts";

export type FilterName = keyof Filters;

export const filterOptions: Readonly<Record<FilterName, readonly (number | null)[]>> = {
  lff: [0.1, 0.5, 1, 2, 3, null],
  hff: [null, 30, 40, 50, 60, 70, 80, 90, 100],
  notch: [null, 50, 60],
};
export const defaultFilters: Filters = { lff: 1, hff: 30, notch: 60 };

/**
 * ECG and other auxiliary rows: 0.5 Hz is the lower corner of heart monitors (IEC 60601-2-27), 70 Hz keeps R waves and muscle.
 * Their notch is the EEG's: the mains are the same.
 */
export const defaultAuxFilters: Omit<Filters, "notch"> = { lff: 0.5, hff: 70 };

const title: Record<FilterName, string> = { lff: "LFF", hff: "HFF", notch: "Notch" };

/** "30 Hz" or "Off". */
export const frequencyName = (hz: number | null) => (hz === null ? "Off" : `${hz} Hz`);

const said = (name: FilterName, hz: number | null, samplingHz: number) => {
  if (hz === null) return `${title[name]} Off`;
  return `${title[name]} ${hz}${isInactiveAt(hz, samplingHz) ? ` (inactive at ${rateText(samplingHz)} Hz)` : ""}`;
};

/**
 * Says every filter, so that nobody takes a bypassed one for an active one: "LFF 1 · HFF 100 (inactive at 200 Hz) ·
 * Notch Off".
 */
export const filterSummary = (filters: Filters, samplingHz: number): string =>
  (["lff", "hff", "notch"] as const).map((name) => said(name, filters[name], samplingHz)).join(" · ");

/** What of the filters of auxiliary rows does not act: "HFF 70 (inactive at 100 Hz)"; "" where all do. */
export const inactiveAuxFilters = (filters: Omit<Filters, "notch">, samplingHz: number): string =>
  (["lff", "hff"] as const)
    .filter((name) => isInactiveAt(filters[name], samplingHz))
    .map((name) => said(name, filters[name], samplingHz))
    .join(" · ");

/** The same of auxiliary rows, whose notch is the EEG's: "LFF 0.5 · HFF 70 (inactive at 100 Hz)". */
export const auxFilterSummary = (filters: Omit<Filters, "notch">, samplingHz: number): string =>
  (["lff", "hff"] as const).map((name) => said(name, filters[name], samplingHz)).join(" · ");
