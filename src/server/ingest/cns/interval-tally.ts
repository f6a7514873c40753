/** The median of millions of intervals in bounded memory: classes a five-thousandth wide, each told by its first member. */

const classesPerE = 5000;

export class IntervalTally {
  readonly #classes = new Map<number, { us: number; weight: number }>();
  #weight = 0;
  #least = Number.POSITIVE_INFINITY;

  /** `us` above 0. */
  add(us: number, weight = 1): void {
    if (weight <= 0) return;
    const key = Math.round(Math.log(us) * classesPerE);
    const known = this.#classes.get(key);
    if (known) known.weight += weight;
    else this.#classes.set(key, { us, weight });
    this.#weight += weight;
    if (us < this.#least) this.#least = us;
  }

  /** Of equal ones exact, of others within 0.02 %; null when there are none. */
  median(): number | null {
    let left = this.#weight / 2;
    for (const [, { us, weight }] of [...this.#classes].sort(([a], [b]) => a - b)) {
      left -= weight;
      if (left <= 0) return us;
    }
    return null;
  }

  /** Infinity when there are none. */
  get least(): number {
    return this.#least;
  }
}
