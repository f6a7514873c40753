/** Buffers and bind groups of one window on the GPU. They grow and are reused; a frame only writes to them. */
import { hatchPeriod } from "./background.ts";
import { type Brush, brushFor, nodesPerPixel } from "./brush.ts";
import type { GpuOwner, TracePipelines } from "./device.ts";
import { GrowingBuffer } from "./growing-buffer.ts";
import { entryWords, FramePlan, noTile, rangeWords } from "./plan.ts";
import type { TraceTile, TraceView } from "./types.ts";

const rowWords = 8;
const bandWords = 8;

export interface FrameGroups {
  compute: GPUBindGroup;
  frame: GPUBindGroup;
  covers: GPUBindGroup;
  bands: GPUBindGroup;
}

/** Words of a pixel's sixteenths and of what the pen covers in it. */
const pixelWords = 3 * nodesPerPixel;
const coverWords = nodesPerPixel + 2;
const uniformBytes = 96;

export class GpuFrame implements Disposable {
  groups: FrameGroups | undefined;
  private readonly plan = new FramePlan();
  private readonly uniform: GrowingBuffer;
  private readonly planned: GrowingBuffer;
  private readonly rows: GrowingBuffer;
  private readonly bands: GrowingBuffer;
  private readonly work: GrowingBuffer;
  private tilesVersion = -1;
  /** What is written to `planned`, `rows`, `bands` and `uniform`; the float views lie on the same words. */
  private planWords = new Uint32Array(32_768);
  private rowWords = new Uint32Array(64 * rowWords);
  private bandWords = new Uint32Array(64 * bandWords);
  private readonly uniformWords = new Uint32Array(uniformBytes / 4);

  constructor(private readonly gpu: GpuOwner) {
    const { STORAGE, UNIFORM, COPY_DST } = GPUBufferUsage;
    const storage = (label: string, bytes: number) =>
      new GrowingBuffer(gpu.resources, label, STORAGE | COPY_DST, bytes);
    this.uniform = new GrowingBuffer(gpu.resources, "frame.uniform", UNIFORM | COPY_DST, uniformBytes);
    this.planned = storage("frame.plan", 256 * 1024);
    this.rows = storage("frame.rows", 2048);
    this.bands = storage("frame.bands", 2048);
    this.work = storage("frame.work", 1024 * 1024);
  }

  /** Uploads what this view needs and is not there yet. */
  write(view: TraceView, tiles: readonly TraceTile[]): void {
    this.plan.build(view, tiles);
    const { plan } = this;
    const brush = brushFor(view);
    const placed = this.fillPlan(tiles, brush);
    this.fillRows(view);
    this.fillBands(view);
    const rows = view.rows.length;
    const spansAt = rows * plan.lineCount;
    const nodesAt = spansAt + 2 * rows * plan.entries;
    const coversAt = nodesAt + pixelWords * rows * (view.width + 2 * brush.reachPixels);
    this.fillUniform(view, brush, [...placed.at, spansAt, nodesAt, coversAt]);
    const sizes = [
      this.planned.reserve(4 * placed.words),
      this.rows.reserve(4 * rows * rowWords),
      this.bands.reserve(4 * view.bands.length * bandWords),
      this.work.reserve(4 * (coversAt + coverWords * rows * view.width)),
    ];
    if (sizes.includes(true) || this.tilesVersion !== this.gpu.tiles.version) this.bind();
    const { queue } = this.gpu.device;
    queue.writeBuffer(this.uniform.buffer, 0, this.uniformWords);
    queue.writeBuffer(this.planned.buffer, 0, this.planWords, 0, placed.words);
    queue.writeBuffer(this.rows.buffer, 0, this.rowWords, 0, rows * rowWords);
    queue.writeBuffer(this.bands.buffer, 0, this.bandWords, 0, view.bands.length * bandWords);
  }

  /** The compute passes of the view written last, in order, and invocations of each for one trace. */
  passes(view: TraceView, { placeSamples, findSpans, fillNodes, spreadPen }: TracePipelines) {
    const { lineCount, entries, hasColumns, pad } = this.plan;
    return [
      { pipeline: placeSamples, count: lineCount },
      { pipeline: findSpans, count: hasColumns ? entries : 0 },
      { pipeline: fillNodes, count: view.width + 2 * (pad - 1) },
      { pipeline: spreadPen, count: view.width },
    ].filter(({ count }) => count > 0);
  }

  [Symbol.dispose](): void {
    for (const part of [this.uniform, this.planned, this.rows, this.bands, this.work]) part[Symbol.dispose]();
    this.groups = undefined;
  }

  /** The plan with indexes into the tile buffer in place of tile numbers; where its parts begin, from the ranges on. */
  private fillPlan(tiles: readonly TraceTile[], { taps }: Brush): { at: number[]; words: number } {
    const { plan, gpu } = this;
    const breakWords = (plan.lineCount + 31) >> 5;
    const sizes = [
      plan.entries * entryWords,
      plan.rangeCount * rangeWords,
      plan.lineRuns.length * rangeWords,
      plan.lineCount,
      breakWords,
      plan.nodeCount,
      plan.nodeCount,
      taps.length,
    ];
    const at: number[] = [];
    let words = 0;
    for (const size of sizes) {
      at.push(words);
      words += size;
    }
    this.planWords = withRoom(this.planWords, words);
    const target = this.planWords;
    const [, rangesAt, runsAt, placesAt, breaksAt, nodeSamplesAt, nodeSharesAt, tapsAt] = at;
    target.set(plan.table.subarray(0, plan.entries * entryWords));
    new Int32Array(target.buffer).set(plan.places.subarray(0, plan.lineCount), placesAt);
    target.set(plan.breaks.subarray(0, breakWords), breaksAt);
    target.set(plan.nodeSamples.subarray(0, plan.nodeCount), nodeSamplesAt);
    new Float32Array(target.buffer).set(plan.nodeShares.subarray(0, plan.nodeCount), nodeSharesAt);
    target.set(taps, tapsAt);
    gpu.tiles.beginFrame();
    const located = new Map<number, number | undefined>();
    const write = (to: number, index: number, first: number, count: number, last?: number) => {
      const tile = tiles[index];
      const elementWords = tile?.kind === "minmax" ? 2 : 1;
      if (tile !== undefined && !located.has(index)) located.set(index, gpu.tiles.locate(tile));
      const begin = located.get(index);
      target[to] = begin === undefined ? noTile : begin + first * elementWords;
      target[to + 1] = (tile?.count ?? 0) * elementWords;
      target[to + 2] = count;
      target[to + 3] = last ?? elementWords;
    };
    for (let i = 0; i < plan.rangeCount * rangeWords; i += rangeWords)
      write(rangesAt + i, plan.ranges[i], plan.ranges[i + 1], plan.ranges[i + 2]);
    let sample = 0;
    plan.lineRuns.forEach(({ tile, first, count }, run) => {
      write(runsAt + run * rangeWords, tile, first, count, sample);
      sample += count;
    });
    return { at: at.slice(1), words };
  }

  private fillRows({ rows }: TraceView): void {
    this.rowWords = withRoom(this.rowWords, rows.length * rowWords);
    const floats = new Float32Array(this.rowWords.buffer);
    rows.forEach(({ row, baselineY, pixelsPerUnit, colour }, index) => {
      const at = index * rowWords;
      this.rowWords[at] = row;
      floats[at + 1] = baselineY;
      floats[at + 2] = pixelsPerUnit;
      floats.set(colour, at + 4);
    });
  }

  private fillBands({ bands }: TraceView): void {
    this.bandWords = withRoom(this.bandWords, bands.length * bandWords);
    const floats = new Float32Array(this.bandWords.buffer);
    bands.forEach(({ x0, x1, style, colour }, index) => {
      const at = index * bandWords;
      floats[at] = x0;
      floats[at + 1] = x1;
      this.bandWords[at + 2] = style === "hatch" ? 1 : 0;
      floats.set(colour, at + 4);
    });
  }

  /** `offsets`: of the parts of `planned`, then of `work`. */
  private fillUniform({ width, height, rows, lineWidth }: TraceView, brush: Brush, offsets: readonly number[]): void {
    const { plan } = this;
    const period = hatchPeriod(lineWidth);
    const phase = ((plan.firstPixel % period) + period) % period;
    const { stepsPerPixel, taps, quarters, widthParts, reachPixels } = brush;
    this.uniformWords.set([
      ...[width, height, rows.length, period, phase],
      ...[plan.entries, plan.pad, reachPixels, plan.lineCount, plan.lineRuns.length],
      ...[Math.log2(stepsPerPixel), taps.length, quarters, widthParts],
      ...offsets,
    ]);
  }

  private bind(): void {
    const { device, pipelines, tiles } = this.gpu;
    this.tilesVersion = tiles.version;
    const group = (label: string, layout: GPUBindGroupLayout, ...buffers: GPUBuffer[]) =>
      device.createBindGroup({
        label,
        layout,
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
    const frame = [this.uniform.buffer, this.planned.buffer, this.rows.buffer];
    this.groups = {
      compute: group("compute", pipelines.computeLayout, ...frame, tiles.buffer, this.work.buffer),
      frame: group("frame", pipelines.frameLayout, ...frame),
      covers: group("covers", pipelines.coversLayout, this.work.buffer),
      bands: group("bands", pipelines.bandsLayout, this.uniform.buffer, this.bands.buffer),
    };
  }
}

/** The same array when it is large enough, else a larger one; its old content is not kept. */
const withRoom = (words: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> =>
  words.length >= needed ? words : new Uint32Array(2 * needed);
