/** Numbers in cells, with the unit that may stand behind them. What could be two numbers is none. */
import { type Cell, isMeasure } from "./types.ts";

export interface Quantity {
  value: number;
  unit: string | null;
}

const form = /^([+-]?(?:[\d.,][\d.,'\u00a0\u202f ]*)?\d)\.?\s*([^\d\s].*)?$/;
const blanks = /['\u00a0\u202f ]/g;
/** Blanks and apostrophes part groups of three digits; anything else beside them is another number. */
const inGroups = /^[+-]?\d{1,3}(?:['\u00a0\u202f ]\d{3})+(?:[.,]\d+)?$/;
/** What stands between two numbers, and halves and quarters that belong to the number in front. */
const goesOn =
  /^(?:[-+\u2010-\u2015\u2212/x\u00d7:*~^]\s*[\d.]|(?:to|or|and)\s*\d|e[+-]?\d|[\u00bc-\u00be\u2150-\u215e])/i;

/**
 * "1,000.5 mg" is 1000.5; "0,5" is a half; "1,234" and "2-4" are nothing: either could be meant. `isCommaDecimal`: other
 * cells of the column have a comma before their decimals, so "1.234" could be either as well.
 */
export function quantityOf(cell: Cell, { isCommaDecimal = false } = {}): Quantity | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? { value: cell, unit: null } : null;
  if (isMeasure(cell)) return cell;
  if (typeof cell !== "string") return null;
  const found = form.exec(cell.trim());
  if (found === null) return null;
  const unit = found[2]?.trim() ?? null;
  // "2-4 mg", "5/10", "1 to 2": a range, or a ratio of two numbers.
  if (unit !== null && goesOn.test(unit)) return scientific(cell);
  if (isCommaDecimal && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(found[1])) return null;
  const value = numberOf(found[1]);
  return value === null ? null : { value, unit };
}

/** Whether a cell is a number that can only be read with a comma before its decimals. */
export function hasDecimalComma(cell: Cell): boolean {
  if (typeof cell !== "string" || quantityOf(cell) === null) return false;
  const digits = form.exec(cell.trim())?.[1] ?? "";
  return digits.split(",").length === 2 && digits.lastIndexOf(",") > digits.lastIndexOf(".");
}

/** Null beyond what can be counted, and below: "1e999" is not infinite, and "1e-999" is not 0. */
function scientific(text: string): Quantity | null {
  const mantissa = /^[+-]?(\d+(?:\.\d+)?)e[+-]?\d{1,3}$/i.exec(text.trim())?.[1];
  const value = mantissa === undefined ? null : finite(text.trim());
  return value === null || (value === 0 && Number(mantissa) !== 0) ? null : { value, unit: null };
}

function numberOf(text: string): number | null {
  const digits = text.replace(blanks, "");
  if (digits !== text && !inGroups.test(text)) return null;
  const [commas, points] = [digits.split(",").length - 1, digits.split(".").length - 1];
  if (commas === 0) return points <= 1 ? finite(digits) : grouped(digits, ".");
  if (points === 0) {
    if (commas > 1) return grouped(digits, ",");
    // One comma and three digits behind it: thousands for some, decimals for others, unless it begins with a zero.
    return /^[+-]?[1-9]\d{0,2},\d{3}$/.test(digits) ? null : finite(digits.replace(",", "."));
  }
  const decimal = digits.lastIndexOf(",") > digits.lastIndexOf(".") ? "," : ".";
  if (digits.split(decimal).length !== 2) return null;
  const [whole, rest] = digits.split(decimal);
  const number = grouped(whole, decimal === "." ? "," : ".");
  return number === null ? null : finite(`${whole.replace(/[.,]/g, "")}.${rest}`);
}

const grouped = (text: string, mark: "," | "."): number | null =>
  new RegExp(`^[+-]?\\d{1,3}(\\${mark}\\d{3})+$`).test(text) ? finite(text.replaceAll(mark, "")) : null;

function finite(text: string): number | null {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) ? value : null;
}
