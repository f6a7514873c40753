/** Buffers and bind groups of one window on the GPU. They grow and are reused; a frame only writes to them. */
import { hatchPeriod } from "./background.ts";
import type { GpuOwner } from "./device.ts";
import { entryWords, FramePlan, noTile, rangeWords } from "./plan.ts";
import type { TraceTile, TraceView } from "./types.ts";

const rowWords = 8;
const bandWords = 8;

/** A buffer that is replaced by a larger one when a frame needs it. */
class GrowingBuffer {
  buffer: GPUBuffer;

  constructor(
    private readonly device: GPUDevice,
    private readonly label: string,
    private readonly usage: number,
    bytes: number,
  ) {
    this.buffer = device.createBuffer({ label, usage, size: bytes });
  }

  /** True when the buffer is another one now. */
  reserve(bytes: number): boolean {
    if (bytes <= this.buffer.size) return false;
    this.buffer.destroy();
    const size = 2 ** Math.ceil(Math.log2(bytes));
    this.buffer = this.device.createBuffer({ label: this.label, usage: this.usage, size });
    return true;
  }
}

export interface FrameGroups {
  frame: GPUBindGroup;
  marked: GPUBindGroup;
  spans: GPUBindGroup;
  bands: GPUBindGroup;
}

export class GpuFrame implements Disposable {
  groups: FrameGroups | undefined;
  private readonly plan = new FramePlan();
  private readonly uniform: GrowingBuffer;
  private readonly table: GrowingBuffer;
  private readonly ranges: GrowingBuffer;
  private readonly rows: GrowingBuffer;
  private readonly bands: GrowingBuffer;
  private readonly spans: GrowingBuffer;
  private tilesVersion = -1;
  /** What is written to `ranges`, `rows`, `bands` and `uniform`; the float views lie on the same words. */
  private rangeWords = new Uint32Array(4096);
  private rowWords = new Uint32Array(64 * rowWords);
  private bandWords = new Uint32Array(64 * bandWords);
  private readonly uniformWords = new Uint32Array(8);

  constructor(private readonly gpu: GpuOwner) {
    const { STORAGE, UNIFORM, COPY_DST } = GPUBufferUsage;
    const storage = (label: string, bytes: number) => new GrowingBuffer(gpu.device, label, STORAGE | COPY_DST, bytes);
    this.uniform = new GrowingBuffer(gpu.device, "frame.uniform", UNIFORM | COPY_DST, 32);
    this.table = storage("frame.table", 32 * 1024);
    this.ranges = storage("frame.ranges", 64 * 1024);
    this.rows = storage("frame.rows", 2048);
    this.bands = storage("frame.bands", 2048);
    this.spans = storage("frame.spans", 512 * 1024);
  }

  /** Uploads what this view needs and is not there yet. */
  write(view: TraceView, tiles: readonly TraceTile[]): void {
    this.plan.build(view, tiles);
    this.fillRanges(tiles);
    this.fillRows(view);
    this.fillBands(view);
    this.fillUniform(view);
    const { plan } = this;
    const sizes = [
      this.table.reserve(4 * plan.entries * entryWords),
      this.ranges.reserve(Math.max(16, 4 * plan.rangeCount * rangeWords)),
      this.rows.reserve(4 * view.rows.length * rowWords),
      this.bands.reserve(4 * view.bands.length * bandWords),
      this.spans.reserve(8 * plan.entries * view.rows.length),
    ];
    if (sizes.includes(true) || this.tilesVersion !== this.gpu.tiles.version) this.bind();
    const { queue } = this.gpu.device;
    queue.writeBuffer(this.uniform.buffer, 0, this.uniformWords);
    queue.writeBuffer(this.table.buffer, 0, plan.table, 0, plan.entries * entryWords);
    queue.writeBuffer(this.ranges.buffer, 0, this.rangeWords, 0, plan.rangeCount * rangeWords);
    queue.writeBuffer(this.rows.buffer, 0, this.rowWords, 0, view.rows.length * rowWords);
    queue.writeBuffer(this.bands.buffer, 0, this.bandWords, 0, view.bands.length * bandWords);
  }

  [Symbol.dispose](): void {
    for (const part of [this.uniform, this.table, this.ranges, this.rows, this.bands, this.spans])
      part.buffer.destroy();
    this.groups = undefined;
  }

  /** The plan with indexes into the tile buffer in place of tile numbers. */
  private fillRanges(tiles: readonly TraceTile[]): void {
    const { plan, gpu } = this;
    this.rangeWords = withRoom(this.rangeWords, plan.rangeCount * rangeWords);
    gpu.tiles.beginFrame();
    const located = new Map<number, number | undefined>();
    for (let at = 0; at < plan.rangeCount * rangeWords; at += rangeWords) {
      const index = plan.ranges[at];
      this.rangeWords[at] = noTile;
      this.rangeWords[at + 2] = plan.ranges[at + 2];
      if (index === noTile) continue;
      const tile = tiles[index];
      if (!located.has(index)) located.set(index, gpu.tiles.locate(tile));
      const first = located.get(index);
      const words = tile.kind === "samples" ? 1 : 2;
      if (first !== undefined) this.rangeWords[at] = first + plan.ranges[at + 1] * words;
      this.rangeWords[at + 1] = tile.count * words;
      this.rangeWords[at + 3] = words;
    }
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

  private fillUniform({ width, height, rows, lineWidth, samplesPerPixel }: TraceView): void {
    const period = hatchPeriod(lineWidth);
    const phase = ((this.plan.firstPixel % period) + period) % period;
    this.uniformWords.set([width, height, rows.length, period, phase]);
    new Float32Array(this.uniformWords.buffer).set([lineWidth, samplesPerPixel, 1 / samplesPerPixel], 5);
  }

  private bind(): void {
    const { device, pipelines, tiles } = this.gpu;
    this.tilesVersion = tiles.version;
    const group = (label: string, layout: GPUBindGroupLayout, first: number, ...buffers: GPUBuffer[]) =>
      device.createBindGroup({
        label,
        layout,
        entries: buffers.map((buffer, index) => ({ binding: first + index, resource: { buffer } })),
      });
    const [uniform, table, ranges] = [this.uniform.buffer, this.table.buffer, this.ranges.buffer];
    this.groups = {
      frame: group("frame", pipelines.frameLayout, 0, uniform, table, ranges, this.rows.buffer, tiles.buffer),
      marked: group("marked", pipelines.markedLayout, 0, this.spans.buffer),
      spans: group("spans", pipelines.spansLayout, 1, this.spans.buffer),
      bands: group("bands", pipelines.bandsLayout, 0, uniform, this.bands.buffer),
    };
  }
}

/** The same array when it is large enough, else a larger one; its old content is not kept. */
const withRoom = (words: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> =>
  words.length >= needed ? words : new Uint32Array(2 * needed);
