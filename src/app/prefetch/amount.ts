/** How much of the reserved space is taken. */
import type { PrefetchInventory } from "../../protocol/prefetch.ts";

/** From here on the next file may find no room. */
const nearlyFull = 0.9;

type Sizes = Pick<PrefetchInventory, "current_size" | "max_total_size">;

/** 0..1. A limit that was lowered below what is taken, or to nothing, is full. */
export const takenFraction = ({ current_size, max_total_size }: Sizes): number =>
  max_total_size > 0 ? Math.min(1, current_size / max_total_size) : 1;

/** "nearly": 90 % or more. */
export function fullness(sizes: Sizes): "free" | "nearly" | "full" {
  const fraction = takenFraction(sizes);
  return fraction >= 1 ? "full" : fraction >= nearlyFull ? "nearly" : "free";
}
