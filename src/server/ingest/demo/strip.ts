/** A subdural strip, recorded down to direct current: fast activity, slow drift, and spreading depolarisations that wander over its contacts. */

import { randomFrom } from "./random.ts";
import { eegHz, type NoiseLoop, noiseLoop } from "./tables.ts";

export const stripHz = 64;
export const stripContacts = ["D1", "D2", "D3", "D4", "D5", "D6"] as const;
/** 0.1 uV a step: +-3276 uV. */
export const stripStepsPerMicroVolt = 10;

const hour = 3600;
const day = 24 * hour;

/** One that spreads: when it is largest at its first contact, and the contacts in its order. */
interface Wave {
  readonly peakSeconds: number;
  readonly contacts: readonly number[];
}

/** From contact to contact: 10 mm at about 2 mm a minute. Two contacts of a pair see it more than 300 s and less than 600 s apart. */
const delaySeconds = 330;
const dailyWaves: readonly Wave[] = [
  { peakSeconds: 4100, contacts: [1, 2, 3] },
  { peakSeconds: 6000, contacts: [2, 3] },
  { peakSeconds: 5 * hour + 300, contacts: [5, 4, 3, 2] },
  { peakSeconds: 9 * hour + 1100, contacts: [0, 1, 2] },
  { peakSeconds: 10 * hour + 500, contacts: [0, 1, 2] },
  { peakSeconds: 16 * hour + 1900, contacts: [2, 3, 4] },
];

/** Negative potential of a minute and a half, and the slow positive one behind it. */
const shape = { microVolts: -1900, sigma: 42, behind: 0.18, behindAfter: 190, behindSigma: 80 } as const;
/** Fast activity falls to a share of itself, and comes back. Seconds from the peak. */
const depression = { from: -40, left: 0.15, untilLeft: 200, untilBack: 480 } as const;
const activity = { microVolts: 26, driftMicroVolts: 14 } as const;
/** Samples of the strip between two of the drift's loop: it goes up and down in half a minute and longer. */
const driftSamples = 32;
/** What an event needs around it to be one: a baseline before, and what comes after. s */
const room = { before: 700, after: 600 } as const;

/** What is planted in a recording of so many seconds with a gap: peaks at each contact, ascending. */
export function plantedPeaks(seconds: number, gap: { start: number; end: number }): readonly (readonly number[])[] {
  const waves = Array.from({ length: Math.ceil(seconds / day) }, (_, k) =>
    dailyWaves.map((wave) => ({ ...wave, peakSeconds: wave.peakSeconds + k * day })),
  ).flat();
  const fits = ({ peakSeconds, contacts }: Wave) => {
    const [from, to] = [peakSeconds - room.before, peakSeconds + delaySeconds * (contacts.length - 1) + room.after];
    return from >= 0 && to <= seconds && (to <= gap.start || from >= gap.end);
  };
  const whole = waves.filter(fits);
  return stripContacts.map((_, contact) =>
    whole.flatMap(({ peakSeconds, contacts }) => {
      const place = contacts.indexOf(contact);
      return place < 0 ? [] : [peakSeconds + delaySeconds * place];
    }),
  );
}

const bellAt = (t: number, sigma: number) => Math.exp(-0.5 * (t / sigma) ** 2);

export interface Strip {
  /** Writes a second of all contacts: row k at [k * count + at, ... + stripHz). */
  render(second: number, out: Int16Array, count: number, at: number): void;
}

/** Draws its noise from a seed of its own: what else is recorded does not depend on it. */
export function openStrip(seconds: number, gap: { start: number; end: number }, seed: number): Strip {
  const random = randomFrom(seed);
  // Loops are made for the EEG's rate: played more slowly their bands lie lower by as much.
  const times = eegHz / stripHz;
  const fast = stripContacts.map((_, k) =>
    noiseLoop({ low: 1.2 * times, high: 18 * times, isPink: true }, 30_011 + 977 * k, random),
  );
  const slow = stripContacts.map((_, k) => noiseLoop({ low: 0.5, high: 4 }, 20_011 + 733 * k, random));
  const peaks = plantedPeaks(seconds, gap);
  const sampleOf = ({ samples, length }: NoiseLoop, position: number) => samples[position % length];
  /** Loops carry their beginning again behind their end. */
  const betweenSamples = ({ samples, length }: NoiseLoop, position: number) => {
    const first = Math.floor(position);
    const [a, b] = [samples[first % length], samples[(first % length) + 1]];
    return a + (b - a) * (position - first);
  };

  return {
    render(second, out, count, at) {
      peaks.forEach((own, contact) => {
        // At most one reaches into a second: others are further away than that.
        const peak = own.find((each) => Math.abs(second - each) < room.before);
        for (let i = 0; i < stripHz; i++) {
          const position = second * stripHz + i;
          const t = peak === undefined ? null : second + i / stripHz - peak;
          const drift = activity.driftMicroVolts * betweenSamples(slow[contact], position / driftSamples);
          const value =
            activity.microVolts * (t === null ? 1 : gainAt(t)) * sampleOf(fast[contact], position) +
            drift +
            (t === null ? 0 : potentialAt(t));
          out[contact * count + at + i] = Math.round(
            Math.max(-32_767, Math.min(32_767, value * stripStepsPerMicroVolt)),
          );
        }
      });
    },
  };
}

const potentialAt = (t: number): number =>
  shape.microVolts * (bellAt(t, shape.sigma) - shape.behind * bellAt(t - shape.behindAfter, shape.behindSigma));

function gainAt(t: number): number {
  const { from, left, untilLeft, untilBack } = depression;
  if (t < from || t >= untilBack) return 1;
  return t < untilLeft ? left : left + ((1 - left) * (t - untilLeft)) / (untilBack - untilLeft);
}
