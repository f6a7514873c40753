/** What a pass is: one kind of layer, with its pipelines on a GPU, its software twin, and the definition that both are held to. */
import type { RasterCore } from "../signal/raster.ts";
import type { GpuResources } from "./gpu-resources.ts";
import type { LayerBase, Rect, Rgba } from "./types.ts";

/** The device that pipelines are made on, and the format of what they draw to. */
export interface GpuTarget {
  readonly resources: GpuResources;
  readonly format: GPUTextureFormat;
}

/** One layer of one window on the GPU: buffers that grow and are reused. */
export interface GpuLayer<L extends LayerBase> extends Disposable {
  /** Uploads what this layer needs and is not there yet. */
  write(layer: L): void;
  /** Finds out what is to be drawn, before anything is. */
  compute?(pass: GPUComputePassEncoder): void;
  /** Draws the layer written last. The viewport is the layer's clip. */
  draw(pass: GPURenderPassEncoder): void;
}

/** A pass on one device. */
export interface GpuPass<L extends LayerBase> {
  /** What is asked for from now on stays until the next call. */
  beginFrame?(): void;
  /** Another number when what layers have bound was replaced; without it they bind nothing that is shared. */
  version?(): number;
  open(): GpuLayer<L>;
}

/** Pixel columns [x, x + width) of a picture in the rasteriser's memory, `height` RGBA rows from byte `at` on, `stride` bytes apart. */
export interface SoftwareTarget {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly at: number;
  readonly stride: number;
}

/** The ground under the target: `period` rows of the memory that repeat down the picture. */
export interface SoftwareGround {
  readonly at: number;
  readonly stride: number;
  readonly period: number;
}

/** How far a layer moved to the left since it was drawn, and from how near to what is new its pixels must be drawn anew. */
export interface Moved {
  readonly by: number;
  readonly reach: number;
}

export interface SoftwarePass<L extends LayerBase> {
  /** Paints the ground itself, just before what is drawn on it, when it draws first and over the whole picture. */
  readonly paintsGround?: boolean;
  /** Throws RangeError for what does not fit into the rasteriser's memory. */
  draw(layer: L, target: SoftwareTarget, ground: SoftwareGround | null): void;
  /** Null, as without it, when the layer has to be drawn as a whole. */
  moved?(was: L, now: L): Moved | null;
}

/** Whether a layer is as large as before, and where it was. */
export const isSameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Blends a pixel of the clip: coverage 0..1. */
export type BlendPixel = (x: number, y: number, colour: Rgba, coverage: number) => void;

export interface Pass<L extends LayerBase> {
  openGpu(target: GpuTarget): Promise<GpuPass<L>>;
  openSoftware(core: RasterCore): SoftwarePass<L>;
}

/** The layer's drawing definition in plain float64; golden tests alone call it. */
export type Definition<L extends LayerBase> = (layer: L, blend: BlendPixel) => void;
