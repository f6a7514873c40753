/**
 * The compute threads. Who comes next is the business of turns.ts; while several users ask, one thread is left to those
 * who have none, so that nobody waits for the longest work of somebody else. Equal work is done once. A thread at short work is
 * given what comes after it, so that it does not wait for the server's own thread in between. Work that nobody waits for goes one piece
 * at a time, on one thread, while users are quiet, and makes way for what they ask for then; where they are never quiet it has
 * a turn now and then.
 */
import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { workerFile } from "../platform/start/worker-files.ts";
import { DamageFound, type FoundDamage, type FoundLevel } from "../recordings/index.ts";
import type { ComputeOrder, ComputeReply, ComputeWorkerData } from "./compute-messages.ts";
import { cancelled, PageRefused, refusals } from "./page-refused.ts";
import type { ThreadTask } from "./tasks/task.ts";
import { type Asker, Turns } from "./turns.ts";

export interface ComputeWork<Input = unknown, Output = unknown> {
  recording: RecordingDetail;
  modality: string;
  task: ThreadTask<Input, Output>;
  input: Input;
  /** Work of the same key is shared; null for work of its own. */
  key: string | null;
}

/** What of a thread is used. */
export interface ThreadHandle {
  postMessage(order: ComputeOrder, handedOver?: ArrayBuffer[]): void;
  on(event: "message", listener: (reply: ComputeReply) => void): unknown;
  on(event: "error" | "exit", listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** A compute thread over a data folder. */
export const startComputeThread = (data: ComputeWorkerData): ThreadHandle =>
  new Worker(workerFile("compute-worker"), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: 4 }, // dead slices are collected sooner: 70 MB less
  });

/** Who waits for the end of a job. */
interface Waiter {
  resolve: (result: unknown) => void;
  reject: (reason: Error) => void;
}

interface Job {
  work: ComputeWork;
  askers: Map<Asker, Waiter>;
  control: Int32Array;
}

/** A job of a thread: for whom it counts (null: for nobody), and since when. */
interface Run {
  job: Job;
  user: object | null;
  begunAt: number;
  /** Of the background: "held" goes on to its end, "left" was told to end for a user and is done again. */
  way: "makes way" | "held" | "left";
}

interface Thread {
  worker: ThreadHandle;
  /** What it was given, in its order: the first is at work. */
  runs: Run[];
  /** Recordings whose description it was sent, and how far they had grown by it. */
  known: Map<string, number | undefined>;
  /** It ended and was not started again yet. */
  isDown: boolean;
}

const rememberedRecordings = 32;
const restartAfterMs = 500;
const maxThreads = 8;
/** A user who asked this lately may ask again: a thread is kept for them. */
const othersWithinMs = 10_000;
/** Users who have asked for nothing for this long are quiet: the background begins. */
export const quietMs = 500;
/** Where they are not, a piece of it has its turn this long after the last. */
export const backgroundTurnMs = 3000;
/** Work that usually takes no longer than this is short; so much of it a thread may have ahead of itself. */
const shortMs = 4;
const aheadMs = 8;
/** So many of the newest tell what work of a name usually takes: the first ones of a server are slow. */
const timesKept = 5;
const keyOf = ({ data_object_id, data_version }: RecordingDetail) => `${data_object_id}/${data_version}`;

export class ComputePool {
  private readonly threads: Thread[] = [];
  private readonly waiting = new Turns<Job>();
  /** What nobody waits for, in its order. */
  private readonly background = new Set<Job>();
  private readonly shared = new Map<string, Job>();
  /** When the background last had something on a thread, or began to wait. */
  private backgroundAt = Number.NEGATIVE_INFINITY;
  private backgroundTimer: NodeJS.Timeout | null = null;
  /** Who asked last, and who asked last before them. */
  private lately: { user: object; at: number }[] = [];
  /** What the newest took of the threads' own time, by the name of the task. */
  private readonly times = new Map<string, number[]>();
  private orders = 0;
  private isClosed = false;
  /** Told of levels that the threads found wrong. */
  onLevel: (level: FoundLevel) => void = () => undefined;

  /** `start` makes a thread; tests have their own, and their own clock (ms). */
  constructor(
    private readonly start: () => ThreadHandle,
    threads = Math.min(maxThreads, Math.max(2, availableParallelism() - 1)),
    private readonly now: () => number = () => performance.now(),
  ) {
    for (let k = 0; k < threads; k++) this.threads.push(this.startThread());
  }

  /**
   * Queues work. `progress` tells how far it is, 0..1.
   * The result fails with DamageFound, or with PageRefused: "cancelled" when the asker's signal says so, otherwise "internal".
   */
  run<Input, Output>(work: ComputeWork<Input, Output>, asker: Asker): { result: Promise<Output>; progress(): number } {
    const existing = work.key === null ? undefined : this.shared.get(work.key);
    const job: Job = existing ?? {
      work: work as ComputeWork,
      askers: new Map(),
      control: new Int32Array(new SharedArrayBuffer(8)),
    };
    const result = new Promise<Output>((resolve, reject) => {
      if (asker.signal.aborted || this.isClosed) return reject(cancelled());
      const leave = () => this.leave(job, asker);
      const unheard = (act: () => void) => {
        asker.signal.removeEventListener("abort", leave);
        act();
      };
      setMaxListeners(0, asker.signal); // a page of a pyramid waits for many pieces, which is no leak
      asker.signal.addEventListener("abort", leave);
      job.askers.set(asker, {
        resolve: (value) => unheard(() => resolve(value as Output)),
        reject: (reason) => unheard(() => reject(reason)),
      });
      if (!this.isOnThread(job)) this.queue(job, asker);
      if (work.key !== null) this.shared.set(work.key, job);
    });
    if (!asker.isBackground) this.note(asker.user);
    this.dispatch();
    if (!asker.isBackground) this.makeWay(asker.user);
    return { result, progress: () => Atomics.load(job.control, 1) / 1000 };
  }

  /** Work of the background that a user asks for too becomes the user's. */
  private queue(job: Job, asker: Asker): void {
    if (!asker.isBackground) {
      this.background.delete(job);
      this.waiting.add(job, asker, job.work.task.lane);
    } else if ([...job.askers.keys()].every((one) => one.isBackground)) this.addToBackground(job);
  }

  private addToBackground(job: Job): void {
    if (this.background.size === 0) this.backgroundAt = Math.max(this.backgroundAt, this.now());
    this.background.add(job);
  }

  /** What waits for a thread, and what is on one. */
  load(): { waiting: number; running: number } {
    const running = this.threads.filter(({ runs }) => runs.length > 0).length;
    return { waiting: this.waiting.size + this.background.size, running };
  }

  /** Ends the threads; everything queued is cancelled. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.backgroundTimer !== null) clearTimeout(this.backgroundTimer);
    const given = this.threads.flatMap(({ runs }) => runs.map(({ job }) => job));
    for (const job of [...this.waiting, ...this.background, ...given])
      for (const asker of [...job.askers.keys()]) this.leave(job, asker);
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private leave(job: Job, asker: Asker): void {
    const waiter = job.askers.get(asker);
    job.askers.delete(asker);
    this.waiting.remove(job, asker);
    waiter?.reject(cancelled());
    if (job.askers.size > 0) {
      // Its user has gone, and the background still wants it: it goes on as the background's.
      if (!this.isOnThread(job) && [...job.askers.keys()].every((one) => one.isBackground)) this.addToBackground(job);
      return;
    }
    this.background.delete(job);
    Atomics.store(job.control, 0, 1);
    this.unshare(job);
  }

  /** A cancelled or finished job must not be joined any more. */
  private unshare(job: Job): void {
    const { key } = job.work;
    if (key !== null && this.shared.get(key) === job) this.shared.delete(key);
  }

  private isOnThread(job: Job): boolean {
    return this.threads.some(({ runs }) => runs.some((run) => run.job === job));
  }

  private dispatch(): void {
    if (this.isClosed) return;
    for (const thread of this.threads) {
      if (thread.runs.length > 0 || thread.isDown) continue;
      const next = this.waiting.size > 0 ? this.nextOfUsers(thread) : this.nextOfBackground();
      if (next === null) return; // each that waits has its share: the next result calls again
      this.give(thread, next);
    }
    while (this.waiting.size > 0 && this.giveAhead());
  }

  /** Short work for the thread that is through with its own the soonest, of those that may have what is next. */
  private giveAhead(): boolean {
    const open = this.threads.flatMap((thread) => {
      const ms = thread.runs.reduce((sum, { job }) => sum + this.usual(job), 0);
      return thread.isDown || ms >= aheadMs ? [] : { thread, ms };
    });
    for (const { thread } of open.sort((a, b) => a.ms - b.ms)) {
      const next = this.nextOfUsers(thread, (job) => this.usual(job) <= shortMs);
      if (next === null) continue;
      this.give(thread, next);
      return true;
    }
    return false;
  }

  private give(thread: Thread, next: Omit<Run, "begunAt">): void {
    thread.runs.push({ ...next, begunAt: this.now() });
    const { task, input } = next.job.work;
    thread.worker.postMessage(this.orderFor(thread, next.job), task.handsOver?.(input));
  }

  /** ms. */
  private usual({ work }: Job): number {
    const times = [...(this.times.get(work.task.name) ?? [])].sort((a, b) => a - b);
    return times[times.length >> 1] ?? Number.POSITIVE_INFINITY;
  }

  private nextOfUsers(thread: Thread, isMeant?: (job: Job) => boolean): Omit<Run, "begunAt"> | null {
    const isBarred = (user: object) => this.threadsOf(user, thread) >= this.mostThreadsOf(user);
    const turn = this.waiting.next(isBarred, isMeant);
    return turn === null ? null : { job: turn.work, user: turn.user, way: "held" };
  }

  /** One thread at most, so that a user's page finds another. */
  private nextOfBackground(): Omit<Run, "begunAt"> | null {
    if (this.threads.some(({ runs }) => runs.some(({ user }) => user === null))) return null;
    const [job] = this.background;
    if (job === undefined) return null;
    const quietIn = (this.lately[0]?.at ?? Number.NEGATIVE_INFINITY) + quietMs - this.now();
    const turnIn = this.backgroundAt + backgroundTurnMs - this.now();
    if (quietIn > 0 && turnIn > 0) {
      this.wakeIn(Math.min(quietIn, turnIn));
      return null;
    }
    this.background.delete(job);
    return { job, user: null, way: quietIn > 0 ? "held" : "makes way" };
  }

  private wakeIn(ms: number): void {
    this.backgroundTimer ??= setTimeout(() => {
      this.backgroundTimer = null;
      this.dispatch();
    }, Math.ceil(ms)).unref();
  }

  /** A user's work that waits though they have fewer threads than they may gets that of the background, whose work is done again. */
  private makeWay(user: object): void {
    if (this.waiting.size === 0 || this.threadsOf(user) >= this.mostThreadsOf(user)) return;
    if (this.threads.some(({ runs, isDown }) => runs.length === 0 && !isDown)) return;
    const run = this.threads.find(({ runs }) => runs[0]?.way === "makes way")?.runs[0];
    // What was handed over to a thread is gone, and cannot be handed over again.
    if (run === undefined || run.job.work.task.handsOver !== undefined) return;
    if ([...run.job.askers.keys()].some((asker) => !asker.isBackground)) return;
    run.way = "left";
    Atomics.store(run.job.control, 0, 1);
  }

  /** A user who asks for nothing more: no thread is kept for them. */
  readonly forget = (user: object) => this.note(user, { isGone: true });

  private note(user: object, { isGone } = { isGone: false }): void {
    const others = this.lately.filter((one) => one.user !== user);
    this.lately = isGone ? others : [{ user, at: this.now() }, ...others].slice(0, 2);
  }

  /** Beside that one. */
  private threadsOf(user: object, beside?: Thread): number {
    return this.threads.filter((thread) => thread !== beside && thread.runs.some((run) => run.user === user)).length;
  }

  /** All threads for who is alone; all but one beside others. */
  private mostThreadsOf(user: object): number {
    const since = this.now() - othersWithinMs;
    const isAlone = !this.lately.some((one) => one.user !== user && one.at >= since);
    return isAlone ? this.threads.length : Math.max(1, this.threads.length - 1);
  }

  private orderFor(thread: Thread, { work, control }: Job): ComputeOrder {
    const { recording, modality, task, input } = work;
    const recordingKey = keyOf(recording);
    const isFirst = thread.known.size >= rememberedRecordings && !thread.known.has(recordingKey);
    if (isFirst) thread.known.clear();
    const revision = recording.tail?.revision;
    const isKnown = thread.known.has(recordingKey) && thread.known.get(recordingKey) === revision;
    thread.known.set(recordingKey, revision);
    return {
      id: ++this.orders,
      recordingKey,
      recording: isKnown ? null : recording,
      isFirst,
      modality,
      task: task.name,
      input,
      control,
    };
  }

  private startThread(): Thread {
    const worker = this.start();
    const thread: Thread = { worker, runs: [], known: new Map(), isDown: false };
    worker.on("message", (reply: ComputeReply) => this.finish(thread, reply));
    worker.on("error", () => undefined); // "exit" follows
    worker.on("exit", () => this.replace(thread));
    return thread;
  }

  /** A thread ended by itself: what it was given fails, and so does what waits when no thread is left. */
  private replace(thread: Thread): void {
    if (this.isClosed) return;
    const given = thread.runs.map(({ job }) => job);
    while (thread.runs.length > 0) this.end(thread);
    thread.isDown = true;
    setTimeout(() => {
      if (!this.isClosed) this.threads[this.threads.indexOf(thread)] = this.startThread();
      this.dispatch();
    }, restartAfterMs).unref();
    const lost = this.threads.every(({ isDown }) => isDown) ? [...this.waiting, ...this.background] : [];
    for (const each of lost) {
      this.waiting.remove(each);
      this.background.delete(each);
    }
    for (const failed of [...given, ...lost])
      this.answer(failed, (waiter) => waiter.reject(new PageRefused("internal", refusals.internal)));
  }

  private finish(thread: Thread, reply: ComputeReply): void {
    if ("level" in reply) {
      this.onLevel(reply.level);
      return;
    }
    const wasLeft = thread.runs[0]?.way === "left";
    const job = this.end(thread);
    if (job !== null && "result" in reply) this.learn(job.work.task.name, reply.ms);
    if (job !== null && wasLeft && "failure" in reply && reply.failure.isCancelled) this.putBack(job);
    else if (job !== null)
      this.answer(job, (waiter) =>
        "result" in reply ? waiter.resolve(reply.result) : waiter.reject(refusalOf(reply.failure)),
      );
    this.dispatch();
  }

  /** Work that was ended for a user waits again, for whoever wants it by now. */
  private putBack(job: Job): void {
    Atomics.store(job.control, 0, 0);
    Atomics.store(job.control, 1, 0);
    for (const asker of job.askers.keys()) this.queue(job, asker);
  }

  /** The thread has done its first: that is counted for the user whose turn it was. */
  private end(thread: Thread): Job | null {
    const run = thread.runs.shift();
    if (run === undefined) return null;
    const now = this.now();
    if (run.user !== null) this.waiting.charge(run.user, now - run.begunAt);
    else if (run.way !== "left") this.backgroundAt = now;
    if (thread.runs.length > 0) thread.runs[0].begunAt = now;
    return run.job;
  }

  private learn(task: string, ms: number): void {
    this.times.set(task, [...(this.times.get(task) ?? []), ms].slice(-timesKept));
  }

  private answer(job: Job, tell: (waiter: Waiter) => void): void {
    this.unshare(job);
    const waiters = [...job.askers.values()];
    job.askers.clear();
    for (const waiter of waiters) tell(waiter);
  }
}

function refusalOf({ message, isCancelled, damage }: { message: string; isCancelled: boolean; damage?: FoundDamage }) {
  if (isCancelled) return cancelled();
  if (damage !== undefined) return new DamageFound(damage);
  return new PageRefused("internal", refusals.internal, { cause: new Error(message) });
}
