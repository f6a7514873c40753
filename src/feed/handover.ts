/**
 * Finished tiles on their way from the worker to the page through shared memory: a frame takes those that have just been made
 * without waiting for a message, and sees whether more are being made. One writer, one reader.
 */
import type { DeliveredTile } from "./messages.ts";

const capacity = 512;
/** Numbers that describe a tile. */
const fields = 11;
/** Words before the tiles. */
const head = { written: 0, taken: 1, answered: 2, work: 3 } as const;
const headBytes = 16;

/**
 * What is still to come of what a look shows. "making": tiles of pages that are here, or the rest of a picture of which part has come, in a
 * moment; "awaited": the first pages are expected in a moment; "none": nothing, or nobody knows when.
 */
export type Work = "none" | "making" | "awaited";
const works: readonly Work[] = ["none", "making", "awaited"];

export type HandedTile = DeliveredTile & { slot: number };

/** Memory for a handover; only where the page may share memory. */
export const handoverMemory = (): SharedArrayBuffer => new SharedArrayBuffer(headBytes + capacity * fields * 8);

export class Handover {
  private readonly words: Int32Array;
  private readonly numbers: Float64Array;

  constructor(readonly memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, headBytes / 4);
    this.numbers = new Float64Array(memory, headBytes);
  }

  /** The worker's: hands over a tile that lies in a slot. False when there is no room; it then goes by message. */
  put(tile: HandedTile): boolean {
    const written = Atomics.load(this.words, head.written);
    if (written - Atomics.load(this.words, head.taken) >= capacity) return false;
    const { id, series, columnSamples, index, kind, rows, count, firstSample, endSample, isProvisional, slot } = tile;
    const at = (written % capacity) * fields;
    const isSamples = kind === "samples" ? 1 : 0;
    const shape = [isSamples, rows, count, firstSample, endSample, +isProvisional, slot];
    this.numbers.set([id, series, columnSamples, index, ...shape], at);
    // The tile's bytes and its description are written before whoever reads this number looks at them.
    Atomics.store(this.words, head.written, written + 1);
    return true;
  }

  /** The page's: all that were handed over and not taken, in their order. */
  take(): HandedTile[] {
    const written = Atomics.load(this.words, head.written);
    const tiles: HandedTile[] = [];
    for (let taken = Atomics.load(this.words, head.taken); taken < written; taken++) {
      const from = (taken % capacity) * fields;
      const [id, series, columnSamples, index, isSamples, rows, count, firstSample, endSample, isProvisional, slot] =
        this.numbers.subarray(from, from + fields);
      const kind = isSamples === 1 ? "samples" : "minmax";
      const grid = { id, series, columnSamples, index, kind, rows, count, firstSample, endSample } as const;
      tiles.push({ ...grid, isProvisional: isProvisional === 1, slot, data: null, breaks: null });
    }
    if (tiles.length > 0) Atomics.store(this.words, head.taken, written);
    return tiles;
  }

  /** The worker's: what so many looks show is made, as far as its pages are here; `work`: what is said of the others. */
  answer(looks: number, work: Work = "none"): void {
    Atomics.store(this.words, head.work, works.indexOf(work));
    Atomics.store(this.words, head.answered, looks);
  }

  /** The worker's: pages have come that tiles are made of now. */
  begin(): void {
    Atomics.store(this.words, head.work, works.indexOf("making"));
  }

  /** The page's: what there may still be in the making after so many looks. A worker that never answered is not there yet. */
  workFor(looks: number): Work {
    const answered = Atomics.load(this.words, head.answered);
    if (answered === 0) return "none";
    return answered < looks ? "making" : works[Atomics.load(this.words, head.work)];
  }
}
