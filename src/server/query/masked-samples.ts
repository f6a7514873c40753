/** Masks as grid samples, for features that are made of several channels. */
import { maskedOf } from "../../domain/annotations/masks.ts";
import type { MaskedSamples } from "../../signal/pipeline.ts";
import { firstSampleFrom } from "../analysis/index.ts";
import type { PageSource } from "./tasks/task.ts";

/** Masked grid samples within [from, to), by channel; null: nothing is left out. */
export function maskedSamples(
  { group, masks }: Pick<PageSource, "group" | "masks">,
  from: number,
  to: number,
): MaskedSamples[][] | null {
  if (masks === undefined) return null;
  return group.channels.map(({ label }) =>
    maskedOf(masks, [label])
      .map(([startMs, endMs]) => ({ first: firstSampleFrom(group, startMs), end: firstSampleFrom(group, endMs) }))
      .filter(({ first, end }) => first < end && first < to && end > from)
      .map(({ first, end }) => ({ first: Math.max(first, from), end: Math.min(end, to) })),
  );
}
