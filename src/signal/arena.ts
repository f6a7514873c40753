/** Scratch inside the core's memory, given back by scope. */
import { demand } from "./parameter-error.ts";

/** Alignment of every piece: a cache line. */
const line = 64;

/** Hands out byte offsets of one range of the memory. Everything taken inside a scope is free after it. */
export class Arena {
  #top: number;

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.#top = from;
  }

  /** Byte offset of `bytes` of scratch, aligned to 64. Throws ParameterError when the arena is too small for it. */
  take(bytes: number): number {
    const at = this.#top;
    const next = Math.ceil((at + bytes) / line) * line;
    demand(next <= this.to, `scratch of ${bytes} bytes does not fit the core's arena`);
    this.#top = next;
    return at;
  }

  get freeBytes(): number {
    return this.to - this.#top;
  }

  /** The same for work that waits meanwhile: nothing else may take of the arena then but within it. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const top = this.#top;
    try {
      return await work();
    } finally {
      this.#top = top;
    }
  }

  /** Runs `work`; what it took is given back, also when it throws. */
  scope<T>(work: () => T): T {
    const top = this.#top;
    try {
      return work();
    } finally {
      this.#top = top;
    }
  }
}
