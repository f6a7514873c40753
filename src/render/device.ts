/** The page's one GPU device: who owns it, what hangs on it, and who is told when it goes. */
import { type GpuResourceCounts, GpuResources, noResources } from "./gpu-resources.ts";
import { openGpuPasses } from "./passes.ts";

type Listener = (message: string) => void;

export class GpuOwner {
  readonly device: GPUDevice;
  isLost = false;
  private readonly lostListeners = new Set<Listener>();
  private readonly errorListeners = new Set<Listener>();

  constructor(
    readonly resources: GpuResources,
    readonly format: GPUTextureFormat,
    readonly passes: Awaited<ReturnType<typeof openGpuPasses>>,
  ) {
    const { device } = resources;
    this.device = device;
    device.addEventListener("uncapturederror", ({ error }) => {
      for (const listener of this.errorListeners) listener(error.message);
    });
    void device.lost.then(({ reason, message }) => {
      this.isLost = true;
      losses++;
      owner = undefined;
      present = undefined;
      for (const listener of [...this.lostListeners]) listener(`${reason}: ${message}`);
    });
  }

  /** Both return the function that ends the subscription. */
  onLost(listener: Listener): () => void {
    this.lostListeners.add(listener);
    return () => this.lostListeners.delete(listener);
  }

  onError(listener: Listener): () => void {
    this.errorListeners.add(listener);
    return () => this.errorListeners.delete(listener);
  }
}

/** A device that is lost is replaced once; after the second loss the page stays with Canvas2D until it is loaded again. */
const mostLosses = 2;
let losses = 0;
/** Whether the page had a device that it lost. */
export const hasLostDevice = (): boolean => losses > 0;
let owner: Promise<GpuOwner | undefined> | undefined;
let present: GpuOwner | undefined;

/** What lives on the page's device now; nothing without one. */
export const gpuResources = (): GpuResourceCounts => present?.resources.read() ?? noResources;

/**
 * The page's device; undefined when there is none, when only a software adapter is there and `allowSoftware` is false, or when
 * devices were lost twice.
 */
export async function acquireDevice(allowSoftware: boolean): Promise<GpuOwner | undefined> {
  if (losses >= mostLosses) return undefined;
  const adapter = owner === undefined ? await findAdapter(allowSoftware) : undefined;
  if (owner === undefined && adapter === undefined) return undefined;
  if (owner === undefined && adapter !== undefined) owner = openDevice(adapter);
  const opened = await owner;
  return opened?.isLost ? acquireDevice(allowSoftware) : opened;
}

/** Destroys the device, as when the card goes: every renderer on it draws with Canvas2D and asks for another one. */
export function releaseDevice(): void {
  present?.device.destroy();
}

async function findAdapter(allowSoftware: boolean): Promise<GPUAdapter | undefined> {
  // The browser may have WebGPU and still refuse an adapter, by null or by rejecting; either way there is none.
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (!adapter || (adapter.info.isFallbackAdapter && !allowSoftware)) return undefined;
  return adapter;
}

async function openDevice(adapter: GPUAdapter): Promise<GpuOwner | undefined> {
  let device: GPUDevice | undefined;
  try {
    device = await adapter.requestDevice({ label: "page" });
    const format = navigator.gpu.getPreferredCanvasFormat();
    const resources = new GpuResources(device);
    present = new GpuOwner(resources, format, await openGpuPasses({ resources, format }));
    return present;
  } catch (error) {
    console.error("gpu.open", error);
    owner = undefined; // whoever asks next tries anew
    device?.destroy();
    return undefined;
  }
}
