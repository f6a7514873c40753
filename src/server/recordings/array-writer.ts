/**
 * Writes one stored array through a window of whole blocks that moves over it. Usually the window moves forward and
 * every byte is written once, by position, while the next window is being filled; a window that returns to blocks
 * written before reads them first. Chunk files nobody touched never come to be (Zarr fill).
 */
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../platform/durable.ts";
import { isNone, openChecksum, sumBytes } from "./checksum.ts";
import { type ArrayLayout, blockBytes, blockValues, chunkName, emptyPair, missingSample } from "./geometry.ts";

export type Values = Int16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

interface Chunk {
  index: number;
  /** One byte a window: written or not. */
  written: Uint8Array;
  /** Of its blocks. */
  sums: Uint8Array;
  /** Null when sealed: complete, on disk and closed. */
  file: FileHandle | null;
}

const maxWritesInFlight = 3;

const newValues = (layout: ArrayLayout, length: number): Values =>
  layout.sampleType === "int16" ? new Int16Array(length) : new Float32Array(length);

const bytesOf = (values: Values, length = values.length): Uint8Array =>
  new Uint8Array(values.buffer, 0, length * values.BYTES_PER_ELEMENT);

export class ArrayWriter {
  /** Values of the window: [block - windowFirst][channel][perBlock][parts]. Change them after `seek` only. */
  values: Values;
  /** First block of the window. */
  windowFirst = 0;
  /** Bytes handed to the disk so far, fillings included. */
  bytesWritten = 0;
  readonly blockValues: number;

  private readonly blocksPerWindow: number;
  private readonly windowsPerChunk: number;
  /** A window without data; made when first needed, as is `values`. */
  private empty: Values;
  private readonly spare: Values[] = [];
  private readonly writes = new Set<Promise<void>>();
  private readonly seals = new Set<Promise<void>>();
  private readonly chunks = new Map<number, Chunk>();
  private chunk: Chunk | null = null;
  private window = -1;
  /** A chunk file was made that its folder may forget in a power cut. */
  private hasNewFile = false;
  private failure: unknown = null;
  private readonly folder: string;
  private readonly layout: ArrayLayout;

  /**
   * `layout` may be of unknown length; the folder must not exist yet or be empty, unless `resume` is called first. A window
   * is about `windowBytes`, one block at least.
   */
  constructor(folder: string, layout: ArrayLayout, windowBytes: number) {
    this.folder = folder;
    this.layout = layout;
    this.blockValues = blockValues(layout);
    const fitting = Math.floor(windowBytes / Math.max(1, blockBytes(layout)));
    this.blocksPerWindow = Math.max(1, Math.min(fitting, layout.blocksPerChunk));
    this.windowsPerChunk = Math.ceil(layout.blocksPerChunk / this.blocksPerWindow);
    this.empty = newValues(layout, 0);
    this.values = this.empty;
  }

  /** Whether `block` is in the window, so that `values` may be used without a `seek`. */
  holds(block: number): boolean {
    return this.window >= 0 && block >= this.windowFirst && block < this.windowFirst + this.blocksInWindow(this.window);
  }

  /** Moves the window to where `block` lies. @throws whatever an earlier write failed with, and when the file was changed meanwhile. */
  async seek(block: number): Promise<void> {
    if (this.holds(block)) return;
    if (this.empty.length === 0) {
      this.empty = this.emptyWindow();
      this.values = this.empty.slice();
    }
    await this.flush();
    const index = Math.floor(block / this.layout.blocksPerChunk);
    if (this.chunk?.index !== index) await this.enter(index);
    const chunk = this.chunk as Chunk;
    const window = Math.floor((block - index * this.layout.blocksPerChunk) / this.blocksPerWindow);
    this.windowFirst = index * this.layout.blocksPerChunk + window * this.blocksPerWindow;
    if (chunk.written[window] === 1) await this.load(chunk, window);
    this.window = window;
  }

  /**
   * Hands over what was written so far; the array goes on. With `isDurable` it is on the disk afterwards.
   * @throws whatever a write failed with
   */
  async commit({ isDurable }: { isDurable: boolean }): Promise<void> {
    await this.flush();
    await this.allDone();
    if (!isDurable) return;
    await this.chunk?.file?.datasync();
    if (this.hasNewFile) await syncFolder(this.folder);
    this.hasNewFile = false;
  }

  /**
   * Goes on with an array that was left: blocks that `holds` names are as they lie there, all others are void. `sums`: those
   * that are known; others are told after their block was in the window again. Windows are of one block.
   */
  async resume(holds: (block: number) => boolean, sums: Uint8Array): Promise<void> {
    const { blocksPerChunk } = this.layout;
    for (const name of await namesIn(this.folder)) {
      const index = Number.parseInt(name, 10);
      if (Number.isNaN(index)) continue;
      const written = Uint8Array.from({ length: blocksPerChunk }, (_, k) => Number(holds(index * blocksPerChunk + k)));
      const own = new Uint8Array(blocksPerChunk * sumBytes);
      own.set(sums.subarray(index * own.length, (index + 1) * own.length));
      if (written.includes(1)) this.chunks.set(index, { index, written, sums: own, file: null });
      else await rm(join(this.folder, name));
    }
  }

  /**
   * Completes the files of an array of `blocks` blocks and waits until everything is on the disk.
   * Returns false when the array has no file, because it holds nothing.
   */
  async finish(blocks: number, blocksPerChunk: number): Promise<boolean> {
    await this.flush();
    if (this.chunk !== null) this.seal(this.chunk, blocks < this.layout.blocksPerChunk ? blocksPerChunk : null);
    await this.allDone();
    return this.chunks.size > 0;
  }

  /** After `finish` or `commit`: the sums of all blocks (checksum.ts), none for those of chunks that were never written. */
  sumsOf(blocks: number): Uint8Array {
    const sums = new Uint8Array(blocks * sumBytes);
    for (const chunk of this.chunks.values()) {
      const at = chunk.index * this.layout.blocksPerChunk * sumBytes;
      sums.set(chunk.sums.subarray(0, Math.max(0, sums.length - at)), at);
    }
    return sums;
  }

  /** Bytes that fill what was never written of the chunk at hand, once the window moves to `block`. */
  voidBytesBefore(block: number): number {
    const { chunk, layout } = this;
    if (chunk === null || chunk.file === null || chunk.index === Math.floor(block / layout.blocksPerChunk)) return 0;
    const windows = chunk.written.reduce((sum, isWritten) => sum + 1 - isWritten, 0);
    return windows * this.blocksPerWindow * blockBytes(layout);
  }

  /** Closes what is open, ignoring failures: the folder is about to be deleted. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.writes, ...this.seals]);
    for (const chunk of this.chunks.values()) await chunk.file?.close().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    if (this.window < 0 || this.chunk === null) return;
    const [chunk, window, values] = [this.chunk, this.window, this.values];
    this.window = -1;
    chunk.file ??= await this.openChunk(chunk.index);
    chunk.written[window] = 1;
    const length = this.blocksInWindow(window) * this.blockValues;
    await this.sum(chunk, window, values);
    this.track(
      this.writes,
      this.write(chunk.file, bytesOf(values, length), window).then(() => {
        values.set(this.empty);
        this.spare.push(values);
      }),
    );
    while (this.writes.size >= maxWritesInFlight) await Promise.race(this.writes);
    this.values = this.spare.pop() ?? this.empty.slice();
  }

  private async enter(index: number): Promise<void> {
    if (this.chunk !== null) this.seal(this.chunk, null);
    while (this.seals.size > 1) await Promise.race(this.seals);
    let chunk = this.chunks.get(index);
    if (chunk !== undefined) await this.allDone();
    chunk ??= {
      index,
      written: new Uint8Array(this.windowsPerChunk),
      sums: new Uint8Array(this.layout.blocksPerChunk * sumBytes),
      file: null,
    };
    this.chunk = chunk;
  }

  /** What is not as it was written must not get a new sum. @throws Error */
  private async load(chunk: Chunk, window: number): Promise<void> {
    await this.writesDone();
    chunk.file ??= await this.openChunk(chunk.index);
    const blocks = this.blocksInWindow(window);
    const bytes = bytesOf(this.values, blocks * this.blockValues);
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await chunk.file.read(bytes, done, bytes.length - done, this.position(window) + done);
      if (bytesRead === 0) throw new Error("A chunk file is shorter than what was written to it.");
      done += bytesRead;
    }
    const checksum = await openChecksum();
    const length = blockBytes(this.layout);
    for (let k = 0; k < blocks; k++) {
      const at = window * this.blocksPerWindow + k;
      if (isNone(chunk.sums, at) || checksum.matches(bytes.subarray(k * length, (k + 1) * length), chunk.sums, at))
        continue;
      throw new Error("A chunk file does not hold what was written to it.");
    }
  }

  /** Fills what was never written, syncs and closes, in the background. `blocks`: cut the file to that many. */
  private seal(chunk: Chunk, blocks: number | null): void {
    const { file } = chunk;
    if (file === null) return;
    chunk.file = null;
    const end = blocks ?? this.layout.blocksPerChunk;
    const inFlight = [...this.writes];
    const work = async () => {
      await Promise.allSettled(inFlight);
      for (let window = 0; window * this.blocksPerWindow < end; window++) {
        if (chunk.written[window] === 1) continue;
        chunk.written[window] = 1;
        await this.sum(chunk, window, this.empty);
        await this.write(file, bytesOf(this.empty, this.blocksInWindow(window) * this.blockValues), window);
      }
      if (blocks !== null) await file.truncate(blocks * blockBytes(this.layout));
      await file.datasync();
    };
    this.track(
      this.seals,
      work().finally(() => file.close()),
    );
  }

  private async sum(chunk: Chunk, window: number, values: Values): Promise<void> {
    const checksum = await openChecksum();
    const length = blockBytes(this.layout);
    const bytes = bytesOf(values);
    for (let k = 0; k < this.blocksInWindow(window); k++)
      checksum.put(bytes.subarray(k * length, (k + 1) * length), chunk.sums, window * this.blocksPerWindow + k);
  }

  private async write(file: FileHandle, bytes: Uint8Array, window: number): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, this.position(window) + done);
      done += bytesWritten;
      this.bytesWritten += bytesWritten;
    }
  }

  private track(among: Set<Promise<void>>, work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => among.delete(tracked));
    among.add(tracked);
  }

  private async writesDone(): Promise<void> {
    await Promise.all(this.writes);
    if (this.failure !== null) throw this.failure;
  }

  private async allDone(): Promise<void> {
    await Promise.all([...this.writes, ...this.seals]);
    if (this.failure !== null) throw this.failure;
  }

  private async openChunk(index: number): Promise<FileHandle> {
    const path = join(this.folder, chunkName(this.layout, index));
    const existing = this.chunks.get(index);
    if (existing !== undefined) return open(path, "r+");
    if (this.chunks.size === 0) await mkdir(this.folder, { recursive: true });
    if (this.chunk !== null) this.chunks.set(index, this.chunk);
    this.hasNewFile = true;
    return open(path, "w+");
  }

  private emptyWindow(): Values {
    const values = newValues(this.layout, this.blocksPerWindow * this.blockValues);
    const { sampleType, parts } = this.layout;
    if (parts === 1) return values.fill(missingSample[sampleType]);
    const [low, high] = emptyPair[sampleType];
    for (let i = 0; i < values.length; i += 2) {
      values[i] = low;
      values[i + 1] = high;
    }
    return values;
  }

  private blocksInWindow(window: number): number {
    return Math.min(this.blocksPerWindow, this.layout.blocksPerChunk - window * this.blocksPerWindow);
  }

  private position(window: number): number {
    return window * this.blocksPerWindow * blockBytes(this.layout);
  }
}

/** None where there is no folder: a recording that was about to be completed has let go of levels longer than itself. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
