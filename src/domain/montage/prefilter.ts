/** What a channel's prefiltering says of its own high-pass, and what that leaves of slow potentials. Pure. */

/** Hz of the corner, 0: recorded down to direct current; null: it says nothing that is understood. */
export type HighPass = number | null;

/**
 * Above it a first-order high-pass takes most of a slow potential of minutes: electrocorticography of spreading depolarisations is recorded
 * from direct current or from 0.01 to 0.02 Hz on (Dreier et al., J Cereb Blood Flow Metab 2017, recommendations of COSBID).
 */
export const mostHighPassHz = 0.02;

const number = "(\\d+(?:[.,]\\d+)?|[.,]\\d+)";
/** "HP:0.1Hz", "HP: DC", "HPF 1", "Highpass=0.5 Hz", "LFF 0.1Hz", "TC:0.3s"; fields may stand without a blank between them. */
const named = new RegExp(
  `(?:^|[^a-z]|hz)(?:HPF?|high[ -]?pass|LFF|low[ -]?cut)(?:[ -]?filter)?\\s*[:=]?\\s*(?:(DC|none|off)\\b|${number}\\s*(mHz|Hz|ms|s)?)`,
  "gi",
);
const timeConstant = new RegExp(`(?:^|[^a-z]|hz)(?:TC|tau|time constant)\\s*[:=]?\\s*${number}\\s*(ms|s)?`, "gi");
const direct = /^\s*(?:DC|DC[ -]?coupled)\s*(?:$|[,;/ -])/i;

const amountOf = (written: string) => Number(written.replace(",", "."));
/** Corner of a time constant in seconds. */
const cornerOf = (seconds: number) => (seconds > 0 ? 1 / (2 * Math.PI * seconds) : null);

/** A corner as it is read: that of a time constant of 0.3 s, 0.53051... Hz, is "0.531". */
export const cornerText = (hz: number): string => String(Number(hz.toPrecision(3)));

/** Reads EDF's prefiltering text, or what amplifiers write in its place. Of several high-passes the highest counts. */
export function highPassOf(prefilter: string): HighPass {
  const found: number[] = [];
  for (const [, word, value, unit = "Hz"] of prefilter.matchAll(named)) {
    const read = word === undefined ? inHz(amountOf(value), unit.toLowerCase()) : 0;
    if (read !== null) found.push(read);
  }
  for (const [, value, unit = "s"] of prefilter.matchAll(timeConstant)) {
    const read = cornerOf(amountOf(value) / (unit.toLowerCase() === "ms" ? 1000 : 1));
    if (read !== null) found.push(read);
  }
  if (found.length > 0) return Math.max(...found);
  return direct.test(prefilter) ? 0 : null;
}

function inHz(value: number, unit: string): number | null {
  if (unit === "mhz") return value / 1000;
  if (unit === "hz") return value;
  return cornerOf(unit === "ms" ? value / 1000 : value);
}

export interface SlowPotentials {
  /** Positions of those whose own high-pass forbids them. */
  readonly forbidden: readonly number[];
  /** The highest corner among those, Hz; 0 without any. */
  readonly highestHz: number;
  /** Positions of those that say nothing that is understood. */
  readonly unknown: readonly number[];
}

/** What channels' own high-passes leave of slow potentials. */
export function slowPotentialsOf(prefilters: readonly string[]): SlowPotentials {
  const corners = prefilters.map(highPassOf);
  const forbidden = corners.flatMap((hz, k) => (hz !== null && hz > mostHighPassHz ? [k] : []));
  return {
    forbidden,
    highestHz: forbidden.reduce((most, k) => Math.max(most, corners[k] ?? 0), 0),
    unknown: corners.flatMap((hz, k) => (hz === null ? [k] : [])),
  };
}
