/**
 * What the logs of followed annotations, or their reviews, stand at: heard over the bus as they move, and looked up every few seconds besides, for what a
 * node committed and could not tell any more.
 */
import type { BusEvent } from "../platform/bus/bus.ts";
import type { NewsLog } from "./patient-news.ts";

/** How often it is looked up, with one question for all that is followed. */
const lookMs = 5000;

export interface AnnotationHearer {
  readonly recordingIds: Iterable<number>;
  moved(recordingId: number, sequence: number): void;
}

export interface AnnotationNewsDeps {
  /** Which number of a recording an event of the bus tells; null of any other event. */
  numberOf(event: BusEvent): { readonly recordingId: number; readonly sequence: number } | null;
  /** Numbers by recording. */
  heads(recordingIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  log: NewsLog;
}

export class AnnotationNews {
  private readonly hearers = new Set<AnnotationHearer>();
  private timer: NodeJS.Timeout | undefined;
  private isFailing = false;

  constructor(
    private readonly world: AnnotationNewsDeps,
    private readonly everyMs = lookMs,
  ) {}

  /** Returns the function that ends it. */
  join(hearer: AnnotationHearer): () => void {
    this.hearers.add(hearer);
    if (this.hearers.size === 1) this.plan();
    return () => {
      this.hearers.delete(hearer);
      if (this.hearers.size === 0) this.close();
    };
  }

  hear(event: BusEvent): void {
    const moved = this.world.numberOf(event);
    if (moved === null) return;
    for (const hearer of this.hearers) hearer.moved(moved.recordingId, moved.sequence);
  }

  /** Asks once, and tells whoever follows; those who know it already tell nobody. */
  async look(): Promise<void> {
    const ids = new Set([...this.hearers].flatMap(({ recordingIds }) => [...recordingIds]));
    if (ids.size === 0) return;
    try {
      const heads = await this.world.heads([...ids]);
      for (const hearer of this.hearers) for (const [id, sequence] of heads) hearer.moved(id, sequence);
      if (this.isFailing) this.world.log.info({}, "annotations.again");
      this.isFailing = false;
    } catch (err) {
      if (!this.isFailing) this.world.log.warn({ err }, "annotations.unread");
      this.isFailing = true;
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private plan(): void {
    const timer = setTimeout(() => {
      void this.look().finally(() => {
        if (this.timer === timer) this.plan(); // else it was closed, and who came since plans for themselves
      });
    }, this.everyMs).unref();
    this.timer = timer;
  }
}
