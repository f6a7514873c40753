/**
 * Finds out how far work is that somebody follows: one question for the whole server, a second after work moved, or some
 * seconds after it did not. The bus says when work moves on another node; what is told is read from the database.
 */
import { timeLeft } from "../../domain/time/durations.ts";
import { progressLimits } from "../../protocol/progress.ts";
import type { NewsLog } from "./patient-news.ts";
import type { Followed, WorkPiece } from "./work-rows.ts";

export interface WorkDiff {
  /** Their numbers have changed, and nothing else. */
  moved: readonly WorkPiece[];
  /** They began, ended, or changed otherwise: as they are, or were. */
  changed: readonly WorkPiece[];
}

export interface Follower {
  readonly followed: Followed;
  tell(diff: WorkDiff): void;
}

export interface WorkWatchDeps {
  read(followed: Followed): Promise<WorkPiece[]>;
  log: NewsLog;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: () => number;
}

/** When nothing moved: work of another process that does not reach the bus is noticed so late. */
const restMs = 5000;
/** Between two looks, whoever begins to follow. */
const leastMs = 200;
/** A look takes at most this share of the time, however much is followed. */
const mostShare = 0.05;

const nameOf = ({ kind, id }: WorkPiece): string => `${kind} ${id}`;

export class WorkWatch {
  private readonly followers = new Set<Follower>();
  private known = new Map<string, WorkPiece>();
  /** What was looked at last: what is new to this is no change. */
  private seen: Followed = { patients: new Set(), uploads: new Set() };
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Number.POSITIVE_INFINITY;
  private beganAt = Number.NEGATIVE_INFINITY;
  private isLooking = false;
  private isFailing = false;

  constructor(private readonly world: WorkWatchDeps) {}

  /** Returns the function that ends it. */
  join(follower: Follower): () => void {
    this.followers.add(follower);
    return () => {
      this.followers.delete(follower);
      if (this.followers.size === 0) this.close();
    };
  }

  /** Comes back once there was a look that began after this. */
  catchUp(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.planBy(this.beganAt + leastMs);
    });
  }

  /** Work has moved somewhere. */
  nudge(): void {
    if (this.followers.size > 0) this.planBy(this.beganAt + progressLimits.everyMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.dueAt = Number.POSITIVE_INFINITY;
    this.known.clear();
    this.seen = { patients: new Set(), uploads: new Set() };
  }

  /** Asks once, and tells whoever follows what is new to them. */
  async look(): Promise<void> {
    const followed = this.union();
    const waiting = this.waiting.splice(0);
    this.beganAt = this.now();
    const pieces = await this.ask(followed);
    if (pieces === null) {
      this.waiting.unshift(...waiting);
      this.planBy(this.now() + restMs);
      return;
    }
    const isYoung =
      [...followed.patients].some((key) => !this.seen.patients.has(key)) ||
      [...followed.uploads].some((id) => !this.seen.uploads.has(id));
    const diff = this.compare(pieces, followed);
    if (diff.moved.length + diff.changed.length > 0) for (const follower of this.followers) follower.tell(diff);
    for (const resolve of waiting) resolve();
    if (followed.patients.size + followed.uploads.size === 0) return;
    const took = this.now() - this.beganAt;
    const isLively = isYoung || diff.moved.length + diff.changed.length > 0;
    const pause = isLively ? progressLimits.everyMs : restMs;
    this.planBy(this.beganAt + Math.max(pause, took / mostShare));
  }

  private compare(pieces: readonly WorkPiece[], followed: Followed): WorkDiff {
    const wasSeen = ({ patientKey, id, kind }: WorkPiece) =>
      (patientKey !== null && this.seen.patients.has(patientKey)) || (kind === "upload" && this.seen.uploads.has(id));
    const isFollowed = ({ patientKey, id, kind }: WorkPiece) =>
      (patientKey !== null && followed.patients.has(patientKey)) || (kind === "upload" && followed.uploads.has(id));
    const now = new Map<string, WorkPiece>();
    const [moved, changed]: [WorkPiece[], WorkPiece[]] = [[], []];
    for (const piece of pieces) {
      const name = nameOf(piece);
      const before = this.known.get(name);
      now.set(name, piece);
      if (before === undefined) {
        if (wasSeen(piece)) changed.push(piece);
      } else if (before.mark !== piece.mark) changed.push(piece);
      else if (hasMoved(before, piece)) moved.push(piece);
      else now.set(name, { ...piece, progress: before.progress, etaMs: before.etaMs }); // small steps add up
    }
    for (const [name, piece] of this.known) if (!now.has(name) && isFollowed(piece)) changed.push(piece);
    this.known = now;
    this.seen = followed;
    return { moved, changed };
  }

  private union(): Followed {
    const [patients, uploads] = [new Set<number>(), new Set<number>()];
    for (const { followed } of this.followers) {
      for (const key of followed.patients) patients.add(key);
      for (const id of followed.uploads) uploads.add(id);
    }
    return { patients, uploads };
  }

  /** Null while the database does not answer: said once each way. */
  private async ask(followed: Followed): Promise<WorkPiece[] | null> {
    if (followed.patients.size + followed.uploads.size === 0) return [];
    try {
      const pieces = await this.world.read(followed);
      if (this.isFailing) this.world.log.info({}, "work.again");
      this.isFailing = false;
      return pieces;
    } catch (err) {
      if (!this.isFailing) this.world.log.warn({ err }, "work.unread");
      this.isFailing = true;
      return null;
    }
  }

  /** The next look is no later than that. */
  private planBy(at: number): void {
    if (at >= this.dueAt) return;
    this.dueAt = at;
    if (!this.isLooking) this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    if (this.dueAt === Number.POSITIVE_INFINITY) return;
    this.timer = setTimeout(
      () => {
        this.dueAt = Number.POSITIVE_INFINITY;
        this.isLooking = true;
        void this.look().finally(() => {
          this.isLooking = false;
          if (this.followers.size > 0 || this.waiting.length > 0) this.arm();
          else this.close();
        });
      },
      Math.max(0, this.dueAt - this.now()),
    );
    this.timer.unref();
  }

  private now(): number {
    return this.world.nowMs?.() ?? performance.now();
  }
}

/** By a thousandth, or what is said of the time left is another word. */
function hasMoved(before: WorkPiece, piece: WorkPiece): boolean {
  const words = ({ etaMs }: WorkPiece) => (etaMs === null ? null : timeLeft(etaMs));
  return Math.floor(before.progress * 1000) !== Math.floor(piece.progress * 1000) || words(before) !== words(piece);
}
