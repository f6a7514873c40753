/** Adding sources up at the electrodes: the inner loops. Float64 because V8 then converts nothing on the way. */
import type { Projection } from "./electrodes.ts";
import { eegHz } from "./tables.ts";

/** Adds one second of a source to the electrodes that see it; `mix` is [electrode][256]. */
export function project({ electrodes, weights }: Projection, source: Float64Array, mix: Float64Array): void {
  for (let k = 0; k < electrodes.length; k++) {
    const weight = weights[k];
    const row = electrodes[k] * eegHz;
    for (let i = 0; i < eegHz; i++) mix[row + i] += weight * source[i];
  }
}

/** Sources that always sound, compiled electrode by electrode: four of them are added in one pass. */
export class Mixer {
  /** [source][256], filled by the owner each second. */
  readonly sources: Float64Array;
  /** For each electrode its sources and weights, padded with weight 0 to a multiple of four. */
  readonly #rows: { sources: Uint32Array; weights: Float64Array }[];

  constructor(projections: readonly Projection[], electrodeCount: number) {
    this.sources = new Float64Array(projections.length * eegHz);
    this.#rows = Array.from({ length: electrodeCount }, (_, e) => {
      const seen: [number, number][] = [];
      projections.forEach(({ electrodes, weights }, source) => {
        const k = electrodes.indexOf(e);
        if (k >= 0) seen.push([source * eegHz, weights[k]]);
      });
      while (seen.length % 4 !== 0) seen.push([0, 0]);
      return { sources: Uint32Array.from(seen, ([s]) => s), weights: Float64Array.from(seen, ([, w]) => w) };
    });
  }

  addTo(mix: Float64Array): void {
    this.#rows.forEach(({ sources, weights }, e) => {
      for (let k = 0; k < sources.length; k += 4) addFour(this.sources, sources, weights, k, mix, e * eegHz);
    });
  }
}

function addFour(
  from: Float64Array,
  at: Uint32Array,
  w: Float64Array,
  k: number,
  mix: Float64Array,
  row: number,
): void {
  const [a, b, c, d] = [at[k], at[k + 1], at[k + 2], at[k + 3]];
  const [wa, wb, wc, wd] = [w[k], w[k + 1], w[k + 2], w[k + 3]];
  for (let i = 0; i < eegHz; i++) {
    mix[row + i] += wa * from[a + i] + wb * from[b + i] + wc * from[c + i] + wd * from[d + i];
  }
}
