/** Numbers in cells, with the unit that may stand behind them. What could be two numbers is none. */
import type { Cell } from "./types.ts";

export interface Quantity {
  value: number;
  unit: string | null;
}

const form = /^([+-]?[\d.,'\u00a0\u202f ]*\d)\s*([^\d\s].*)?$/;

/** "1,000.5 mg" is 1000.5; "0,5" is a half; "1,234" and "2-4" are nothing: either could be meant. */
export function quantityOf(cell: Cell): Quantity | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? { value: cell, unit: null } : null;
  if (typeof cell !== "string") return null;
  const found = form.exec(cell.trim());
  if (found === null) return null;
  const unit = found[2]?.trim() ?? null;
  // "2-4 mg", "5/10", "1 to 2": a range, or a ratio of two numbers.
  if (
    unit !== null &&
    (/^[-\u2013/x:*~^]\s*\d/.test(unit) || /^(to|or|and)\s*\d/i.test(unit) || /^e[+-]?\d/i.test(unit))
  )
    return scientific(cell);
  const value = numberOf(found[1]);
  return value === null ? null : { value, unit };
}

function scientific(text: string): Quantity | null {
  return /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(text.trim()) ? { value: Number(text), unit: null } : null;
}

function numberOf(text: string): number | null {
  const digits = text.replace(/['\u00a0\u202f ]/g, "");
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
