/** A recipe, checked and cut into chunks of rows that the kernels take at once. */
import type { Derivation, Recipe, Term } from "../protocol/recipe.ts";
import { keepsConstant, planFilters, sectionSize } from "./coefficients.ts";
import { filterSetsOf, isSameFilters, maxFilterSets, warmupOf } from "./filter-sets.ts";
import { demand } from "./parameter-error.ts";
import type { FilterPlan } from "./types.ts";

/** Rows of one chunk: eight groups of four lanes, so that a slice of them stays in the second-level cache. */
const chunkRows = 32;
export const lanes = 4;

/** Where the kernels find the samples of a term: a channel, a mean, or a row of zeros. Indexes are within the chunk. */
export type Operand = { kind: "channel" | "mean"; index: number } | { kind: "zero" };

export interface MeanTerm {
  kind: "average" | "neighbours";
  /** Positions in the chunk's `channels`. */
  members: number[];
}

export interface RowChunk {
  /** Rows with data: `row` counts from 0 in the recipe; the lane of the chunk is the position in this array. */
  rows: { row: number; first: Operand; second: Operand }[];
  groups: number;
  /** Channels of the source that the chunk reads. */
  channels: number[];
  means: MeanTerm[];
  /** Filters of all rows of the chunk. */
  plan: FilterPlan;
  sections: number;
  keepsConstant: boolean;
}

export interface CompiledRecipe {
  rows: number;
  chunks: RowChunk[];
  /** Samples a seek needs: of the slowest filters of the recipe, for all of its rows. */
  warmup: number;
}

/**
 * Checks a recipe against a source of `channels` channels. A row with a missing input takes no lane: it stays NaN. Rows
 * with filters of their own are cut into chunks of their own.
 * Throws ParameterError when a term names a channel the source does not have, and for too many or impossible filters.
 */
export function compileRecipe(recipe: Recipe, samplingHz: number, channels: number): CompiledRecipe {
  const { derivations } = recipe;
  const sets = filterSetsOf(recipe);
  demand(sets.length <= maxFilterSets, `${sets.length} different filters where ${maxFilterSets} are allowed`);
  for (const { first, second } of derivations)
    for (const term of [first, second])
      for (const index of indexesOf(term))
        demand(Number.isInteger(index) && index >= 0 && index < channels, `channel ${index} of ${channels}`);
  const live = derivations
    .map((derivation, row) => ({ derivation, row }))
    .filter(({ derivation }) => derivation.first.kind !== "missing" && derivation.second.kind !== "missing");
  const chunks = sets.flatMap((set) => {
    const plan = planFilters(set, samplingHz);
    const rows = live.filter(({ derivation }) => isSameFilters(derivation.filters ?? recipe.filters, set));
    return Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, k) =>
      compileChunk(rows.slice(k * chunkRows, (k + 1) * chunkRows), plan),
    );
  });
  return { rows: derivations.length, chunks, warmup: warmupOf(recipe, samplingHz) };
}

function compileChunk(live: { derivation: Derivation; row: number }[], plan: FilterPlan): RowChunk {
  const channels = new Interned<number>(String);
  const means = new Interned<MeanTerm>(({ kind, members }) => `${kind} ${members.join(" ")}`);
  const operand = (term: Term): Operand => {
    switch (term.kind) {
      case "channel":
        return { kind: "channel", index: channels.indexOf(term.index) };
      case "average":
      case "neighbours":
        return {
          kind: "mean",
          index: means.indexOf({ kind: term.kind, members: term.members.map((member) => channels.indexOf(member)) }),
        };
      case "zero":
      case "missing":
        return { kind: "zero" };
    }
  };
  const rows = live.map(({ derivation, row }) => ({
    row,
    first: operand(derivation.first),
    second: operand(derivation.second),
  }));
  return {
    rows,
    groups: Math.ceil(rows.length / lanes),
    channels: channels.items,
    means: means.items,
    plan,
    sections: plan.sections.length / sectionSize,
    keepsConstant: keepsConstant(plan.sections),
  };
}

function indexesOf(term: Term): readonly number[] {
  if (term.kind === "channel") return [term.index];
  return term.kind === "average" || term.kind === "neighbours" ? term.members : [];
}

/** Equal items once, in order of first mention. */
class Interned<T> {
  readonly items: T[] = [];
  readonly #positions = new Map<string, number>();
  constructor(readonly keyOf: (item: T) => string) {}

  indexOf(item: T): number {
    const key = this.keyOf(item);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    this.#positions.set(key, this.items.length);
    this.items.push(item);
    return this.items.length - 1;
  }
}
