/**
 * Reads of the database that several calls ask for at once: while one is under way, those who ask for the same share
 * the next. It begins after each of them asked, so nobody's answer is older than the question.
 */
export class SharedReads<Value> {
  private readonly running = new Map<string, { readonly ended: Promise<unknown>; next: Promise<Value> | null }>();

  /** The value of a read that begins now or later. @throws what it throws, for everybody who shares it */
  read(key: string, begin: () => Promise<Value>): Promise<Value> {
    const running = this.running.get(key);
    if (running === undefined) return this.begin(key, begin);
    running.next ??= running.ended.then(() => this.begin(key, begin));
    return running.next;
  }

  private begin(key: string, begin: () => Promise<Value>): Promise<Value> {
    const value = begin();
    const entry = { ended: value.catch(() => undefined), next: null };
    this.running.set(key, entry);
    const leave = () => {
      if (this.running.get(key) === entry && entry.next === null) this.running.delete(key);
    };
    entry.ended.then(leave);
    return value;
  }
}
