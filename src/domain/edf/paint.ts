/** Cuts overlapping stretches so that each moment belongs to one: the stretch that comes later in the file wins. */
import type { Stretch } from "./stretches.ts";

/** Indexes ordered by file position, largest on top. */
class LatestFirst {
  readonly #heap: number[] = [];

  get top(): number | undefined {
    return this.#heap[0];
  }

  push(index: number): void {
    const heap = this.#heap;
    let at = heap.push(index) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent] >= heap[at]) return;
      [heap[parent], heap[at]] = [heap[at], heap[parent]];
      at = parent;
    }
  }

  pop(): void {
    const heap = this.#heap;
    const tail = heap.pop();
    if (tail === undefined || heap.length === 0) return;
    heap[0] = tail;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const larger = left + 1 < heap.length && heap[left + 1] > heap[left] ? left + 1 : left;
      if (larger >= heap.length || heap[at] >= heap[larger]) return;
      [heap[larger], heap[at]] = [heap[at], heap[larger]];
      at = larger;
    }
  }
}

/**
 * `stretches` in file order; returns disjoint stretches in order of time, with a seam wherever more than `tolerance`
 * seconds of one were cut off to make room for another. O(n log n).
 */
export function paint(stretches: readonly Stretch[], tolerance: number): Stretch[] {
  const endOf = (k: number) => stretches[k].onset + stretches[k].to;
  const byStart = stretches.map((_, k) => k).sort((a, b) => stretches[a].onset - stretches[b].onset);
  const moments = new Float64Array(2 * stretches.length);
  stretches.forEach((s, k) => {
    moments[2 * k] = s.onset;
    moments[2 * k + 1] = endOf(k);
  });
  moments.sort();

  const active = new LatestFirst();
  const painted: Stretch[] = [];
  let begun = 0;
  let current = -1;
  for (let m = 0; m < moments.length; m++) {
    const now = moments[m];
    while (begun < byStart.length && stretches[byStart[begun]].onset <= now) active.push(byStart[begun++]);
    while (active.top !== undefined && endOf(active.top) <= now) active.pop();
    const winner = active.top ?? -1;
    if (winner === current) continue;
    const last = painted.at(-1);
    if (current >= 0 && last) last.to = now - last.onset;
    if (winner >= 0) {
      const from = now - stretches[winner].onset;
      const cutBefore = current >= 0 ? endOf(current) - now : 0;
      painted.push({ ...stretches[winner], from, isSeam: from > tolerance || cutBefore > tolerance });
    }
    current = winner;
  }
  return painted.filter((s) => s.to > s.from);
}
