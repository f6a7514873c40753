/** How fast bytes go by, and how long the rest will take. */

/** The rate is that of the last so many milliseconds. */
const windowMs = 15_000;
/** look.md: an estimate is shown after 3 s of data. */
const settledMs = 3000;
/** And after this share of it, or a whole window: small files take as long as they are many, and say nothing of bytes. */
const settledShare = 0.01;

interface Sample {
  atMs: number;
  bytes: number;
}

export class Meter {
  #samples: Sample[] = [];

  /** `bytes`: in all so far. Bytes that had to be sent again may make it smaller: the estimate then begins anew. */
  note(bytes: number, atMs: number): void {
    const latest = this.#samples.at(-1);
    if (latest !== undefined && bytes < latest.bytes) this.#samples = [];
    this.#samples.push({ atMs, bytes });
    while (this.#samples.length > 2 && atMs - this.#samples[1].atMs >= windowMs) this.#samples.shift();
  }

  /** Milliseconds until `total` bytes went by; null while nobody can know. */
  etaMs(total: number, nowMs: number): number | null {
    const [first] = this.#samples;
    const latest = this.#samples.at(-1);
    if (first === undefined || latest === undefined) return null;
    const [bytes, passedMs] = [latest.bytes - first.bytes, nowMs - first.atMs];
    const isSettled = passedMs >= windowMs || (passedMs >= settledMs && bytes >= total * settledShare);
    return bytes <= 0 || !isSettled ? null : ((total - latest.bytes) * passedMs) / bytes;
  }

  /** A pause is not a slow line. */
  restart(): void {
    this.#samples = [];
  }
}
