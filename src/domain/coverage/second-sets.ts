/** Sets of whole seconds as flat lists [from, to, from, to, ...], ascending and apart. */
export type SecondSet = readonly number[];

/** Whether a list is pairs that each end after they begin; in any order. */
export const arePairs = (list: readonly number[]): boolean =>
  list.length % 2 === 0 &&
  list.every((value, k) => Number.isInteger(value) && value >= 0 && (k % 2 === 0 || value > list[k - 1]));

/** What is in either; `b` in any order. */
export function unionOf(a: SecondSet, b: readonly number[]): SecondSet {
  if (b.length === 0) return a;
  const pairs: [number, number][] = [];
  for (const list of [a, b]) for (let k = 0; k < list.length; k += 2) pairs.push([list[k], list[k + 1]]);
  pairs.sort((one, other) => one[0] - other[0]);
  const out: number[] = [];
  for (const [from, to] of pairs)
    if (out.length > 0 && from <= out[out.length - 1]) out[out.length - 1] = Math.max(out[out.length - 1], to);
    else out.push(from, to);
  return out;
}

/** What is before a second. */
export function before(set: SecondSet, end: number): SecondSet {
  const out: number[] = [];
  for (let k = 0; k < set.length && set[k] < end; k += 2) out.push(set[k], Math.min(set[k + 1], end));
  return out;
}

/** At most so many spans: the shortest go, so that nothing is said to be there that was not. */
export function longest(set: SecondSet, most: number): SecondSet {
  if (set.length <= 2 * most) return set;
  const order = Array.from({ length: set.length / 2 }, (_, k) => k).sort(
    (a, b) => set[2 * b + 1] - set[2 * b] - (set[2 * a + 1] - set[2 * a]) || a - b,
  );
  return order
    .slice(0, most)
    .sort((a, b) => a - b)
    .flatMap((k) => [set[2 * k], set[2 * k + 1]]);
}

export const countOf = (set: SecondSet): number =>
  set.reduce((sum, value, k) => (k % 2 === 0 ? sum - value : sum + value), 0);

export function holdsSecond(set: SecondSet, second: number): boolean {
  for (let k = 0; k < set.length && set[k] <= second; k += 2) if (second < set[k + 1]) return true;
  return false;
}

/** First second from one on that is not in the set, going on at the beginning behind the end; null: all are in it. */
export function nextOutside(set: SecondSet, from: number, end: number): number | null {
  const first = (start: number): number => {
    let at = start;
    for (let k = 0; k < set.length; k += 2) if (set[k] <= at && at < set[k + 1]) at = set[k + 1];
    return at;
  };
  const ahead = first(Math.max(0, Math.min(from, end)));
  if (ahead < end) return ahead;
  const begun = first(0);
  return begun < end ? begun : null;
}
