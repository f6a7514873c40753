/** All tiles of the page in one storage buffer, each uploaded once for its id. */
import type { GpuResources } from "./gpu-resources.ts";
import { TileArena } from "./tile-arena.ts";
import type { TraceTile } from "./types.ts";

const MiB = 1024 * 1024;
const firstBytes = 32 * MiB;

export class GpuTiles {
  /** Replaced when it grows: bind groups of an older `version` are out of date. */
  buffer: GPUBuffer;
  version = 0;
  private readonly arena = new TileArena(firstBytes);
  private readonly mostBytes: number;

  constructor(private readonly resources: GpuResources) {
    const { device } = resources;
    this.mostBytes = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    this.buffer = this.create(firstBytes);
  }

  /** Tiles asked for from now on stay until the next call. */
  beginFrame(): void {
    this.arena.beginFrame();
  }

  /** Index of the tile's first value in the buffer, in words; undefined when the frame's other tiles leave no room. */
  locate(tile: TraceTile): number | undefined {
    const known = this.arena.find(tile.id);
    if (known !== undefined) return known / 4;
    let offset = this.arena.place(tile.id, tile.data.byteLength);
    while (offset === undefined && this.arena.size < this.mostBytes) {
      this.grow();
      offset = this.arena.place(tile.id, tile.data.byteLength);
    }
    if (offset === undefined) return undefined;
    this.resources.device.queue.writeBuffer(this.buffer, offset, tile.data);
    return offset / 4;
  }

  private grow(): void {
    const { device } = this.resources;
    const old = this.buffer;
    const bytes = Math.min(this.mostBytes, 2 * this.arena.size);
    const copied = this.arena.size;
    this.buffer = this.create(bytes);
    this.arena.grow(bytes);
    this.version++;
    const encoder = device.createCommandEncoder({ label: "tiles.grow" });
    encoder.copyBufferToBuffer(old, 0, this.buffer, 0, copied);
    device.queue.submit([encoder.finish()]);
    this.resources.destroyBuffer(old);
  }

  private create(size: number): GPUBuffer {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    return this.resources.buffer({ label: `tiles ${size / MiB} MiB`, size, usage: STORAGE | COPY_DST | COPY_SRC });
  }
}
