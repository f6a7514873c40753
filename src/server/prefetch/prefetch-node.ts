/**
 * This server's part of the reserved space: which reviews are open here, what its own disk holds, and what it says of both
 * to the others. What is reserved is read from the database; changes of it happen one after another (`serially`).
 */
import { randomUUID } from "node:crypto";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { type PrefetchProgress, prefetchLimits } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { RecordingCopies, Recordings } from "../recordings/index.ts";
import { CopyLoader, type Entry } from "./copy-loader.ts";
import { newCopy, percentOf } from "./queue.ts";
import { dropNodes, readCopies, readReservations, release, reserve, touchNode, writeCopies } from "./rows.ts";
import type { CopyFacts, PrefetchLog, Reservation, Reviewer } from "./types.ts";

/** How often a server says that it lives, and looks at what is reserved without being told. */
const rereadMs = 10_000;
/** After a database or disk did not answer. */
const pauseMs = 2_000;

/** A review that is open on this server. */
export interface Hold {
  readonly recordingId: number;
  /** Null: the reservation is no more, and the hold has ended. */
  tell(progress: Omit<PrefetchProgress, "prefetch_id"> | null): void;
}

export type HoldOutcome =
  | { kind: "accepted"; size: number; hold: Hold }
  | { kind: "no_space"; size: number; current: number }
  | { kind: "not_found" };

export interface PrefetchNodeDeps {
  db: NodePgDatabase;
  bus: Pick<Bus, "send" | "listen">;
  recordings: Pick<Recordings, "get">;
  copies: RecordingCopies;
  maxBytes: number;
  log: PrefetchLog;
  /** No other server uses this database. */
  isAlone: boolean;
}

export class PrefetchNode {
  private readonly id = randomUUID();
  /** In the order of the queue. */
  private entries = new Map<number, Entry>();
  private readonly holds = new Map<number, Set<Hold>>();
  private readonly graces = new Set<NodeJS.Timeout>();
  /** By recording: what the database was told. */
  private readonly said = new Map<number, string>();
  private line: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private leave: (() => void) | undefined;
  private isPulsing = false;
  private isStale = true;
  private lookedAt = 0;
  private pausedUntil = 0;
  private readonly loader: CopyLoader;
  /** Something went since copies were last cleared away. */
  private isUntidy = true;
  private isClosed = false;

  constructor(private readonly world: PrefetchNodeDeps) {
    this.loader = new CopyLoader(world, () => {
      this.isStale ||= this.isUntidy;
      void this.pulse();
    });
  }

  /** Drops what is left of an earlier life; then follows the database. */
  async start(): Promise<void> {
    const { db, bus, isAlone } = this.world;
    await dropNodes(db, { isAlone });
    await this.serially(() => this.reread());
    this.leave = bus.listen(({ kind }) => {
      if (kind !== "prefetch-changed" && kind !== "bus-resumed") return;
      this.isStale = true;
      void this.pulse();
    });
    this.timer = setInterval(() => void this.pulse(), prefetchLimits.progressMs).unref();
    void this.pulse();
  }

  /** Reviews here are over; what is reserved stays. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const grace of this.graces) clearTimeout(grace);
    this.leave?.();
    await this.loader.close();
    await this.line;
    await dropNodes(this.world.db, { node: this.id }).catch(() => undefined); // it counts for 30 seconds more
  }

  /** @throws when the database or the store does not answer */
  async hold(recordingId: number, reviewer: Reviewer, tell: Hold["tell"]): Promise<HoldOutcome> {
    const { db, recordings, copies, maxBytes, bus } = this.world;
    const detail = await recordings.get(recordingId, reviewer.session);
    if (detail === null || detail.state !== "ready") return { kind: "not_found" };
    const known = this.entries.get(recordingId)?.reservation;
    const measured = known ?? (await copies.measure(recordingId));
    if (measured === null) return { kind: "not_found" };
    const { size, token } = measured;
    const { workspaceId } = reviewer.session;
    const hold: Hold = { recordingId, tell };
    return this.serially(async () => {
      if (this.isClosed) throw new Error("The server stops."); // what it said now would outlive it
      const reservation = { recordingId, workspaceId, size, token };
      const entry = this.entries.get(recordingId) ?? this.entryOf(reservation);
      const facts = { ...this.factsOf(entry), isInReview: true };
      const wish = { node: this.id, reviewer, reservation, maxBytes, facts };
      const outcome = await reserve(db, wish);
      if (outcome.kind === "no_space") return { ...outcome, size };
      if (outcome.kind === "not_found") return outcome;
      if (outcome.isNodeNew) this.said.clear();
      this.said.set(recordingId, JSON.stringify(facts));
      if (!this.entries.has(recordingId)) this.entries.set(recordingId, this.entryOf(outcome.reservation));
      if (outcome.isNew) bus.send({ kind: "prefetch-changed" });
      const holds = this.holds.get(recordingId) ?? new Set();
      this.holds.set(recordingId, holds.add(hold));
      this.loader.next(this.entries);
      return { kind: "accepted", size: outcome.reservation.size, hold };
    });
  }

  /** Ends a hold, after `graceMs`: whoever comes again until then goes on where they were. Never throws. */
  letGo(hold: Hold, graceMs: number): void {
    const end = () =>
      this.serially(() => this.end(hold)).catch((err) => this.world.log.warn({ err }, "prefetch.not_released"));
    if (graceMs === 0) return void end();
    const grace = setTimeout(() => {
      this.graces.delete(grace);
      void end();
    }, graceMs).unref();
    this.graces.add(grace);
  }

  /** What this server holds of it; null when it is not reserved. */
  progressOf(recordingId: number): Omit<PrefetchProgress, "prefetch_id"> | null {
    const entry = this.entries.get(recordingId);
    if (entry === undefined) return null;
    const { reservation, copy } = entry;
    const { isComplete, isLoading, failure, loaded } = copy;
    return {
      finished: isComplete,
      percentage: percentOf(copy, reservation.size),
      waiting: !isComplete && !isLoading && failure === null,
      prefetched_size: isComplete ? reservation.size : loaded,
      error: failure === null ? null : prefetchText.refused[failure],
    };
  }

  /** Recordings of which this server has a whole copy of its own. */
  complete(): number[] {
    return [...this.entries].flatMap(([id, { copy }]) =>
      copy.isComplete && !this.world.copies.isHere(id) ? [id] : [],
    );
  }

  private async end(hold: Hold): Promise<void> {
    const holds = this.holds.get(hold.recordingId);
    if (this.isClosed || !holds?.delete(hold) || holds.size > 0) return;
    this.holds.delete(hold.recordingId);
    const entry = this.entries.get(hold.recordingId);
    if (entry === undefined) return;
    const { db, bus } = this.world;
    const facts = this.factsOf(entry);
    const hasGone = await release(db, { node: this.id, workspaceId: entry.reservation.workspaceId, facts });
    this.said.set(hold.recordingId, JSON.stringify(facts));
    if (hasGone) this.forget(hold.recordingId);
    bus.send({ kind: "prefetch-changed" });
  }

  private async pulse(): Promise<void> {
    if (this.isPulsing || this.isClosed) return;
    this.isPulsing = true;
    try {
      const now = performance.now();
      if (now >= this.pausedUntil) {
        if (this.isStale || now - this.lookedAt > rereadMs) await this.serially(() => this.reread());
        await this.serially(() => this.say());
        this.loader.next(this.entries);
      }
    } catch (err) {
      this.isStale = true;
      this.said.clear();
      this.pausedUntil = performance.now() + pauseMs;
      if (!this.isClosed) this.world.log.warn({ err }, "prefetch.unread"); // tried again
    } finally {
      this.isPulsing = false;
    }
    for (const [recordingId, holds] of this.holds) for (const hold of holds) hold.tell(this.progressOf(recordingId));
  }

  /** Takes over what the database says is reserved. */
  private async reread(): Promise<void> {
    const { db, log } = this.world;
    this.isStale = false;
    await dropNodes(db);
    await touchNode(db, this.id);
    this.said.clear(); // an answer that was lost, or a reservation made anew, changes what the database knows
    for (const facts of await readCopies(db, this.id)) this.said.set(facts.recordingId, JSON.stringify(facts));
    const reservations = await readReservations(db);
    this.lookedAt = performance.now();
    const before = this.entries;
    this.entries = new Map(
      reservations.map((one) => [one.recordingId, before.get(one.recordingId) ?? this.entryOf(one)]),
    );
    const gone = [...before.keys()].filter((id) => !this.entries.has(id));
    for (const id of gone) this.forget(id, before.get(id));
    if (gone.length > 0) log.info({ recordingIds: gone }, "prefetch.released");
    if (this.isUntidy) await this.tidy();
  }

  /** Copies of what is not reserved any more go; then there may be room again. */
  private async tidy(): Promise<void> {
    const { loading } = this.loader;
    const kept = [...this.entries.values(), ...(loading === null ? [] : [loading])]; // which goes when it ends
    await this.world.copies.keepOnly(kept.map(({ reservation }) => reservation));
    this.isUntidy = loading !== null;
    for (const { copy } of this.entries.values()) if (copy.failure === "disk") copy.retryAt = 0;
  }

  /** Tells the database what changed here. */
  private async say(): Promise<void> {
    const changed = [...this.entries.values()]
      .map((entry) => this.factsOf(entry))
      .filter((facts) => this.said.get(facts.recordingId) !== JSON.stringify(facts));
    if (changed.length === 0 || this.isClosed) return;
    await writeCopies(this.world.db, this.id, changed);
    for (const facts of changed) this.said.set(facts.recordingId, JSON.stringify(facts));
  }

  private forget(recordingId: number, entry = this.entries.get(recordingId)): void {
    this.entries.delete(recordingId);
    this.isUntidy = true;
    this.said.delete(recordingId);
    if (entry !== undefined) this.loader.giveUp(entry);
    const holds = this.holds.get(recordingId);
    this.holds.delete(recordingId);
    for (const hold of holds ?? []) hold.tell(null);
  }

  private entryOf(reservation: Reservation): Entry {
    return { reservation, copy: newCopy(this.world.copies.isHere(reservation.recordingId)) };
  }

  private factsOf({ reservation: { recordingId, size }, copy }: Entry): CopyFacts {
    const { isLoading, failure } = copy;
    return { recordingId, percent: percentOf(copy, size), isLoading, failure, isInReview: this.holds.has(recordingId) };
  }

  /** One after another, whatever became of the one before. */
  private serially<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }
}
