/** An episode in which the perfusion pressure goes up and down and the vessels react by a known curve: what CPPOpt and MAPOpt must find. */
import { type Episode, presence } from "./episodes.ts";
import { bell, type Random } from "./random.ts";

/**
 * What is planted. The correlation of arterial with intracranial pressure, and with the tissue's oxygen, is
 * tanh(z), z = opening * (CPP - optimum)^2 + atanh(least): the form that algorithms.md 9.1 fits.
 */
export const planted = {
  /** mmHg of cerebral perfusion pressure. */
  optimumCpp: 75,
  /** The same in arterial pressure: the intracranial one stays at 12 mmHg. */
  optimumMap: 87,
  /** At the optimum. */
  leastCorrelation: -0.4,
  /** By which reactivity is lost (0.3) at 17 mmHg from the optimum. */
  openingPerMmHg2: (Math.atanh(0.3) - Math.atanh(-0.4)) / 17 ** 2,
} as const;

/** Perfusion pressure swings round the optimum: mmHg, s. */
const swing = { mmHg: 24, seconds: 9600 } as const;
const ramp = 600;
const icpMmHg = planted.optimumMap - planted.optimumCpp;
/** Slow waves, root mean square: arterial mmHg, intracranial mmHg, oxygen % */
const sizes = { map: 3.4, icp: 1.7, tissue: 1.3 } as const;
const tissuePercent = 68;

/** Means of one value a second, changed in place. */
export interface Lines {
  map: Float32Array;
  icp: Float32Array;
  /** Oxygen saturation of brain tissue, % */
  tissue: Float32Array;
}

/** The planted correlation at a perfusion pressure in mmHg. */
export const plantedCorrelation = (cpp: number): number =>
  Math.tanh(planted.openingPerMmHg2 * (cpp - planted.optimumCpp) ** 2 + Math.atanh(planted.leastCorrelation));

/** Slow waves of half a minute to several minutes, root mean square 1. */
function slowWaves(random: Random): () => number {
  let [fast, slow] = [0, 0];
  const size = 1 / 0.167;
  return () => {
    const drive = bell(random);
    fast += (drive - fast) / 14;
    slow += (drive - slow) / 90;
    return size * (fast - slow);
  };
}

/** Writes the episode over what is there. `aboveLine`: by how much the recorded arterial mean is above its line, mmHg. Waves of the three share as much as the curve says, and are otherwise their own. */
export function plantAutoregulation(
  { map, icp, tissue }: Lines,
  episode: Episode,
  aboveLine: number,
  random: Random,
): void {
  const [shared, ofSkull, ofTissue] = [slowWaves(random), slowWaves(random), slowWaves(random)];
  const end = Math.min(episode.start + episode.seconds, map.length);
  for (let s = episode.start; s < end; s++) {
    const share = presence(episode, s, ramp);
    const cpp = planted.optimumCpp + swing.mmHg * Math.cos((2 * Math.PI * (s - episode.start)) / swing.seconds);
    const r = plantedCorrelation(cpp);
    const rest = Math.sqrt(1 - r * r);
    const wave = shared();
    const write = (line: Float32Array, value: number) => {
      line[s] += share * (value - line[s]);
    };
    write(map, cpp + icpMmHg - aboveLine + sizes.map * wave);
    write(icp, icpMmHg + sizes.icp * (r * wave + rest * ofSkull()));
    write(tissue, tissuePercent + sizes.tissue * (r * wave + rest * ofTissue()));
  }
}
