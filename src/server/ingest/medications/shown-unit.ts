/** The unit that stands in the number format of a cell, and nowhere in its value: 5 with `0 "mg/h"` is shown as "5 mg/h". */
import { isKnownUnit } from "./known-unit.ts";
import type { Measure } from "./types.ts";

/** The number as it is shown, what stands in front of it, and what behind. */
const shownForm = /^[-(]?\s*([^\d.,()-]*?)\s*[-(]?\s*((?=\.?\d)(?:\d[\d,]*)?\.?\d*(?:E[+-]?\d+)?)\s*(.*?)\s*\)?$/i;
/** Formats of digits and marks alone. */
const digitsAlone = /^(?:general|[#0?.,;_() *@-]*)$/i;
const longestUnit = 30;
const longestShown = 100;

/**
 * `show`: what the format makes of the number. Null: the number stands for itself, or what is shown is another number (thousands that are cut off, a fraction). A number in
 * percent is one of hundred.
 */
export function unitShown(
  value: number,
  format: string,
  show: (format: string, value: number) => string,
): Measure | null {
  if (digitsAlone.test(format)) return null;
  // Of "General" the writer of formats makes nothing where something stands behind it.
  const words = show(format.replace(/^general/i, "0.##########"), value).trim();
  const shown = words.length > longestShown ? null : shownForm.exec(words);
  if (shown === null || !/\d/.test(shown[2])) return null;
  const digits = shown[2].replaceAll(",", "");
  const [front, behind] = [shown[1], shown[3]].map((part) => part.replace(/\s+/g, " "));
  // In front of a number stands anything: "No. 5", "max 5".
  if (front !== "" && (behind !== "" || !isKnownUnit(front))) return null;
  const unit = front || behind;
  if (!/[\p{L}%\u00b0]/u.test(unit) || unit.length > longestUnit || /\d/.test(unit[0])) return null;
  const own = unit.startsWith("%") ? Number((value * 100).toPrecision(15)) : value;
  const isSame = Math.abs(Math.abs(own) - Number(digits)) <= roundingOf(digits);
  return isSame ? { value: own, unit } : null;
}

/** By how much a number can be off that is shown with these digits. */
function roundingOf(digits: string): number {
  const [mantissa, exponent = "0"] = digits.toLowerCase().split("e");
  const decimals = (mantissa.split(".")[1] ?? "").length;
  return 0.500001 * 10 ** (Number(exponent) - decimals);
}
