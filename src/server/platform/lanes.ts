/** Turns by key, in the order in which they were asked for. */

/** So many at once for each key, and the others in their order. */
export class Lanes<Key = number> {
  private readonly lanes = new Map<Key, { busy: number; readonly waiting: (() => void)[] }>();

  constructor(private readonly places: number) {}

  waiting(key: Key): number {
    return this.lanes.get(key)?.waiting.length ?? 0;
  }

  /** @throws the reason of `signal` when it is aborted before the turn comes: then nobody waits behind it any more */
  async run<T>(key: Key, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const lane = this.lanes.get(key) ?? { busy: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.busy < this.places) lane.busy++;
    else await turnIn(lane.waiting, signal);
    try {
      return await work();
    } finally {
      // Whoever is next has the place at once: nobody comes between.
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else if (--lane.busy === 0) this.lanes.delete(key);
    }
  }
}

function turnIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(come), 1);
      reject(signal?.reason);
    };
    const come = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    waiting.push(come);
    signal?.addEventListener("abort", leave, { once: true });
  });
}
