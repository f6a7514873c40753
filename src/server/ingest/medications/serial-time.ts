/** What a serial number says in a cell with a format of dates: days are counted, and a part of one is a time of day. */
import type { WallTime } from "./types.ts";

const dayMs = 86_400_000;
/** Spreadsheets count a 29 February 1900, which was none: days before it lie one nearer to the beginning than those behind. */
const noDay = 60;
/** 31 December 9999, the last day that a spreadsheet has. */
const lastDay = { from1900: 2_958_465, from1904: 2_957_003 } as const;
/** Formats of durations count on beyond a day: "[h]:mm". */
const ofDuration = /\[(?:h+|m+|s+)\]/i;

/**
 * As the sheet shows it, without a zone. Below 1 it is a time of day, whatever the days count from. Null for what is no day
 * and no time of day, which stays the number it is: the day that never was, days before the first and behind the last one,
 * durations of a day and more.
 */
export function serialTime(serial: number, { format, is1904 }: { format: string; is1904: boolean }): WallTime | null {
  const ms = Math.round(serial * dayMs);
  const day = Math.floor(ms / dayMs);
  const timeMs = ms - day * dayMs;
  if (serial < 0) return null;
  if (serial < 1) return { date: null, timeMs, offsetMinutes: null };
  const isDay = is1904 ? day <= lastDay.from1904 : day <= lastDay.from1900 && day !== noDay;
  if (!isDay || ofDuration.test(format)) return null;
  const before = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < noDay ? 31 : 30);
  const at = new Date(before + day * dayMs);
  return {
    date: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    // A date that carries no time of day is a day, not its midnight; which of the two is meant makes no difference here.
    timeMs: Number.isInteger(serial) ? null : timeMs,
    offsetMinutes: null,
  };
}
