/** Content of all windows of the page in one storage buffer, each uploaded once for its id. */
import type { GpuResources } from "./gpu-resources.ts";
import { StoreArena } from "./store-arena.ts";

const MiB = 1024 * 1024;

/** Equal id means equal bytes. */
export interface StoredContent {
  readonly id: number;
  readonly data: ArrayBufferView<ArrayBufferLike>;
}

export class GpuStore {
  version = 0;
  private made: GPUBuffer | undefined;
  private readonly arena: StoreArena;
  private readonly mostBytes: number;

  constructor(
    private readonly resources: GpuResources,
    private readonly label: string,
    firstBytes: number,
  ) {
    const { device } = resources;
    this.arena = new StoreArena(firstBytes);
    this.mostBytes = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
  }

  /** Made when it is first needed, and replaced when it grows: bind groups of an older `version` are out of date. */
  get buffer(): GPUBuffer {
    this.made ??= this.create(this.arena.size);
    return this.made;
  }

  /** Content asked for from now on stays until the next call. */
  beginFrame(): void {
    this.arena.beginFrame();
  }

  /** Index of the first word in the buffer; undefined when the frame's other content leaves no room. */
  locate({ id, data }: StoredContent): number | undefined {
    const known = this.arena.find(id);
    if (known !== undefined) return known / 4;
    let offset = this.arena.place(id, data.byteLength);
    while (offset === undefined && this.arena.size < this.mostBytes) {
      this.grow();
      offset = this.arena.place(id, data.byteLength);
    }
    if (offset === undefined) return undefined;
    this.resources.device.queue.writeBuffer(this.buffer, offset, data);
    return offset / 4;
  }

  private grow(): void {
    const { device } = this.resources;
    const old = this.buffer;
    const bytes = Math.min(this.mostBytes, 2 * this.arena.size);
    const copied = this.arena.size;
    this.made = this.create(bytes);
    this.arena.grow(bytes);
    this.version++;
    const encoder = device.createCommandEncoder({ label: `${this.label}.grow` });
    encoder.copyBufferToBuffer(old, 0, this.buffer, 0, copied);
    device.queue.submit([encoder.finish()]);
    this.resources.destroyBuffer(old);
  }

  private create(size: number): GPUBuffer {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const label = `${this.label} ${size / MiB} MiB`;
    return this.resources.buffer({ label, size, usage: STORAGE | COPY_DST | COPY_SRC });
  }
}
