/** What never stops: regional activity, the sleep and alpha rhythms, and resting muscle, mixed in one go. */
import type { Control, Ingredient } from "./control.ts";
import { around, background, type Electrode, type Projection, projection } from "./electrodes.ts";
import { Mixer } from "./mix.ts";
import { between, type Random } from "./random.ts";
import { eegHz, loopAt, type NoiseLoop, noiseLoop, rhythmLoop } from "./tables.ts";

/** Samples of a loop: 3 to 4 minutes, each source its own length so that their sum does not repeat. */
const shortestLoop = 45_000;
const longestLoop = 65_000;
export const loopLength = (random: Random) => Math.floor(between(random, shortestLoop, longestLoop));

interface Region {
  pink: NoiseLoop;
  theta: NoiseLoop;
  delta: NoiseLoop;
  beta: NoiseLoop;
}

interface Rhythm {
  loop: NoiseLoop;
  level: Ingredient;
  share: number;
  on: Projection;
}

export class Background {
  readonly #control: Control;
  readonly #regions: Region[];
  readonly #rhythms: Rhythm[];
  readonly #mixer: Mixer;

  constructor(all: readonly Electrode[], control: Control, random: Random) {
    const places = background(all);
    this.#control = control;
    this.#regions = places.map(() => ({
      pink: noiseLoop({ low: 0.6, high: 45, isPink: true }, loopLength(random), random),
      theta: rhythmLoop(5.6, 2.2, loopLength(random), random),
      delta: noiseLoop({ low: 0.7, high: 2.4 }, loopLength(random), random),
      beta: rhythmLoop(20, 8, loopLength(random), random),
    }));
    this.#rhythms = rhythmsOf(all, random);
    this.#mixer = new Mixer([...places, ...this.#rhythms.map(({ on }) => on)], all.length);
  }

  /** Adds one second to the mix [electrode][256]. */
  addSecond(second: number, mix: Float64Array): void {
    const { sources } = this.#mixer;
    const ramp = (name: Ingredient, share = 1): Ramp => {
      const line = this.#control[name];
      return { from: line[second] * share, step: ((line[second + 1] - line[second]) * share) / eegHz };
    };
    const ramps = [ramp("pink"), ramp("theta"), ramp("delta"), ramp("beta")];
    this.#regions.forEach((region, k) => {
      fillRegion(region, second, ramps, sources, k * eegHz);
    });
    this.#rhythms.forEach(({ loop, level, share }, k) => {
      fillRhythm(
        loop.samples,
        loopAt(loop, second, 0),
        ramp(level, share),
        sources,
        (this.#regions.length + k) * eegHz,
      );
    });
    this.#mixer.addTo(mix);
  }
}

/** Alpha is strongest at the back, on both sides alike; slow waves of sleep at the front; muscle at the temples. */
function rhythmsOf(all: readonly Electrode[], random: Random): Rhythm[] {
  const rhythm = (level: Ingredient, loop: NoiseLoop, x: number, y: number, size: number, share: number): Rhythm => ({
    loop,
    level,
    share,
    on: projection(all, around({ x, y }, size)),
  });
  const ring = (hz: number, width: number) => rhythmLoop(hz, width, loopLength(random), random);
  const rest = () => noiseLoop({ low: 28, high: 0 }, loopLength(random), random);
  const common = noiseLoop({ low: 0.6, high: 30, isPink: true }, loopLength(random), random);
  return [
    rhythm("pink", common, 0, 0, 1.3, 0.45),
    rhythm("alpha", ring(10.1, 0.9), 0, -0.86, 0.5, 0.8),
    rhythm("alpha", ring(9.9, 1.1), -0.36, -0.82, 0.36, 0.62),
    rhythm("alpha", ring(10.2, 1.1), 0.36, -0.82, 0.36, 0.66),
    rhythm("slow", ring(0.95, 0.8), 0, 0.42, 0.85, 0.9),
    rhythm("slow", ring(1.2, 1), -0.5, 0.2, 0.6, 0.4),
    rhythm("slow", ring(1.2, 1), 0.5, 0.2, 0.6, 0.4),
    rhythm("muscle", rest(), -1, 0.3, 0.5, 1),
    rhythm("muscle", rest(), 1, 0.3, 0.5, 1),
  ];
}

/** A level that changes evenly over the second. */
interface Ramp {
  from: number;
  step: number;
}

/** One second of a background generator; `ramps`: levels of pink, theta, delta and beta. */
function fillRegion(region: Region, second: number, ramps: readonly Ramp[], out: Float64Array, at: number): void {
  const [ps, ts, ds, bs] = [region.pink.samples, region.theta.samples, region.delta.samples, region.beta.samples];
  const [p, t] = [loopAt(region.pink, second, 0), loopAt(region.theta, second, 0)];
  const [d, b] = [loopAt(region.delta, second, 0), loopAt(region.beta, second, 0)];
  const [gp, gt, gd, gb] = ramps.map((r) => r.from);
  const [dp, dt, dd, db] = ramps.map((r) => r.step);
  for (let i = 0; i < eegHz; i++) {
    out[at + i] =
      (gp + dp * i) * ps[p + i] + (gt + dt * i) * ts[t + i] + (gd + dd * i) * ds[d + i] + (gb + db * i) * bs[b + i];
  }
}

function fillRhythm(samples: Float32Array, start: number, { from, step }: Ramp, out: Float64Array, at: number): void {
  for (let i = 0; i < eegHz; i++) out[at + i] = samples[start + i] * (from + step * i);
}
