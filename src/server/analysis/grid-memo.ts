/** Where the values of analyses are, kept: of recordings with thousands of segments it takes a while to find out. */
import { type Analysis, analysisKey } from "../../protocol/analysis.ts";
import type { StoredRecording } from "../recordings/index.ts";
import type { DerivedGrid } from "./types.ts";

const mostGrids = 64;

/** Everything of a recording that the samples of its groups follow from. */
const versionOf = ({ data_object_id, data_version, start_ms, tail, groups }: StoredRecording) => [
  data_object_id,
  data_version,
  start_ms,
  tail?.revision ?? null,
  groups.map(({ sample_count }) => sample_count),
];

export class GridMemo {
  /** The longest unused first. */
  private readonly grids = new Map<string, DerivedGrid>();

  /** The grid of an analysis of these recordings, made when it is not known. @throws what `make` does */
  of(analysis: Analysis, recordings: readonly StoredRecording[], make: () => DerivedGrid): DerivedGrid {
    const key = JSON.stringify([analysisKey(analysis), recordings.map(versionOf)]);
    const grid = this.grids.get(key) ?? make();
    this.grids.delete(key);
    this.grids.set(key, grid);
    if (this.grids.size > mostGrids) this.grids.delete(this.grids.keys().next().value as string);
    return grid;
  }
}
