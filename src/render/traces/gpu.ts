/** Traces on a GPU: shaders/traces.wgsl, its pipelines, and the buffers of one layer. */
import tracesSource from "../../../shaders/traces.wgsl?raw";
import { bindBuffers, quadPipeline, storageEntry, uniformEntry, withRoom } from "../gpu-pipelines.ts";
import { GpuStore } from "../gpu-store.ts";
import { GrowingBuffer } from "../growing-buffer.ts";
import type { GpuLayer, GpuPass, GpuTarget } from "../pass.ts";
import type { TracePart, TraceTile } from "../types.ts";
import { type Brush, brushFor, nodesPerPixel } from "./brush.ts";
import type { TracesLayer } from "./pass.ts";
import { entryWords, FramePlan, noTile, rangeWords } from "./plan.ts";
import { colourRuns } from "./stretches.ts";

interface TracePipelines {
  /** Group 0 of the compute passes, groups 0 and 1 of the render pass. */
  readonly computeLayout: GPUBindGroupLayout;
  readonly frameLayout: GPUBindGroupLayout;
  readonly coversLayout: GPUBindGroupLayout;
  readonly placeSamples: GPUComputePipeline;
  readonly findSpans: GPUComputePipeline;
  readonly fillNodes: GPUComputePipeline;
  readonly spreadPen: GPUComputePipeline;
  readonly traces: GPURenderPipeline;
}

const firstTileBytes = 32 * 1024 * 1024;

export async function openGpuTraces(target: GpuTarget): Promise<GpuPass<TracesLayer>> {
  const pipelines = await createPipelines(target);
  const tiles = new GpuStore(target.resources, "tiles", firstTileBytes);
  return {
    beginFrame: () => tiles.beginFrame(),
    version: () => tiles.version,
    open: () => new GpuTraces(target, pipelines, tiles),
  };
}

async function createPipelines(target: GpuTarget): Promise<TracePipelines> {
  const { resources } = target;
  const { device } = resources;
  const { COMPUTE, VERTEX, FRAGMENT } = GPUShaderStage;
  const layout = (label: string, entries: GPUBindGroupLayoutEntry[]) =>
    device.createBindGroupLayout({ label, entries });
  const frame = [
    uniformEntry(0, COMPUTE | VERTEX | FRAGMENT),
    storageEntry(1, COMPUTE | VERTEX),
    storageEntry(2, COMPUTE | VERTEX | FRAGMENT),
  ];
  const computeLayout = layout("traces.compute", [
    ...frame,
    storageEntry(3, COMPUTE),
    { binding: 4, visibility: COMPUTE, buffer: { type: "storage" } },
  ]);
  const frameLayout = layout("traces.frame", frame);
  const coversLayout = layout("traces.covers", [storageEntry(0, VERTEX | FRAGMENT)]);
  const module = device.createShaderModule({ label: "traces.wgsl", code: tracesSource });
  const pass = (entryPoint: string): Promise<GPUComputePipeline> =>
    resources.computePipeline({
      label: `traces.${entryPoint}`,
      layout: device.createPipelineLayout({ bindGroupLayouts: [computeLayout] }),
      compute: { module, entryPoint },
    });
  const [placeSamples, findSpans, fillNodes, spreadPen, traces] = await Promise.all([
    pass("placeSamples"),
    pass("findSpans"),
    pass("fillNodes"),
    pass("spreadPen"),
    quadPipeline(target, "traces", module, "stroke", frameLayout, coversLayout),
  ]);
  const layouts = { computeLayout, frameLayout, coversLayout };
  return { ...layouts, placeSamples, findSpans, fillNodes, spreadPen, traces };
}

const rowWords = 8;
const workgroup = 64;

interface FrameGroups {
  compute: GPUBindGroup;
  frame: GPUBindGroup;
  covers: GPUBindGroup;
}

/** Words of a pixel's sixteenths and of what the pen covers in it. */
const pixelWords = 3 * nodesPerPixel;
const coverWords = nodesPerPixel + 2;
const uniformBytes = 96;

class GpuTraces implements GpuLayer<TracesLayer> {
  private groups: FrameGroups | undefined;
  private part: TracePart | undefined;
  private readonly device: GPUDevice;
  private readonly plan = new FramePlan();
  private readonly uniform: GrowingBuffer;
  private readonly planned: GrowingBuffer;
  private readonly rows: GrowingBuffer;
  private readonly work: GrowingBuffer;
  private tilesVersion = -1;
  /** What is written to `planned`, `rows` and `uniform`; the float views lie on the same words. */
  private planWords = new Uint32Array(32_768);
  private rowWords = new Uint32Array(64 * rowWords);
  private readonly uniformWords = new Uint32Array(uniformBytes / 4);

  constructor(
    { resources }: GpuTarget,
    private readonly pipelines: TracePipelines,
    private readonly tiles: GpuStore,
  ) {
    this.device = resources.device;
    const { STORAGE, UNIFORM, COPY_DST } = GPUBufferUsage;
    const storage = (label: string, bytes: number) => new GrowingBuffer(resources, label, STORAGE | COPY_DST, bytes);
    this.uniform = new GrowingBuffer(resources, "traces.uniform", UNIFORM | COPY_DST, uniformBytes);
    this.planned = storage("traces.plan", 256 * 1024);
    this.rows = storage("traces.rows", 2048);
    this.work = storage("traces.work", 1024 * 1024);
  }

  write(layer: TracesLayer): void {
    const { clip, tiles } = layer;
    const part: TracePart = { ...layer, width: clip.width, height: clip.height };
    this.part = part;
    this.plan.build(part, tiles);
    const { plan } = this;
    const brush = brushFor(part);
    const placed = this.fillPlan(tiles, brush);
    const recorded = this.fillRows(part);
    const rows = part.rows.length;
    const spansAt = rows * plan.lineCount;
    const nodesAt = spansAt + 2 * rows * plan.entries;
    const coversAt = nodesAt + pixelWords * rows * (part.width + 2 * brush.reachPixels);
    this.fillUniform(layer, brush, [...placed.at, spansAt, nodesAt, coversAt]);
    const sizes = [
      this.planned.reserve(4 * placed.words),
      this.rows.reserve(4 * recorded),
      this.work.reserve(4 * (coversAt + coverWords * rows * part.width)),
    ];
    if (sizes.includes(true) || this.tilesVersion !== this.tiles.version) this.bind();
    const { queue } = this.device;
    queue.writeBuffer(this.uniform.buffer, 0, this.uniformWords);
    queue.writeBuffer(this.planned.buffer, 0, this.planWords, 0, placed.words);
    queue.writeBuffer(this.rows.buffer, 0, this.rowWords, 0, recorded);
  }

  compute(pass: GPUComputePassEncoder): void {
    const part = this.part;
    const groups = this.groups;
    const { plan } = this;
    if (part === undefined || groups === undefined || part.rows.length === 0) return;
    const { placeSamples, findSpans, fillNodes, spreadPen } = this.pipelines;
    const { lineCount, entries, hasColumns, pad } = plan;
    pass.setBindGroup(0, groups.compute);
    for (const [pipeline, count] of [
      [placeSamples, lineCount],
      [findSpans, hasColumns ? entries : 0],
      [fillNodes, part.width + 2 * (pad - 1)],
      [spreadPen, part.width],
    ] as const) {
      if (count === 0) continue;
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(Math.ceil(count / workgroup), part.rows.length);
    }
  }

  draw(pass: GPURenderPassEncoder): void {
    const part = this.part;
    const groups = this.groups;
    if (part === undefined || groups === undefined || part.rows.length === 0) return;
    pass.setPipeline(this.pipelines.traces);
    pass.setBindGroup(0, groups.frame);
    pass.setBindGroup(1, groups.covers);
    pass.draw(4, part.rows.length * part.width);
  }

  [Symbol.dispose](): void {
    for (const part of [this.uniform, this.planned, this.rows, this.work]) part[Symbol.dispose]();
    this.groups = undefined;
  }

  /** The plan with indexes into the tile buffer in place of tile numbers; where its parts begin, from the ranges on. */
  private fillPlan(tiles: readonly TraceTile[], { taps }: Brush): { at: number[]; words: number } {
    const { plan } = this;
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
    const located = new Map<number, number | undefined>();
    const write = (to: number, index: number, first: number, count: number, last?: number) => {
      const tile = tiles[index];
      const elementWords = tile?.kind === "minmax" ? 2 : 1;
      if (tile !== undefined && !located.has(index)) located.set(index, this.tiles.locate(tile));
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

  /** Rows, and after them the colours of those with stretches. Returns words. */
  private fillRows({ rows, startSample, samplesPerPixel, width }: TracePart): number {
    const runs = rows.map((row) => colourRuns(row, { startSample, samplesPerPixel, width }));
    const words = rowWords * runs.reduce((sum, { length }) => sum + length, rows.length);
    this.rowWords = withRoom(this.rowWords, words);
    const floats = new Float32Array(this.rowWords.buffer);
    let next = rows.length;
    rows.forEach(({ row, baselineY, pixelsPerUnit, colour }, index) => {
      const at = index * rowWords;
      this.rowWords[at] = row;
      floats[at + 1] = baselineY;
      floats[at + 2] = pixelsPerUnit;
      this.rowWords[at + 3] = runs[index].length === 0 ? 0 : next;
      floats.set(colour, at + 4);
      for (const run of runs[index]) {
        this.rowWords[next * rowWords] = run.end;
        floats.set(run.colour, next * rowWords + 4);
        next++;
      }
    });
    return words;
  }

  /** `offsets`: of the parts of `planned`, then of `work`. */
  private fillUniform({ clip, rows }: TracesLayer, brush: Brush, offsets: readonly number[]): void {
    const { plan } = this;
    const { stepsPerPixel, taps, quarters, widthParts, reachPixels } = brush;
    this.uniformWords.set([
      ...[clip.width, clip.height, rows.length, clip.y],
      ...[plan.entries, plan.pad, reachPixels, plan.lineCount, plan.lineRuns.length],
      ...[Math.log2(stepsPerPixel), taps.length, quarters, widthParts],
      ...offsets,
    ]);
  }

  private bind(): void {
    const { device, pipelines, tiles } = this;
    this.tilesVersion = tiles.version;
    const frame = [this.uniform.buffer, this.planned.buffer, this.rows.buffer];
    this.groups = {
      compute: bindBuffers(device, "compute", pipelines.computeLayout, ...frame, tiles.buffer, this.work.buffer),
      frame: bindBuffers(device, "frame", pipelines.frameLayout, ...frame),
      covers: bindBuffers(device, "covers", pipelines.coversLayout, this.work.buffer),
    };
  }
}
