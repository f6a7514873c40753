/** The different filters of a recipe: derivations may have their own. */
import type { Filters, Recipe } from "../protocol/recipe.ts";
import { planFilters } from "./coefficients.ts";

/** A recipe may not have more: each is a pass of its own over the samples. */
export const maxFilterSets = 4;

export const isSameFilters = (a: Filters, b: Filters): boolean =>
  a.lff === b.lff && a.hff === b.hff && a.notch === b.notch;

/** Those of the recipe itself first. */
export function filterSetsOf({ filters, derivations }: Recipe): Filters[] {
  const sets = [filters];
  for (const { filters: own } of derivations)
    if (own !== undefined && !sets.some((set) => isSameFilters(set, own))) sets.push(own);
  return sets;
}

/**
 * Samples of warm-up of a recipe: the longest of its filters, for all of its rows, so that every road to a page begins at
 * the same sample. Throws ParameterError for filters that cannot be planned.
 */
export const warmupOf = (recipe: Recipe, samplingHz: number): number =>
  Math.max(...filterSetsOf(recipe).map((set) => planFilters(set, samplingHz).warmup));
