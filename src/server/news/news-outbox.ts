/**
 * What one viewer is to be told, until it is told: at most once a second, a bounded message at a time, and nothing while the
 * line is full. What is told later is what is true then: each piece of work waits once.
 */
import { newsLimits, type PatientsChanged } from "../../protocol/news.ts";
import { type MovedWork, progressLimits, type WorkNews } from "../../protocol/progress.ts";

export interface OutboxDeps {
  sendPatients(news: PatientsChanged): void;
  sendWork(news: WorkNews): void;
  /** What was sent before is still on its way. */
  isCongested(): boolean;
}

export class NewsOutbox {
  /** Null: any of them. */
  private patients: Set<number> | null = new Set();
  /** By kind and id, in the order of their turns. */
  private readonly moved = new Map<string, MovedWork>();
  private readonly uploads = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly world: OutboxDeps) {}

  /** Null: any patient may have changed. */
  addPatients(keys: readonly number[] | null): void {
    if (keys === null) this.patients = null;
    else for (const key of keys) this.patients?.add(key);
    if (this.patients !== null && this.patients.size > newsLimits.mostKeys) this.patients = null;
    this.send();
  }

  addWork(moved: readonly MovedWork[], uploadIds: readonly number[]): void {
    for (const work of moved) this.moved.set(nameOf(work), work);
    for (const id of uploadIds) this.uploads.add(id);
    this.send();
  }

  /** These have ended or are told of otherwise: their numbers are of no use any more. */
  dropWork(work: readonly Pick<MovedWork, "kind" | "id">[]): void {
    for (const one of work) this.moved.delete(nameOf(one));
  }

  /** Nothing of what waits is told: the viewer may have lost the right to it. */
  empty(): void {
    this.patients = new Set();
    this.moved.clear();
    this.uploads.clear();
  }

  close(): void {
    clearTimeout(this.timer);
    this.empty();
  }

  private get isEmpty(): boolean {
    return this.patients?.size === 0 && this.moved.size + this.uploads.size === 0;
  }

  private send(): void {
    if (this.timer !== undefined || this.isEmpty) return;
    if (!this.world.isCongested()) {
      this.sendPatients();
      this.sendWork();
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, progressLimits.everyMs);
    this.timer.unref();
  }

  private sendPatients(): void {
    if (this.patients?.size === 0) return;
    this.world.sendPatients({ patient_keys: this.patients === null ? null : [...this.patients] });
    this.patients = new Set();
  }

  private sendWork(): void {
    const moved = [...this.moved].slice(0, progressLimits.mostMoved);
    const upload_ids = [...this.uploads].slice(0, progressLimits.mostUploads);
    if (moved.length + upload_ids.length === 0) return;
    for (const [name] of moved) this.moved.delete(name);
    for (const id of upload_ids) this.uploads.delete(id);
    this.world.sendWork({ moved: moved.map(([, work]) => work), upload_ids });
  }
}

const nameOf = ({ kind, id }: Pick<MovedWork, "kind" | "id">): string => `${kind} ${id}`;
