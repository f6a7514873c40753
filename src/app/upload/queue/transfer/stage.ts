/** Keeps the progress of one stage on the screen true without drawing it more often than the eye follows. */

import type { StageProgress } from "../state.ts";
import { Meter } from "./meter.ts";

const everyMs = 200;

export class Stage {
  readonly #meter = new Meter();
  #bytes = 0;
  #files = 0;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly shown: StageProgress,
    private readonly totalBytes: number,
    private readonly nowMs: () => number,
    /** Told when bytes moved, as often as they are shown. */
    private readonly moved: (atMs: number) => void = () => undefined,
  ) {}

  /** `done`: what had been done before this page began. */
  begin(done: { files: number; bytes: number } = { files: 0, bytes: 0 }): void {
    this.#files = done.files;
    this.#bytes = done.bytes;
    this.shown.outcome = "active";
    this.#show(true);
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#show(false);
  }

  addFile(): void {
    this.#files++;
    this.#show(this.#files === this.shown.filesTotal);
  }

  restartEstimate(): void {
    this.#meter.restart();
    this.shown.etaMs = null;
  }

  complete(): void {
    this.#show(true);
    Object.assign(this.shown, { outcome: "complete", fraction: 1, etaMs: null });
  }

  /** 0..1; files without bytes count as sent when they are. */
  get fraction(): number {
    const { filesTotal } = this.shown;
    if (this.totalBytes > 0) return Math.max(0, Math.min(1, this.#bytes / this.totalBytes));
    return filesTotal === 0 ? 1 : this.#files / filesTotal;
  }

  #show(isForced: boolean): void {
    const nowMs = this.nowMs();
    if (!isForced && nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    this.moved(nowMs);
    this.#meter.note(this.#bytes, nowMs);
    Object.assign(this.shown, {
      filesDone: this.#files,
      fraction: this.fraction,
      etaMs: this.#meter.etaMs(this.totalBytes, nowMs),
    });
  }
}
