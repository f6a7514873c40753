/** Samples of a derived group: computed on a thread, as they are stored nowhere (../derived-samples.ts). */
import type { StoredSamples } from "../../recordings/index.ts";
import type { ThreadTask } from "./task.ts";

export const derivedSamples: ThreadTask<{ first: number; count: number }, StoredSamples> = {
  name: "derived_samples",
  lane: "slow",
  run: ({ reader, recording, group }, { first, count }) => reader.readSamples(recording, group, first, count),
  handsBack: ({ data }) => [data.buffer as ArrayBuffer],
};
