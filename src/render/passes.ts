/** All passes. A new one is a line here and in definitions.ts. */
import type { RasterCore } from "../signal/raster.ts";
import type { GpuPass, GpuTarget, Pass, SoftwarePass } from "./pass.ts";
import { type CellsLayer, cellsPass } from "./passes/cells.ts";
import { type FillsLayer, fillsPass } from "./passes/fills.ts";
import { type MarksLayer, marksPass } from "./passes/marks.ts";
import { type RectsLayer, rectsPass } from "./passes/rects.ts";
import { type TracesLayer, tracesPass } from "./traces/pass.ts";
import type { LayerBase } from "./types.ts";

const passes = {
  cells: cellsPass,
  fills: fillsPass,
  marks: marksPass,
  rects: rectsPass,
  traces: tracesPass,
} satisfies Record<Layer["kind"], unknown>;

export type Layer = CellsLayer | FillsLayer | MarksLayer | RectsLayer | TracesLayer;
export type PassKind = Layer["kind"];

/** A table of what each pass made, for whoever has a layer of any kind. */
type ByKind<T> = Readonly<Record<PassKind, T>>;

const kinds = Object.keys(passes) as PassKind[];
// The entry of a layer's kind takes that layer: the table above is all there is to see to it.
const entries = passes as unknown as ByKind<Pass<LayerBase>>;

export async function openGpuPasses(target: GpuTarget): Promise<ByKind<GpuPass<LayerBase>>> {
  const opened = await Promise.all(kinds.map(async (kind) => [kind, await entries[kind].openGpu(target)] as const));
  return Object.fromEntries(opened) as ByKind<GpuPass<LayerBase>>;
}

export const openSoftwarePasses = (core: RasterCore): ByKind<SoftwarePass<LayerBase>> =>
  Object.fromEntries(kinds.map((kind) => [kind, entries[kind].openSoftware(core)])) as ByKind<SoftwarePass<LayerBase>>;
