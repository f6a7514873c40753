/** A buffer on the GPU that is replaced by a larger one when a frame needs it. */
import type { GpuResources } from "./gpu-resources.ts";

export class GrowingBuffer implements Disposable {
  buffer: GPUBuffer;

  constructor(
    private readonly resources: GpuResources,
    private readonly label: string,
    private readonly usage: number,
    bytes: number,
  ) {
    this.buffer = resources.buffer({ label, usage, size: bytes });
  }

  /** True when the buffer is another one now; its content is not kept. */
  reserve(bytes: number): boolean {
    if (bytes <= this.buffer.size) return false;
    this.resources.destroyBuffer(this.buffer);
    const size = 2 ** Math.ceil(Math.log2(bytes));
    this.buffer = this.resources.buffer({ label: this.label, usage: this.usage, size });
    return true;
  }

  [Symbol.dispose](): void {
    this.resources.destroyBuffer(this.buffer);
  }
}
