/** Long work in pieces, so that the page goes on answering: 20,000 files are looked at without a task above a few ms. */
import type { ChosenEntry, InspectOptions } from "./types.ts";

const pieceMs = 6;

export class Pace {
  readonly #options: InspectOptions;
  #since = performance.now();
  #done = 0;
  #all = 0;

  constructor(options: InspectOptions = {}) {
    this.#options = options;
  }

  /** Sets what progress counts. */
  expect(all: number): void {
    this.#done = 0;
    this.#all = all;
  }

  /** Counts one file and rests if it is time. @throws the signal's reason when it is aborted */
  async step(): Promise<void> {
    this.#done++;
    await this.rest();
  }

  /** Lets the page do other things if this piece has been long enough. @throws the signal's reason when it is aborted */
  async rest(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (performance.now() - this.#since < pieceMs) return;
    this.#options.onProgress?.(this.#done, this.#all);
    await nextTask();
    this.#since = performance.now();
    this.#options.signal?.throwIfAborted();
  }

  /** Everything is done. */
  end(): void {
    this.#options.onProgress?.(this.#all, this.#all);
  }
}

/** A message, not a timer: browsers let timers in a row wait. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Asks for a file's size where waiting is counted: the browser looks at the disk the first time it is asked, a tenth of a
 * millisecond for each file, and remembers it.
 */
export const knowSize = ({ file }: ChosenEntry): number => file.size + file.lastModified;
