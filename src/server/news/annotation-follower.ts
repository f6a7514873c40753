/** One viewer's annotations: which recordings they follow, which of them they may see at this moment, and what waits to be told. */
import type { AnnotationsMoved } from "../../protocol/annotation-log.ts";
import { newsLimits } from "../../protocol/news.ts";
import type { UserScope } from "../patients/index.ts";
import type { Session } from "../platform/http/caller.ts";
import type { AnnotationHearer } from "./annotation-news.ts";

export interface FollowerDeps {
  /** Numbers of those of the recordings that the user sees now. */
  heads(scope: UserScope, recordingIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  send(moved: AnnotationsMoved): void;
  /** What was sent before is still on its way. */
  isCongested(): boolean;
}

export class AnnotationFollower implements AnnotationHearer {
  private wanted: readonly number[] = [];
  /** Null while it is not known what they may see: then they are told nothing. */
  private session: Session | null = null;
  /** What they may see, with the number that they know or are to be told. */
  private seen = new Map<number, number>();
  /** What moved while it was asked what they may see. */
  private late: Map<number, number> | null = null;
  private waiting = new Set<number>();
  private isAnyWaiting = false;
  private questions = 0;
  private wasForgotten = false;
  private timer: NodeJS.Timeout | undefined;
  /** Those who follow before it is known who they are. */
  private onKnown: (() => void)[] = [];

  constructor(private readonly world: FollowerDeps) {}

  get recordingIds(): Iterable<number> {
    return this.seen.keys();
  }

  /** In place of what was followed before; comes back once it is followed. Never fails. */
  async follow(recordingIds: readonly number[]): Promise<void> {
    this.wanted = [...new Set(recordingIds)];
    if (this.session !== null) await this.ask(this.session);
    else return new Promise((resolve) => this.onKnown.push(resolve));
  }

  /** What they may see has changed, or may have: from this moment on they hear of nothing until it is known again. */
  forget(): void {
    this.questions++;
    this.session = null;
    this.seen.clear();
    this.late = null;
    this.waiting.clear();
    this.isAnyWaiting = false;
    this.wasForgotten = true;
  }

  /** Their session is this one. Never fails. */
  async know(session: Session): Promise<void> {
    this.session = session;
    const isKnown = await this.ask(session);
    if (this.session !== session) return;
    if (isKnown && this.wasForgotten) {
      this.wasForgotten = false;
      this.isAnyWaiting = this.wanted.length > 0; // what was not told meanwhile
      this.send();
    }
    for (const resolve of this.onKnown.splice(0)) resolve();
  }

  moved(recordingId: number, sequence: number): void {
    this.late?.set(recordingId, Math.max(sequence, this.late.get(recordingId) ?? 0));
    const known = this.seen.get(recordingId);
    if (known === undefined || sequence <= known) return;
    this.seen.set(recordingId, sequence);
    this.waiting.add(recordingId);
    this.send();
  }

  close(): void {
    this.forget();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** False while the database does not answer, or when there was a later question. */
  private async ask(session: Session): Promise<boolean> {
    const question = ++this.questions;
    this.late ??= new Map();
    const isAllowed = session.permissions.has("visualize_data");
    const heads = isAllowed
      ? await this.world.heads(session, this.wanted).catch(() => null)
      : new Map<number, number>();
    if (question !== this.questions) return false;
    const { late } = this;
    this.late = null;
    if (heads === null) {
      // It is told that anything may have moved once the database answers again: at the next confirmation.
      this.seen.clear();
      this.wasForgotten = true;
      return false;
    }
    // Those that were followed before keep the number that they were told last.
    this.seen = new Map([...heads].map(([id, sequence]) => [id, this.seen.get(id) ?? sequence]));
    for (const id of this.waiting) if (!this.seen.has(id)) this.waiting.delete(id);
    for (const [id, sequence] of [...heads, ...(late ?? [])]) this.moved(id, sequence);
    return true;
  }

  private send(): void {
    if (this.timer !== undefined || (this.waiting.size === 0 && !this.isAnyWaiting)) return;
    if (!this.world.isCongested()) this.tell();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, newsLimits.annotationsMs);
    this.timer.unref();
  }

  private tell(): void {
    const ids = [...this.waiting];
    this.waiting.clear();
    if (this.isAnyWaiting) this.world.send(null);
    else for (const id of ids) this.world.send({ data_object_id: id, sequence: this.seen.get(id) ?? 0 });
    this.isAnyWaiting = false;
  }
}
