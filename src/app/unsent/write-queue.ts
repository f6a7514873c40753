/**
 * Sends the changes of one client to the server: in order, each written down before it is sent, and kept until it is acknowledged. Numbers
 * make a change that is sent twice one that is done once, so whatever fails is simply sent again.
 */
import type { AnnotationChange, ChangeOutcome } from "../../protocol/annotation-log.ts";
import { annotationLimits } from "../../protocol/annotations.ts";
import type { ChangeKeeper, QueueOwner } from "./kept-changes.ts";

/** Why a call failed. */
export type SendFailure =
  /** It may do later: the server is away, or asks to be asked more slowly. `afterMs`: so long it wants. */
  | {
      readonly kind: "away";
      readonly afterMs?: number;
      /** What the server says of it, where it was reached: a permission, a recording that is away. */
      readonly sentence?: string;
    }
  /** Nobody is signed in: it waits for the same person. */
  | { readonly kind: "signed out" }
  /** What was sent is none that can be taken, by one of its changes or by its size: they are sent in smaller parts, and the one alone is given up. */
  | { readonly kind: "refused"; readonly code: string; readonly sentence: string };

export interface QueueDeps extends QueueOwner {
  readonly client: string;
  readonly keeper: ChangeKeeper;
  send(client: string, changes: readonly AnnotationChange[]): Promise<readonly ChangeOutcome[]>;
  failureOf(error: unknown): SendFailure;
  /** Told of each outcome, in order. */
  onOutcome(change: AnnotationChange, outcome: ChangeOutcome): void;
  /** How many wait has changed, or whether they wait for the server has. */
  onState(): void;
  /** The browser keeps nothing: what is not sent is lost with the page. */
  onNotKept(error: unknown): void;
  /** Returns the function that takes it back. */
  later(work: () => void, ms: number): () => void;
}

/** Of one call, as JSON. */
const mostChars = 1_000_000;
const retryMs = { first: 1000, longest: 30_000 } as const;

export class WriteQueue {
  private readonly waiting: AnnotationChange[] = [];
  private kept: Promise<void> = Promise.resolve();
  /** Numbers of those that could not be written down, and wait. */
  private readonly lost = new Set<number>();
  private isSending = false;
  private isDisposed = false;
  private retryAfterMs: number = retryMs.first;
  /** Changes of the next call at most. */
  private most: number = annotationLimits.changes;
  private ended: (() => void) | null = null;
  private giveUpRetry: () => void = () => undefined;
  /** The last try did not reach the server, or was refused as a whole. */
  isWaiting = false;
  /** What the server said of the last try that it refused as a whole; null: it did not. */
  reason: string | null = null;
  /** What it said of the last change that it refused. */
  refusal: string | null = null;
  /** Changes that are not written down yet: a page that goes now loses them. */
  unkept = 0;

  constructor(
    private readonly deps: QueueDeps,
    /** Written down by an earlier page, in order. */
    left: readonly AnnotationChange[] = [],
    /** Whoever made it has the queue (`takeQueue`): nothing is sent before, as somebody else may be sending it. */
    private isTaken = true,
  ) {
    this.waiting.push(...left);
    this.work();
  }

  /** The queue is this page's from now on. */
  begin(): void {
    this.isTaken = true;
    this.work();
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Changes that wait, oldest first. */
  changes(): readonly AnnotationChange[] {
    return this.waiting;
  }

  /** Adds changes: they are written down, then sent. */
  add(changes: readonly AnnotationChange[]): void {
    const { owner, dataObjectId, client, keeper, onNotKept, onState } = this.deps;
    this.waiting.push(...changes);
    const kept = changes.map((change) => ({ owner, dataObjectId, client, change }));
    this.unkept += kept.length;
    this.kept = this.kept
      .then(() => keeper.keep(kept))
      .then(() => {
        this.unkept -= kept.length;
      })
      .catch((error: unknown) => {
        for (const { change } of kept) this.lost.add(change.number);
        onNotKept(error);
      });
    onState();
    this.work();
  }

  /** Lets go of waiting changes that make no sense any more; one that is being sent stays. */
  drop(isDropped: (change: AnnotationChange) => boolean): void {
    const gone = this.waiting.filter(isDropped);
    if (gone.length === 0) return;
    for (const change of gone) this.waiting.splice(this.waiting.indexOf(change), 1);
    this.forget(gone.map(({ number }) => number));
    this.deps.onState();
  }

  /** Sends now what waits for its next try. */
  tryAgain(): void {
    this.giveUpRetry();
    this.retryAfterMs = retryMs.first;
    this.work();
  }

  /** Another content of a change that was refused, under its number: the server has stored nothing of it. */
  keepInstead(change: AnnotationChange): void {
    const { owner, dataObjectId, client, keeper } = this.deps;
    this.kept = this.kept.then(() => keeper.keep([{ owner, dataObjectId, client, change }])).catch(() => undefined);
  }

  /** A refused change was read: it is kept no longer. */
  dismiss(number: number): void {
    this.forget([number]);
  }

  private work(): void {
    if (this.isSending || !this.isTaken) return;
    if (this.waiting.length === 0) {
      this.end();
      return;
    }
    this.giveUpRetry();
    this.isSending = true;
    void this.sendOne().finally(() => {
      this.isSending = false;
      if (!this.isWaiting) this.work();
      else if (this.isDisposed) this.end();
    });
  }

  private async sendOne(): Promise<void> {
    await this.kept;
    const batch = this.nextBatch();
    if (batch.length === 0) return;
    try {
      const outcomes = await this.deps.send(this.deps.client, batch);
      this.reason = null;
      this.enter(false);
      this.retryAfterMs = retryMs.first;
      this.most = Math.min(2 * this.most, annotationLimits.changes);
      this.take(batch, outcomes);
    } catch (error) {
      this.failed(batch, this.deps.failureOf(error));
    }
  }

  private nextBatch(): AnnotationChange[] {
    const batch: AnnotationChange[] = [];
    let chars = 0;
    for (const change of this.waiting.slice(0, this.most)) {
      chars += JSON.stringify(change).length;
      if (batch.length > 0 && chars > mostChars) break;
      batch.push(change);
    }
    return batch;
  }

  private take(batch: readonly AnnotationChange[], outcomes: readonly ChangeOutcome[]): void {
    const byNumber = new Map(outcomes.map((outcome) => [outcome.number, outcome]));
    const ended: AnnotationChange[] = [];
    const kept: AnnotationChange[] = [];
    for (const change of batch) {
      const outcome = byNumber.get(change.number);
      if (outcome === undefined) continue;
      if (outcome.outcome === "refused" && outcome.code === "too_many_changes") {
        this.wait(retryMs.first);
        break;
      }
      const at = this.waiting.indexOf(change);
      if (at >= 0) this.waiting.splice(at, 1);
      ended.push(change);
      // What was refused is kept until somebody has read it: the next page sends it again, and says so again.
      if (outcome.outcome === "done") kept.push(change);
      else this.refusal = outcome.sentence;
      if (this.lost.delete(change.number)) this.unkept--;
      if (!this.isDisposed) this.deps.onOutcome(change, outcome);
    }
    this.forget(kept.map(({ number }) => number));
    this.deps.onState();
    // An answer without any of them would be asked for again without end.
    if (ended.length === 0 && !this.isWaiting) this.wait(retryMs.longest);
  }

  private failed(batch: readonly AnnotationChange[], failure: SendFailure): void {
    if (failure.kind !== "refused") {
      this.reason = failure.kind === "away" ? (failure.sentence ?? null) : null;
      this.wait(failure.kind === "away" ? (failure.afterMs ?? this.retryAfterMs) : retryMs.longest);
      this.retryAfterMs = Math.min(2 * this.retryAfterMs, retryMs.longest);
      return;
    }
    if (batch.length > 1) {
      this.most = Math.ceil(batch.length / 2);
      return;
    }
    const { code, sentence } = failure;
    this.take(
      batch,
      batch.map(({ number }) => ({ number, outcome: "refused", code, sentence })),
    );
  }

  private wait(ms: number): void {
    this.enter(true);
    this.giveUpRetry();
    if (this.isDisposed) return;
    this.giveUpRetry = this.deps.later(() => {
      this.isWaiting = false;
      this.work();
    }, ms);
  }

  private enter(isWaiting: boolean): void {
    if (this.isWaiting === isWaiting && !isWaiting) return;
    this.isWaiting = isWaiting;
    this.deps.onState();
  }

  private forget(numbers: readonly number[]): void {
    if (numbers.length === 0) return;
    const { client, keeper } = this.deps;
    // What could not be forgotten is sent again by the next page, and done once.
    this.kept = this.kept.then(() => keeper.forget(client, numbers)).catch(() => undefined);
  }

  /** Sends what waits, without trying again: what cannot be sent now stays written down. Comes when that has ended; nothing is told any more. */
  drain(): Promise<void> {
    this.isDisposed = true;
    this.giveUpRetry();
    return new Promise((resolve) => {
      this.ended = resolve;
      if (this.isWaiting || !this.isTaken) this.end();
      else this.work();
    });
  }

  private end(): void {
    if (this.ended === null) return;
    const ended = this.ended;
    this.ended = null;
    void this.kept.then(ended);
  }
}
