/** The pass of traces: rows of one grid, as lines through samples and columns of extremes. */
import type { Pass } from "../pass.ts";
import type { LayerBase, TraceGrid, TraceTile } from "../types.ts";
import { openGpuTraces } from "./gpu.ts";
import { SoftwareTraces } from "./software.ts";

export interface TracesLayer extends LayerBase, TraceGrid {
  readonly kind: "traces";
  /** What there is of the grid; earlier ones go first. */
  readonly tiles: readonly TraceTile[];
}

export const tracesPass: Pass<TracesLayer> = {
  openGpu: openGpuTraces,
  openSoftware: (core) => new SoftwareTraces(core),
};
