/** Shares a few places among users: nobody has two of them, and of those who wait, whoever was served longest ago is next. */

interface Waiting {
  user: number;
  begin(place: number): void;
}

export class Turns {
  private readonly free: number[];
  private readonly busy = new Set<number>();
  private readonly waiting = new Set<Waiting>();
  /** Number of the turn a user had last. */
  private readonly served = new Map<number, number>();
  private turns = 0;

  constructor(places: number) {
    this.free = Array.from({ length: places }, (_, place) => place);
  }

  /** Does the work on a place, from 0, when it is the user's turn. @throws the signal's reason while waiting, what `work` throws */
  async run<T>(user: number, work: (place: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = await this.turn(user, signal);
    try {
      return await work(place);
    } finally {
      this.busy.delete(user);
      this.free.push(place);
      this.next();
    }
  }

  private turn(user: number, signal?: AbortSignal): Promise<number> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(mine);
        reject(signal?.reason);
      };
      const mine = {
        user,
        begin: (place: number) => {
          signal?.removeEventListener("abort", leave);
          resolve(place);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.waiting.add(mine);
      this.next();
    });
  }

  private next(): void {
    while (this.free.length > 0) {
      let first: Waiting | undefined;
      for (const one of this.waiting)
        if (!this.busy.has(one.user) && (first === undefined || this.lastOf(one) < this.lastOf(first))) first = one;
      if (first === undefined) return;
      this.waiting.delete(first);
      this.busy.add(first.user);
      this.served.set(first.user, ++this.turns);
      first.begin(this.free.shift() as number);
    }
  }

  private lastOf({ user }: Waiting): number {
    return this.served.get(user) ?? 0;
  }
}
