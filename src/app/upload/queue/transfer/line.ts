/**
 * How much is on its way at once: no more than the line moves in half a minute. What is on its way when a page is left is
 * lost, and four parts at once over a slow line would be twenty minutes of it.
 */

const aheadMs = 30_000;
/** The rate is that of the last so many milliseconds, and counts what was answered: what left may lie in a buffer. */
const windowMs = 60_000;
const shortestMs = 500;
/** Small requests wait for answers more than for the line. */
const freeBytes = 1024 * 1024;

export class Line {
  #inFlight = 0;
  #answers: { atMs: number; bytes: number }[] = [];
  #begunMs: number | null = null;
  #waiting: (() => void)[] = [];

  constructor(private readonly nowMs: () => number) {}

  /** Does `work`, which sends so many bytes, when there is room for it; one request is always under way. */
  async take<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while (this.#inFlight > 0 && this.#inFlight + bytes > this.#roomBytes()) await this.#change(signal);
    signal.throwIfAborted();
    this.#begunMs ??= this.nowMs();
    this.#inFlight += bytes;
    try {
      return await work();
    } finally {
      this.#inFlight -= bytes;
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /** The store took them. */
  answered(bytes: number): void {
    this.#answers.push({ atMs: this.nowMs(), bytes });
  }

  #roomBytes(): number {
    const nowMs = this.nowMs();
    const sinceMs = Math.max(this.#begunMs ?? nowMs, nowMs - windowMs);
    while (this.#answers.length > 0 && this.#answers[0].atMs < sinceMs) this.#answers.shift();
    const bytes = this.#answers.reduce((sum, answer) => sum + answer.bytes, 0);
    return Math.max(freeBytes, (bytes * aheadMs) / Math.max(shortestMs, nowMs - sinceMs));
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.push(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      });
    });
  }
}
