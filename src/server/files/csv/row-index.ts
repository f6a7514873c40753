/** Where the rows of a file are: a place now and then, so that a page is read without what is before it. */
import { firstWhere } from "../../../domain/time/runs.ts";
import type { RowPlaces } from "./messages.ts";

export class RowIndex {
  private rows = new Float64Array(64);
  private offsets = new Float64Array(64);
  private count = 0;

  static of({ rows, offsets }: RowPlaces): RowIndex {
    const index = new RowIndex();
    index.add({ rows, offsets });
    return index;
  }

  add({ rows, offsets }: RowPlaces): void {
    const needed = this.count + rows.length;
    if (needed > this.rows.length) {
      this.rows = grown(this.rows, needed);
      this.offsets = grown(this.offsets, needed);
    }
    this.rows.set(rows, this.count);
    this.offsets.set(offsets, this.count);
    this.count = needed;
  }

  get places(): RowPlaces {
    return { rows: this.rows.slice(0, this.count), offsets: this.offsets.slice(0, this.count) };
  }

  /** The last place at or before a row. There is one as soon as anything was added. */
  before(row: number): { row: number; offset: number } {
    const k = this.firstAfter(row) - 1;
    return { row: this.rows[k], offset: this.offsets[k] };
  }

  /** Offset of the first place at or after a row; null when none is known. */
  after(row: number): number | null {
    const k = this.firstAfter(row - 1);
    return k < this.count ? this.offsets[k] : null;
  }

  /** Position of the first place behind a row. */
  private firstAfter(row: number): number {
    return firstWhere(this.count, (k) => this.rows[k] > row);
  }
}

function grown(old: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(2 * old.length, needed));
  larger.set(old);
  return larger;
}
