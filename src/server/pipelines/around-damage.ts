/** Runs over recordings of which a part turns out to be damaged. */
import { DamageFound, type RecordingStore } from "../recordings/index.ts";
import type { Plan } from "./types.ts";

/** So many damaged places are found and left out of one run. */
const mostDamage = 32;

export interface AroundDamageDeps {
  integrity: Pick<RecordingStore["integrity"], "found">;
}

/**
 * Plans and carries out a run. A damaged place that it meets is written down, counts as missing from then on, and the run begins anew without it.
 * @throws what `plan` and `carryOut` throw; DamageFound where there is no end of it
 */
export async function aroundDamage<Result>(
  { integrity }: AroundDamageDeps,
  plan: () => Promise<Plan>,
  carryOut: (plan: Plan) => Promise<Result>,
): Promise<{ plan: Plan; result: Result }> {
  for (let found = 0; ; found++) {
    const planned = await plan();
    try {
      return { plan: planned, result: await carryOut(planned) };
    } catch (error) {
      if (!(error instanceof DamageFound)) throw error;
      await integrity.found(error.found);
      if (found === mostDamage) throw error;
    }
  }
}
