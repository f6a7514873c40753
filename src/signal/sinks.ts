/** The two ends of the pipeline: columns of smallest and largest values, or the samples themselves. */
import { lanes } from "./compile.ts";
import type { Core } from "./core.ts";
import { type Pipeline, type Sink, sliceSamples } from "./pipeline.ts";

/** Bytes of finished columns that are kept before they are copied out. */
const bufferBytes = 2 * 1024 * 1024;

/** Collects columns of `width` samples into `data`, [row][columns][min, max], which the caller has filled with NaN. */
export class ColumnSink implements Sink {
  readonly #buffer: number;
  readonly #capacity: number;
  readonly #rowBytes: number;
  /** Columns [#first, #end) lie in the buffer. */
  #first = 0;
  #end = 0;

  /** `open`: the column the state has begun, or null. */
  constructor(
    readonly pipeline: Pipeline,
    readonly target: { data: Float32Array; firstColumn: number; columns: number },
    readonly width: number,
    public open: number | null,
  ) {
    const rows = pipeline.chunk.groups * lanes;
    const most = Math.max(sliceSamples + 2, Math.floor(bufferBytes / 8 / rows));
    this.#capacity = Math.min(most, Math.max(1, target.columns));
    // 16 more bytes, so that rows do not fall into the same cache sets.
    this.#rowBytes = this.#capacity * 8 + 16;
    this.#buffer = pipeline.core.arena.take(this.#rowBytes * rows);
  }

  get from(): number {
    return this.target.firstColumn * this.width;
  }

  take(at: number, count: number): void {
    const { width, pipeline } = this;
    const column = Math.floor(at / width);
    if (this.open !== null && this.open !== column) this.close();
    this.#reach(column, Math.floor((at + count - 1) / width));
    const dst = this.#buffer + (column - this.#first) * 8;
    const { kernels } = pipeline.core;
    kernels.minMaxGroups(
      pipeline.groupTable,
      pipeline.chunk.groups,
      count,
      at - column * width,
      width,
      dst,
      this.#rowBytes,
    );
    this.#end = Math.floor((at + count) / width);
    this.open = (at + count) % width === 0 ? null : this.#end;
  }

  /** Ends the open column, because a gap or the end of the data follows. */
  close(): void {
    const { open, pipeline } = this;
    if (open === null) return;
    this.#reach(open, open);
    const dst = this.#buffer + (open - this.#first) * 8;
    pipeline.core.kernels.closeColumn(pipeline.groupTable, pipeline.chunk.groups, dst, this.#rowBytes);
    this.#end = open + 1;
    this.open = null;
  }

  /** Makes room for columns up to `last`; the buffer holds consecutive columns only. */
  #reach(column: number, last: number): void {
    if (column === this.#end && last - this.#first < this.#capacity) return;
    this.flush();
    this.#first = column;
    this.#end = column;
  }

  /** Copies the finished columns out. */
  flush(): void {
    if (this.#end === this.#first) return;
    const { core, chunk } = this.pipeline;
    const { data, firstColumn, columns } = this.target;
    for (const [position, { row }] of chunk.rows.entries()) {
      const at = (this.#buffer + position * this.#rowBytes) / 4;
      const values = (this.#end - this.#first) * 2;
      copyOut(core, at, values, data, (row * columns + this.#first - firstColumn) * 2);
    }
    this.#first = this.#end;
  }
}

/** Copies samples to `data`, [row][count], which the caller has filled with NaN. */
export class SampleSink implements Sink {
  readonly #buffer: number;
  readonly #rowBytes = sliceSamples * 4 + 16;

  constructor(
    readonly pipeline: Pipeline,
    readonly target: { data: Float32Array; first: number; count: number },
  ) {
    this.#buffer = pipeline.core.arena.take(this.#rowBytes * pipeline.chunk.groups * lanes);
  }

  get from(): number {
    return this.target.first;
  }

  take(at: number, count: number): void {
    const { core, chunk, groupTable } = this.pipeline;
    core.kernels.splitGroups(groupTable, chunk.groups, count, this.#buffer, this.#rowBytes);
    const { data, first, count: total } = this.target;
    for (const [position, { row }] of chunk.rows.entries()) {
      const begin = (this.#buffer + position * this.#rowBytes) / 4;
      copyOut(core, begin, count, data, row * total + at - first);
    }
  }
}

/**
 * Copies `count` values at index `from` of the core's memory to target[to ...]. Where the two lie differently in their
 * words a direct copy out of shared memory goes byte by byte; a private copy in between is several times faster.
 */
function copyOut({ f32 }: Core, from: number, count: number, target: Float32Array, to: number): void {
  const isAlike = (from * 4 - (target.byteOffset + to * 4)) % 8 === 0;
  target.set(isAlike ? f32.subarray(from, from + count) : f32.slice(from, from + count), to);
}
