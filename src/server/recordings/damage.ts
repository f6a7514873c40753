/** What is found to be wrong with stored recordings. */
import type { ArrayLayout } from "./geometry.ts";

/** Stored samples are not what was written: they are shown to nobody. Whoever catches it writes it down and reads again. */
export class DamageFound extends Error {
  override readonly name = "DamageFound";
  constructor(readonly found: FoundDamage) {
    super("A part of a recording is not what was stored.");
  }
}

export interface FoundDamage {
  recordingId: number;
  /** Position of the group in the recording. */
  group: number;
  /** Blocks of samples; "all": there is nothing left to check the group by. */
  blocks: number[] | "all";
}

/** A level is wrong or absent: what was shown was computed from the samples, and the file can be. */
export interface FoundLevel {
  recordingId: number;
  group: number;
  layout: ArrayLayout;
  chunk: number;
}
