/**
 * Reads of the database that are like each other: those that are asked for while one is under way are done together, in one
 * statement. It begins after each of them was asked for, so nobody's answer is older than the question.
 */

/** One that takes longer holds nobody up: its connection may have died in silence. */
const patienceMs = 1000;

interface Waiter<Ask, Value> {
  ask: Ask;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
}

export class GatheredReads<Ask, Value> {
  private waiting: Waiter<Ask, Value>[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | null = null;

  /** `readAll` answers in the order of what was asked. */
  constructor(private readonly readAll: (asks: readonly Ask[]) => Promise<readonly Value[]>) {}

  /** The value of a read that begins now or later. @throws what `readAll` throws, for everybody who shares it */
  read(ask: Ask): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ask, resolve, reject });
      if (this.running === 0) void this.begin();
      else this.timer ??= setTimeout(() => void this.begin(), patienceMs).unref();
    });
  }

  private async begin(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const asked = this.waiting;
    this.waiting = [];
    this.running++;
    try {
      const values = await this.readAll(asked.map(({ ask }) => ask));
      for (const [k, { resolve }] of asked.entries()) resolve(values[k]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    this.running--;
    if (this.running === 0 && this.waiting.length > 0) void this.begin();
  }
}
