/**
 * The channels that rows of a montage are made of. The average reference is not taken apart: one bad electrode of twenty
 * would mask every row of the page.
 */

import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import type { Derivation, Term } from "../../../protocol/recipe.ts";
import type { RowInputs } from "../plot/masked-rows.ts";

const known = new WeakMap<Drawn, readonly RowInputs[]>();

/** Of each row of the recipe; the same for as long as what is drawn is the same. */
export function rowInputsOf(dataObjectId: number, drawn: Drawn): readonly RowInputs[] {
  const found = known.get(drawn);
  if (found !== undefined) return found;
  const { group, resolved, computed } = drawn;
  const inputs = computed.map((position): RowInputs => {
    return inputsOf(resolved.derivations[position]).map((index) => ({
      dataObjectId,
      label: group.channels[index].label,
    }));
  });
  known.set(drawn, inputs);
  return inputs;
}

/** Positions in the group of the channels that a derivation names. */
export const inputsOf = ({ first, second }: Derivation): number[] => [...new Set([first, second].flatMap(indexesOf))];

const indexesOf = (term: Term): readonly number[] =>
  term.kind === "channel" ? [term.index] : term.kind === "neighbours" ? term.members : [];
