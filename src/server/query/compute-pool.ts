/**
 * The compute threads and who comes next: quick pages before pieces of pyramids; among clients, the one served longest ago; of one
 * client, what it asked for since it last changed its mind, in the order it asked. Equal work is done once.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { workerFile } from "../platform/worker-files.ts";
import type { ComputeOrder, ComputeReply, ComputeResult, ComputeTask, ComputeWorkerData } from "./compute-messages.ts";
import { cancelled, PageRefused, refusals } from "./page-refused.ts";

/** On whose behalf work is done. */
export interface Asker {
  /** Identity of the client: its socket. */
  readonly client: object;
  /** Raised whenever the client cancels: what it asks for afterwards is more urgent. */
  readonly epoch: number;
  /** Counts the requests of all clients. */
  readonly sequence: number;
  readonly signal: AbortSignal;
}

export interface ComputeWork {
  recording: RecordingDetail;
  modality: string;
  task: ComputeTask;
  /** Work of the same key is shared; null for work of its own. */
  key: string | null;
}

/** What of a thread is used. */
export interface ThreadHandle {
  postMessage(order: ComputeOrder): void;
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

interface Job {
  work: ComputeWork;
  askers: Map<Asker, { resolve: (result: ComputeResult) => void; reject: (reason: Error) => void }>;
  control: Int32Array;
}

interface Thread {
  worker: ThreadHandle;
  job: Job | null;
  /** Recordings whose description it was sent. */
  known: Set<string>;
  /** It ended and was not started again yet. */
  isDown: boolean;
}

const rememberedRecordings = 32;
const restartAfterMs = 500;
const maxThreads = 8;
const keyOf = ({ data_object_id, data_version }: RecordingDetail) => `${data_object_id}/${data_version}`;

export class ComputePool {
  private readonly threads: Thread[] = [];
  private readonly waiting = new Set<Job>();
  private readonly shared = new Map<string, Job>();
  private readonly served = new WeakMap<object, number>();
  private turn = 0;
  private orders = 0;
  private isClosed = false;

  /** `start` makes a thread; tests have their own. */
  constructor(
    private readonly start: () => ThreadHandle,
    threads = Math.min(maxThreads, Math.max(2, availableParallelism() - 1)),
  ) {
    for (let k = 0; k < threads; k++) this.threads.push(this.startThread());
  }

  /**
   * Queues work. `progress` tells how far it is, 0..1.
   * The result fails with PageRefused: "cancelled" when the asker's signal says so, otherwise "internal".
   */
  run(work: ComputeWork, asker: Asker): { result: Promise<ComputeResult>; progress(): number } {
    const existing = work.key === null ? undefined : this.shared.get(work.key);
    const job = existing ?? { work, askers: new Map(), control: new Int32Array(new SharedArrayBuffer(8)) };
    const result = new Promise<ComputeResult>((resolve, reject) => {
      if (asker.signal.aborted || this.isClosed) return reject(cancelled());
      const leave = () => this.leave(job, asker);
      const settle = (act: () => void) => {
        asker.signal.removeEventListener("abort", leave);
        act();
      };
      asker.signal.addEventListener("abort", leave);
      job.askers.set(asker, {
        resolve: (value) => settle(() => resolve(value)),
        reject: (reason) => settle(() => reject(reason)),
      });
      if (existing === undefined) {
        this.waiting.add(job);
        if (work.key !== null) this.shared.set(work.key, job);
      }
    });
    this.dispatch();
    return { result, progress: () => Atomics.load(job.control, 1) / 1000 };
  }

  /** Ends the threads; everything queued is cancelled. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of [...this.waiting, ...this.threads.flatMap(({ job }) => job ?? [])])
      for (const asker of [...job.askers.keys()]) this.leave(job, asker);
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private leave(job: Job, asker: Asker): void {
    const waiter = job.askers.get(asker);
    job.askers.delete(asker);
    waiter?.reject(cancelled());
    if (job.askers.size > 0) return;
    this.waiting.delete(job);
    Atomics.store(job.control, 0, 1);
    this.unshare(job);
  }

  /** A cancelled or finished job must not be joined any more. */
  private unshare(job: Job): void {
    const { key } = job.work;
    if (key !== null && this.shared.get(key) === job) this.shared.delete(key);
  }

  private dispatch(): void {
    if (this.isClosed) return;
    for (const thread of this.threads) {
      if (thread.job !== null || thread.isDown || this.waiting.size === 0) continue;
      const job = this.next();
      this.waiting.delete(job);
      thread.job = job;
      thread.worker.postMessage(this.orderFor(thread, job));
    }
  }

  private orderFor(thread: Thread, { work, control }: Job): ComputeOrder {
    const { recording, modality, task } = work;
    const recordingKey = keyOf(recording);
    const isFirst = thread.known.size >= rememberedRecordings && !thread.known.has(recordingKey);
    if (isFirst) thread.known.clear();
    const isKnown = thread.known.has(recordingKey);
    thread.known.add(recordingKey);
    return {
      id: ++this.orders,
      recordingKey,
      recording: isKnown ? null : recording,
      isFirst,
      modality,
      task,
      control,
    };
  }

  private next(): Job {
    const best = new Map<object, { job: Job; asker: Asker }>();
    for (const job of this.waiting)
      for (const asker of job.askers.keys()) {
        const other = best.get(asker.client);
        if (other === undefined || isBefore({ job, asker }, other)) best.set(asker.client, { job, asker });
      }
    const turnOf = (client: object) => this.served.get(client) ?? 0;
    const choices = [...best.values()];
    const quick = choices.filter(({ job }) => isQuick(job));
    const { job, asker } = (quick.length > 0 ? quick : choices).reduce((a, b) =>
      turnOf(b.asker.client) < turnOf(a.asker.client) ? b : a,
    );
    this.served.set(asker.client, ++this.turn);
    return job;
  }

  private startThread(): Thread {
    const worker = this.start();
    const thread: Thread = { worker, job: null, known: new Set(), isDown: false };
    worker.on("message", (reply: ComputeReply) => this.finish(thread, reply));
    worker.on("error", () => undefined); // "exit" follows
    worker.on("exit", () => this.replace(thread));
    return thread;
  }

  /** A thread ended by itself: its job fails, and so does what waits when no thread is left. */
  private replace(thread: Thread): void {
    if (this.isClosed) return;
    const { job } = thread;
    thread.job = null;
    thread.isDown = true;
    setTimeout(() => {
      if (!this.isClosed) this.threads[this.threads.indexOf(thread)] = this.startThread();
      this.dispatch();
    }, restartAfterMs).unref();
    const lost = this.threads.every(({ isDown }) => isDown) ? [...this.waiting] : [];
    for (const each of lost) this.waiting.delete(each);
    for (const failed of job === null ? lost : [job, ...lost])
      this.settle(failed, (waiter) => waiter.reject(new PageRefused("internal", refusals.internal)));
  }

  private finish(thread: Thread, reply: ComputeReply): void {
    const { job } = thread;
    thread.job = null;
    if (job !== null)
      this.settle(job, (waiter) =>
        "result" in reply ? waiter.resolve(reply.result) : waiter.reject(refusalOf(reply.failure)),
      );
    this.dispatch();
  }

  private settle(
    job: Job,
    tell: (waiter: { resolve: (r: ComputeResult) => void; reject: (e: Error) => void }) => void,
  ) {
    this.unshare(job);
    const waiters = [...job.askers.values()];
    job.askers.clear();
    for (const waiter of waiters) tell(waiter);
  }
}

const isQuick = (job: Job) => job.work.task.kind !== "piece";

function isBefore(a: { job: Job; asker: Asker }, b: { job: Job; asker: Asker }): boolean {
  if (isQuick(a.job) !== isQuick(b.job)) return isQuick(a.job);
  if (a.asker.epoch !== b.asker.epoch) return a.asker.epoch > b.asker.epoch;
  return a.asker.sequence < b.asker.sequence;
}

function refusalOf({ message, isCancelled }: { message: string; isCancelled: boolean }) {
  if (isCancelled) return cancelled();
  return new PageRefused("internal", refusals.internal, { cause: new Error(message) });
}
