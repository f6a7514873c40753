/** Reads objects in windows of some MB and keeps the last few, so that small reads next to each other cost one request. */
import type { ObjectStore } from "../../platform/storage/index.ts";

const windowBytes = 2 * 2 ** 20;
const mostWindows = 12;

interface Window {
  key: string;
  from: number;
  filled: Promise<Uint8Array>;
}

/** Holds at most 24 MiB, however many objects are read. */
export class StoredWindows {
  readonly #store: Pick<ObjectStore, "read">;
  /** The one used last at the end. */
  #windows: Window[] = [];

  constructor(store: Pick<ObjectStore, "read">) {
    this.#store = store;
  }

  /** Fills `into` from `position` on and returns how many bytes there were. `size`: of the object. */
  async read(key: string, size: number, into: Uint8Array, position: number): Promise<number> {
    const length = Math.min(into.length, size - position);
    if (length <= 0) return 0;
    const target = into.subarray(0, length);
    if (length >= windowBytes / 2) return this.#store.read(key, target, position);
    const { from, filled } = this.#windowOf(key, size, position, length);
    const bytes = await filled;
    const part = bytes.subarray(position - from, position - from + length);
    target.set(part);
    return part.length;
  }

  /** Lets go of what is held of an object. */
  forget(key: string): void {
    this.#windows = this.#windows.filter((window) => window.key !== key);
  }

  #windowOf(key: string, size: number, position: number, length: number): Window {
    const isInside = (window: Window) =>
      window.key === key && position >= window.from && position + length <= window.from + windowBytes;
    const known = this.#windows.find(isInside);
    const window = known ?? this.#newWindow(key, size, position, length);
    this.#windows = [...this.#windows.filter((one) => one !== window), window].slice(-mostWindows);
    // A window that could not be filled is not kept.
    window.filled.catch(() => {
      this.#windows = this.#windows.filter((one) => one !== window);
    });
    return window;
  }

  /** It begins at the read; of an object that is read backwards, where records are put in order of time, it ends there. */
  #newWindow(key: string, size: number, position: number, length: number): Window {
    const isBefore = (window: Window) =>
      window.key === key && position < window.from && window.from <= position + windowBytes;
    const from = this.#windows.some(isBefore) ? Math.max(0, position + length - windowBytes) : position;
    return { key, from, filled: this.#fill(key, size, from) };
  }

  async #fill(key: string, size: number, from: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(windowBytes, size - from));
    const count = await this.#store.read(key, bytes, from);
    return bytes.subarray(0, count);
  }
}
