/** Makes what lives on a device, and counts it: what was created and is not destroyed yet. */

export interface GpuResourceCounts {
  readonly buffers: number;
  readonly bufferBytes: number;
  readonly textures: number;
  /** They go with their device. */
  readonly pipelines: number;
}

export const noResources: GpuResourceCounts = { buffers: 0, bufferBytes: 0, textures: 0, pipelines: 0 };

export class GpuResources {
  private counts: GpuResourceCounts = noResources;

  constructor(readonly device: GPUDevice) {}

  buffer(descriptor: GPUBufferDescriptor): GPUBuffer {
    const made = this.device.createBuffer(descriptor);
    this.add({ buffers: 1, bufferBytes: made.size });
    return made;
  }

  texture(descriptor: GPUTextureDescriptor): GPUTexture {
    this.add({ textures: 1 });
    return this.device.createTexture(descriptor);
  }

  destroyBuffer(buffer: GPUBuffer): void {
    buffer.destroy();
    this.add({ buffers: -1, bufferBytes: -buffer.size });
  }

  destroyTexture(texture: GPUTexture): void {
    texture.destroy();
    this.add({ textures: -1 });
  }

  async computePipeline(descriptor: GPUComputePipelineDescriptor): Promise<GPUComputePipeline> {
    const made = await this.device.createComputePipelineAsync(descriptor);
    this.add({ pipelines: 1 });
    return made;
  }

  async renderPipeline(descriptor: GPURenderPipelineDescriptor): Promise<GPURenderPipeline> {
    const made = await this.device.createRenderPipelineAsync(descriptor);
    this.add({ pipelines: 1 });
    return made;
  }

  read(): GpuResourceCounts {
    return this.counts;
  }

  private add(change: Partial<GpuResourceCounts>): void {
    const { buffers, bufferBytes, textures, pipelines } = this.counts;
    this.counts = {
      buffers: buffers + (change.buffers ?? 0),
      bufferBytes: bufferBytes + (change.bufferBytes ?? 0),
      textures: textures + (change.textures ?? 0),
      pipelines: pipelines + (change.pipelines ?? 0),
    };
  }
}
