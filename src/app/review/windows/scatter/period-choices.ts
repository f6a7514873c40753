import { resamplePeriods } from "./stored.ts";
import { words } from "./words.ts";

/** The periods that are offered, and one that was kept besides; seconds. */
export const periodChoices = (chosen: number) =>
  [...new Set<number>([...resamplePeriods, chosen])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({ id: String(seconds), name: words.seconds(seconds) }));
