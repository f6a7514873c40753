/** Lengths of a view, and how lengths of time are written. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
export const dayMs = 24 * hour;

/** No gesture can shrink a view below this (spec 001 section 4, "Playback"). */
export const minSpanMs = 1000;
export const defaultEegSpanMs = 30 * second;

/** Zoom goes through these: the EEG set of page lengths (spec 001 section 9), the longer ones of the Standard set, and days. */
export const pageLengthsMs: readonly number[] = [
  ...[2, 4, 8, 15, 30].map((n) => n * second),
  ...[1, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 4, 8, 16].map((n) => n * hour),
  ...[1, 3, 7].map((n) => n * dayMs),
];

/** "30 s", "5 min", "1.5 h", "1 day": in the largest unit that says it with one decimal at most, seconds with all they have. */
export function durationName(ms: number): string {
  const isSaid = (unit: number) => ms >= unit && Number.isInteger((10 * ms) / unit);
  if (isSaid(dayMs)) return ms === dayMs ? "1 day" : `${ms / dayMs} days`;
  if (isSaid(hour)) return `${ms / hour} h`;
  return isSaid(minute) ? `${ms / minute} min` : `${ms / second} s`;
}

const two = (n: number) => String(n).padStart(2, "0");

/** Page length readout: optional "N Day(s)" plus hh:mm:ss (spec 2.8), rounded to the second. */
export function durationReadout(ms: number): string {
  const seconds = Math.round(ms / second);
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return `${days > 0 ? `${days} Day(s) ` : ""}${clock.map(two).join(":")}`;
}

/** Lengths in lists: the two largest units that say something, "2d 15h", "3m 5s", "45s". */
export function durationShort(ms: number): string {
  const seconds = Math.round(ms / second);
  const parts = (
    [
      [Math.floor(seconds / 86_400), "d"],
      [Math.floor((seconds % 86_400) / 3600), "h"],
      [Math.floor((seconds % 3600) / 60), "m"],
      [seconds % 60, "s"],
    ] as const
  ).filter(([n]) => n > 0);
  return parts.length === 0
    ? "0s"
    : parts
        .slice(0, 2)
        .map(([n, unit]) => `${n}${unit}`)
        .join(" ");
}

/** Lengths of stays and monitoring (spec 000 section 9): days, hours and minutes, "2d 15h 42m"; below a minute "< 1m". */
export function durationInDays(ms: number): string {
  if (ms > 0 && ms < minute) return "< 1m";
  const minutes = Math.floor(ms / minute);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const rest = `${minutes % 60}m`;
  return days > 0 ? `${days}d ${hours}h ${rest}` : hours > 0 ? `${hours}h ${rest}` : rest;
}

/** Time left of a task, in words that do not jump: "under 1 min", "2 min", "1 h 5 min", "1 d 6 h". */
export function timeLeft(ms: number): string {
  if (ms < minute) return "under 1 min";
  const minutes = Math.round(ms / minute);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
