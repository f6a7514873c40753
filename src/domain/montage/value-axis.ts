/** The y axis of a graph of values: its range and how its ends are written (algorithms.md 3). */

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

const margin = 0.01;

/** The range of a graph whose finite values lie in [min, max]: 1 % of it on either side, and one unit where all are equal. */
export function autoRange({ min, max }: ValueRange): ValueRange {
  if (min === max) return { min: min - 0.5, max: max + 0.5 };
  const rest = (max - min) * margin;
  return { min: min - rest, max: max + rest };
}

/** So many significant steps of the range are told apart. */
const steps = 1000;

/** A value with as many digits as its range is worth; the real minus sign. */
export function valueText(value: number, { min, max }: ValueRange): string {
  const step = (max - min) / steps;
  const digits = step > 0 && Number.isFinite(step) ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(step)))) : 0;
  const rounded = Number(value.toFixed(digits));
  return `${rounded < 0 ? "\u2212" : ""}${Math.abs(rounded)}`;
}

export interface ValueTick {
  readonly value: number;
  readonly label: string;
}

/** Round values (1, 2 or 5 times a power of ten apart) in a range, ascending: `most` at most, two at least where a step allows it. */
export function valueTicks({ min, max }: ValueRange, most: number): ValueTick[] {
  if (!(max > min) || !Number.isFinite(max - min) || most < 1) return [];
  let power = 10 ** Math.floor(Math.log10((max - min) / most));
  // A power of ten below the wanted step is found at most four steps up.
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const [first, last] = [Math.ceil(min / step - 1e-9), Math.floor(max / step + 1e-9)];
      if (last - first + 1 > most) continue;
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => {
        const value = (first + k) * step;
        return { value, label: plain(value, digits) };
      });
    }
    power *= 10;
  }
}

const plain = (value: number, digits: number) => {
  const rounded = Number(value.toFixed(Math.min(9, digits)));
  return `${rounded < 0 ? "\u2212" : ""}${Math.abs(rounded).toFixed(Math.min(9, digits))}`;
};

/** What became of a range that was dragged by a share of its length: what was under the pointer stays under it. */
export const movedRange = ({ min, max }: ValueRange, share: number): ValueRange => ({
  min: min + share * (max - min),
  max: max + share * (max - min),
});

/** A range made `factor` times as long about the value at `anchor` (0 at its lower end, 1 at its upper one). */
export function zoomedRange({ min, max }: ValueRange, factor: number, anchor: number): ValueRange {
  const at = min + anchor * (max - min);
  const [low, high] = [at - (at - min) * factor, at + (max - at) * factor];
  const isUsable = Number.isFinite(high - low) && high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-9;
  return isUsable ? { min: low, max: high } : { min, max };
}
