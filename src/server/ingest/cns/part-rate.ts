/** One of several rates in the same files. */
import type { IndexEntry } from "./index-file.ts";

export interface PartRate {
  intervalUs: number;
  /** Of the most frequent one: it also keeps what is of no rate. The other rates, else none. */
  others: readonly number[];
  frames: number;
}

const same = 0.01;

export const isSame = (us: number, other: number): boolean => Math.abs(us / other - 1) <= same;

/** Whether the samples of an entry are of the part. */
export function isOfRate({ rate }: { rate?: PartRate }, { intervalUs }: IndexEntry): boolean {
  if (rate === undefined || isSame(intervalUs, rate.intervalUs)) return true;
  return rate.others.length > 0 && !rate.others.some((other) => isSame(intervalUs, other));
}
