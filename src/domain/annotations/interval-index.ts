/**
 * Which intervals overlap a span, in O(log n + hits). Intervals stand in tiers by their length, each of four times the one before, and in each
 * by their start: those of a tier that overlap [a, b) start no earlier than a minus the longest of the tier, so at most
 * a constant share of what is looked at is no hit. What changes after it was made stands in a short list beside it.
 */
export interface IntervalColumns {
  /** By row, epoch ms. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** False for rows that are gone. */
  readonly isShown: (row: number) => boolean;
}

/** Rows by start. */
export interface Tier {
  /** The longest of them, ms. */
  readonly longestMs: number;
  readonly starts: Float64Array;
  readonly rows: Uint32Array;
  /** Starts of those that went since it was made, ascending. */
  readonly gone: readonly number[];
}

/** More changes than these, and it is made anew. */
const mostChanges = 1024;
const tierCount = 24;
/** ms: tier 0 holds points and what is shorter. */
const shortest = 4;

const tierOf = (lengthMs: number): number =>
  lengthMs < shortest ? 0 : Math.min(tierCount - 1, 1 + Math.floor(Math.log2(lengthMs / shortest) / 2));

interface OwnTier extends Tier {
  longestMs: number;
  gone: number[];
}

export class IntervalIndex {
  private readonly own: OwnTier[] = [];
  private readonly fresh: number[] = [];
  private readonly sorted: Uint32Array;
  private changes = 0;

  constructor(
    private columns: IntervalColumns,
    rows: Uint32Array,
  ) {
    this.sorted = sortedByStart(rows, columns.starts);
    const { starts, ends } = columns;
    const sizes = new Uint32Array(tierCount);
    const tiers = new Uint8Array(rows.length);
    const { sorted } = this;
    for (let k = 0; k < sorted.length; k++) {
      tiers[k] = tierOf(ends[sorted[k]] - starts[sorted[k]]);
      sizes[tiers[k]]++;
    }
    const at = new Uint32Array(tierCount);
    const made = Array.from(sizes, (size) => ({
      longestMs: 0,
      starts: new Float64Array(size),
      rows: new Uint32Array(size),
      gone: [] as number[],
    }));
    for (let k = 0; k < sorted.length; k++) {
      const row = sorted[k];
      const tier = made[tiers[k]];
      const place = at[tiers[k]]++;
      tier.starts[place] = starts[row];
      tier.rows[place] = row;
      tier.longestMs = Math.max(tier.longestMs, ends[row] - starts[row]);
    }
    this.own = made.filter(({ rows }) => rows.length > 0);
  }

  /** Shortest intervals first. Rows that went are still in them. */
  tiers(): readonly Tier[] {
    return this.own;
  }

  /** Rows that came since. */
  added(): readonly number[] {
    return this.fresh.filter((row) => this.columns.isShown(row));
  }

  /** Too much has changed: it is better made anew. */
  isWorn(): boolean {
    return this.changes > mostChanges;
  }

  add(row: number): void {
    this.changes++;
    this.fresh.push(row);
  }

  /** Called before a row's flag goes. */
  drop(row: number): void {
    this.changes++;
    const at = this.fresh.indexOf(row);
    if (at >= 0) {
      this.fresh.splice(at, 1);
      return;
    }
    const { starts, ends } = this.columns;
    const length = ends[row] - starts[row];
    const tier = this.own.find(({ longestMs }) => tierOf(length) === tierOf(longestMs));
    if (tier === undefined) return;
    tier.gone.splice(lowerBound(tier.gone, starts[row]), 0, starts[row]);
  }

  /** The columns lie elsewhere now. */
  move({ starts, ends }: Pick<IntervalColumns, "starts" | "ends">): void {
    this.columns = { ...this.columns, starts, ends };
  }

  /** Calls `visit` for every row that overlaps [startMs, endMs], points at either end among them; returns false to stop. */
  overlapping(startMs: number, endMs: number, visit: (row: number) => void): void {
    const { starts, ends, isShown } = this.columns;
    for (const tier of this.own)
      for (let k = lowerBound(tier.starts, startMs - tier.longestMs); k < tier.rows.length; k++) {
        if (tier.starts[k] > endMs) break;
        const row = tier.rows[k];
        if (ends[row] >= startMs && isShown(row)) visit(row);
      }
    for (const row of this.added()) if (starts[row] <= endMs && ends[row] >= startMs) visit(row);
  }

  /** All rows that are shown, in the order of their start. */
  inOrder(): Uint32Array {
    const { starts, isShown } = this.columns;
    const added = Uint32Array.from(this.added()).sort((a, b) => starts[a] - starts[b]);
    const out = new Uint32Array(this.sorted.length + added.length);
    let count = 0;
    let next = 0;
    const { sorted } = this;
    for (let k = 0; k < sorted.length; k++) {
      const row = sorted[k];
      while (next < added.length && starts[added[next]] < starts[row]) out[count++] = added[next++];
      if (isShown(row)) out[count++] = row;
    }
    while (next < added.length) out[count++] = added[next++];
    return out.subarray(0, count);
  }
}

/** Index of the first that is not less than a value. */
export function lowerBound(sorted: ArrayLike<number>, value: number, from = 0): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const radixBits = 11;
const buckets = 1 << radixBits;
const passes = 3;
/** Rows of one key that are sorted by comparing. */
const fewRows = 32;

/**
 * Rows by their start; equal starts stay in the order given. A radix sort by 32 bits of the place in the range; those whose keys are equal
 * are sorted among themselves, in the same way where they are many. A million rows take some tens of milliseconds, where a comparing sort
 * needs a second. Loops by index: they are quick before they are compiled, too.
 */
export function sortedByStart(rows: Uint32Array, starts: Float64Array): Uint32Array {
  const n = rows.length;
  const given = rows.slice();
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < n; k++) {
    const start = starts[rows[k]];
    if (start < least) least = start;
    if (start > most) most = start;
  }
  if (!(most > least)) return given;
  const scale = (2 ** 32 - 1) / (most - least);
  let [from, to] = [given, new Uint32Array(n)];
  let [keys, keysTo] = [new Uint32Array(n), new Uint32Array(n)];
  for (let k = 0; k < n; k++) keys[k] = (starts[rows[k]] - least) * scale;
  for (let shift = 0; shift < passes * radixBits; shift += radixBits) {
    const places = placesOf(keys, shift);
    for (let k = 0; k < n; k++) {
      const place = places[(keys[k] >>> shift) & (buckets - 1)]++;
      to[place] = from[k];
      keysTo[place] = keys[k];
    }
    [from, to] = [to, from];
    [keys, keysTo] = [keysTo, keys];
  }
  for (let first = 0, k = 1; k <= n; k++) {
    if (k < n && keys[k] === keys[first]) continue;
    if (k - first > 1) sortAlike(from.subarray(first, k), starts);
    first = k;
  }
  return from;
}

/** Where the rows of each bucket begin. */
function placesOf(keys: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(buckets + 1);
  for (let k = 0; k < keys.length; k++) places[((keys[k] >>> shift) & (buckets - 1)) + 1]++;
  for (let k = 0; k < buckets; k++) places[k + 1] += places[k];
  return places;
}

/** Sorts rows whose keys are equal, in place. */
function sortAlike(rows: Uint32Array, starts: Float64Array): void {
  if (rows.length > fewRows) {
    rows.set(sortedByStart(rows, starts));
    return;
  }
  for (let k = 1; k < rows.length; k++) {
    const row = rows[k];
    let at = k;
    while (at > 0 && starts[rows[at - 1]] > starts[row]) {
      rows[at] = rows[at - 1];
      at--;
    }
    rows[at] = row;
  }
}
