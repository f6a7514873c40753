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
