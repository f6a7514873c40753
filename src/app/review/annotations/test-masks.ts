/** Masks for tests. */
import { type Masks, noMasks } from "../../../domain/annotations/masks.ts";
import type { MaskBook, MaskState } from "./mask-book.ts";

/** A book in which every recording has these. */
export const bookOf = (masks: Masks, phase: MaskState["phase"] = "known"): MaskBook => ({
  state: { version: 0 },
  of: () => ({ phase, masks, revision: 0 }),
  isSettled: () => true,
  [Symbol.dispose]: () => undefined,
});

export const noMaskBook = (): MaskBook => bookOf(noMasks);
