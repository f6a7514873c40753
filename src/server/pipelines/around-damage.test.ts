import { expect, it } from "vitest";
import { DamageFound } from "../recordings/index.ts";
import { aroundDamage } from "./around-damage.ts";
import type { Plan } from "./types.ts";

const damage = (block: number) => new DamageFound({ recordingId: 1, group: 0, blocks: [block] });

/** Plans are numbered; `broken` are the places that runs meet, one after the other. */
function world(broken: readonly number[]) {
  const found: unknown[] = [];
  let plans = 0;
  const integrity = {
    found: async (one: unknown) => {
      found.push(one);
    },
  };
  const plan = async () => ({ values: ++plans }) as Plan;
  const carryOut = async ({ values }: Plan) => {
    const block = broken[values - 1];
    if (block !== undefined) throw damage(block);
    return `of plan ${values}`;
  };
  return { found, run: () => aroundDamage({ integrity } as never, plan, carryOut) };
}

it("writes down each damaged place and plans anew without it", async () => {
  const { found, run } = world([7, 9]);
  expect(await run()).toEqual({ plan: { values: 3 }, result: "of plan 3" });
  expect(found).toEqual([damage(7).found, damage(9).found]);
});

it("ends where there is no end of damage, and passes on what is none", async () => {
  const { found, run } = world(Array.from({ length: 100 }, (_, k) => k));
  await expect(run()).rejects.toBeInstanceOf(DamageFound);
  expect(found).toHaveLength(33);
  const broken = aroundDamage(
    { integrity: { found: async () => {} } } as never,
    async () => ({ values: 1 }) as Plan,
    async () => {
      throw new Error("no room");
    },
  );
  await expect(broken).rejects.toThrow("no room");
});
