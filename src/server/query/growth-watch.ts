/**
 * Looks for growth of the recordings that are being read: one question a second for all of them, whoever writes them, in
 * whichever process and on whichever node, and at once when the bus tells of it; none while nobody reads one.
 */

/** Whoever reads. */
export interface GrowthReader {
  /** Recordings that they read and that grow. */
  readonly growing: Iterable<number>;
  /** One of them has grown to that revision, or is complete: null. False when that could not be told: it is tried again. */
  grown(dataObjectId: number, revision: number | null): Promise<boolean>;
}

const pollMs = 1000;
/** Between two looks, whatever is told. */
const leastMs = 50;

export class GrowthWatch {
  private readonly readers = new Map<GrowthReader, Map<number, number | null>>();
  private isAsking = false;
  private askedAt = Number.NEGATIVE_INFINITY;
  /** Told of something while it asked. */
  private isBehind = false;
  private soon: ReturnType<typeof setTimeout> | null = null;
  private readonly timer: ReturnType<typeof setInterval>;

  /** `revisionsOf`: how far recordings have grown; null for those that are complete. What fails is asked again. */
  constructor(private readonly revisionsOf: (ids: number[]) => Promise<ReadonlyMap<number, number | null>>) {
    this.timer = setInterval(() => void this.poll(), pollMs).unref();
  }

  /** Returns the function that ends it. */
  add(reader: GrowthReader): () => void {
    this.readers.set(reader, new Map());
    return () => void this.readers.delete(reader);
  }

  /** These have grown. */
  hear(dataObjectIds: readonly number[]): void {
    if (this.soon !== null) return;
    const isRead = [...this.readers.keys()].some(({ growing }) => {
      const read = new Set(growing);
      return dataObjectIds.some((id) => read.has(id));
    });
    if (!isRead) return;
    const look = () => {
      this.soon = null;
      void this.poll();
    };
    this.soon = setTimeout(look, Math.max(0, this.askedAt + leastMs - performance.now())).unref();
  }

  close(): void {
    clearInterval(this.timer);
    if (this.soon !== null) clearTimeout(this.soon);
  }

  private async poll(): Promise<void> {
    const ids = new Set([...this.readers.keys()].flatMap(({ growing }) => [...growing]));
    if (ids.size === 0) return;
    if (this.isAsking) {
      this.isBehind = true;
      return;
    }
    this.isAsking = true;
    this.askedAt = performance.now();
    const found = await this.revisionsOf([...ids]).catch(() => null);
    this.isAsking = false;
    if (this.isBehind) setTimeout(() => void this.poll(), leastMs).unref();
    this.isBehind = false;
    if (found === null) return;
    for (const [reader, told] of this.readers)
      for (const id of [...reader.growing]) {
        const revision = found.get(id);
        if (revision === undefined || told.get(id) === revision) continue;
        void reader.grown(id, revision).then((isTold) => isTold && told.set(id, revision));
      }
  }
}
