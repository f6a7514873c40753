/** Seeded random numbers (mulberry32): equal seeds give equal recordings on every machine. */
export type Random = () => number;

/** Uniform in [0, 1). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** Near enough to a normal number of mean 0 and deviation 1 for noise: the sum of four uniform ones. */
export const bell = (random: Random) => (random() + random() + random() + random() - 2) * 1.732;
