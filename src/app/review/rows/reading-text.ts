/** Values of traces in words. */
import { isReadInMilliVolts, unitName } from "../../../domain/montage/display.ts";
import type { DrawnChannel } from "../../../domain/montage/montage.ts";
import type { Reading } from "../plot/nearest-trace.ts";

const signed = (value: number, digits: number) => {
  const rounded = Number(value.toFixed(digits));
  return `${rounded < 0 ? "\u2212" : ""}${Math.abs(rounded)}`;
};

const digitsOf = (value: number) => (Math.abs(value) < 10 ? 1 : 0);
const milliVoltDigits = (value: number) => (Math.abs(value) < 1 ? 3 : 2);

/** "−84 µV", or "−84 to 12 µV" where a column holds many samples; ECG and the like in mV: "0.912 mV". */
export function readingText(
  { min, max }: Pick<Reading, "min" | "max">,
  { kind, unit }: Pick<DrawnChannel, "kind" | "unit">,
): string {
  const isMilliVolt = isReadInMilliVolts(kind) && unit === "uV";
  const written = (value: number) =>
    isMilliVolt ? signed(value / 1000, milliVoltDigits(value / 1000)) : signed(value, digitsOf(value));
  const [low, high] = [written(min), written(max)];
  return `${low === high ? low : `${low} to ${high}`} ${isMilliVolt ? "mV" : unitName(unit)}`;
}
