/** A recipe, checked and cut into chunks of rows that the kernels take at once. */
import type { Derivation, Recipe, Term } from "../protocol/recipe.ts";
import { keepsConstant, sectionSize } from "./coefficients.ts";
import { demand } from "./parameter-error.ts";
import type { FilterPlan } from "./types.ts";

/** Rows of one chunk: eight groups of four lanes, so that a slice of them stays in the second-level cache. */
export const chunkRows = 32;
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
}

export interface CompiledRecipe {
  rows: number;
  chunks: RowChunk[];
  plan: FilterPlan;
  sections: number;
  keepsConstant: boolean;
}

/**
 * Checks a recipe against a source of `channels` channels. A row with a missing input takes no lane: it stays NaN.
 * Throws ParameterError when a term names a channel the source does not have.
 */
export function compileRecipe(recipe: Recipe, plan: FilterPlan, channels: number): CompiledRecipe {
  const { derivations } = recipe;
  for (const { first, second } of derivations)
    for (const term of [first, second])
      for (const index of indexesOf(term))
        demand(Number.isInteger(index) && index >= 0 && index < channels, `channel ${index} of ${channels}`);
  const live = derivations
    .map((derivation, row) => ({ derivation, row }))
    .filter(({ derivation }) => derivation.first.kind !== "missing" && derivation.second.kind !== "missing");
  const chunks: RowChunk[] = [];
  for (let from = 0; from < live.length; from += chunkRows)
    chunks.push(compileChunk(live.slice(from, from + chunkRows)));
  return {
    rows: derivations.length,
    chunks,
    plan,
    sections: plan.sections.length / sectionSize,
    keepsConstant: keepsConstant(plan.sections),
  };
}

function compileChunk(live: { derivation: Derivation; row: number }[]): RowChunk {
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
