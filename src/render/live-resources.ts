/** What all renderers of the page hold at the moment: tests compare it before and after windows were open. */
import { type SoftwareCounts, softwareResources } from "./canvas2d.ts";
import { gpuResources } from "./device.ts";
import type { GpuResourceCounts } from "./gpu-resources.ts";

export interface LiveResources {
  readonly webgpu: GpuResourceCounts;
  readonly canvas2d: SoftwareCounts;
}

export const liveResources = (): LiveResources => ({ webgpu: gpuResources(), canvas2d: softwareResources() });
