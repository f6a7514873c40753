/** What is asked for of a montage: its rows and their filters. Page and server make their recipes here, so both mean the same. */
import { askedFilters } from "../../protocol/acting-filters.ts";
import type { Filters, Recipe } from "../../protocol/recipe.ts";
import type { DrawnMontage } from "./montage.ts";

/** Filters of EEG rows, and what auxiliary rows have in place of LFF and HFF. */
export interface RowFilters {
  readonly eeg: Filters;
  readonly aux: Omit<Filters, "notch">;
}

/**
 * The recipe of a montage: the rows at these positions of it, auxiliary ones with their own LFF and HFF and the EEG's notch.
 * An LFF that cannot act at the rate is left out.
 */
export function recipeOf(
  drawn: DrawnMontage,
  rows: readonly number[],
  { filters: { eeg, aux }, samplingHz }: { filters: RowFilters; samplingHz: number },
): Recipe {
  const { lff, hff, notch } = askedFilters(eeg, samplingHz);
  const own: Filters = askedFilters({ ...aux, notch }, samplingHz);
  const isSame = own.lff === lff && own.hff === hff;
  const derivations = rows.map((row) => {
    const { first, second } = drawn.derivations[row];
    return drawn.channels[row].side === "aux" && !isSame ? { first, second, filters: own } : { first, second };
  });
  return { derivations, filters: { lff, hff, notch } };
}

/** Positions of the rows that are computed: those of the montage, shown or hidden, and what was asked for besides. */
export const computedRows = ({ channels }: DrawnMontage, asked: ReadonlySet<string> = new Set()): number[] =>
  channels.flatMap(({ isOffered, id }, row) => (isOffered && !asked.has(id) ? [] : [row]));
