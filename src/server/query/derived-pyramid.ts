/**
 * Long filtered views: min/max levels of the filtered signal, built chunk by chunk when first looked at and kept on disk.
 * A page is merged from the coarsest level that divides its columns, so it costs its columns, whatever its span.
 */
import { pyramidLevels } from "../../domain/grid.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import { type ChunkIdentity, readChunk } from "./chunk-file.ts";
import type { Asker, ComputePool } from "./compute-pool.ts";
import { type DerivedCache, pyramidKey } from "./derived-cache.ts";
import { chunkColumns, chunkSamples, chunksOf, levelDividing } from "./page-geometry.ts";
import { cancelled, PageRefused, refusals } from "./page-refused.ts";

export interface DerivedPage {
  result: Promise<ColumnResult>;
  /** 0..1 of the chunks of this page. */
  progress(): number;
}

export interface DerivedPageOrder {
  recording: RecordingDetail;
  group: SignalGroup;
  recipe: Recipe;
  /** samplesPerColumn is a multiple of the finest pyramid level. */
  grid: ColumnGrid;
}

const attempts = 3;
/** Chunks of one page that are read or waited for side by side. */
const sideBySide = 8;

export class DerivedPyramid {
  constructor(
    private readonly pool: ComputePool,
    private readonly cache: DerivedCache,
    private readonly coreHash: string,
  ) {}

  /** Builds what is missing and merges the page. Fails with PageRefused. */
  page(order: DerivedPageOrder, asker: Asker): DerivedPage {
    const { recording, group, recipe, grid } = order;
    const chunks = chunksOf(grid, group.sample_count);
    const rows = recipe.derivations.length;
    const into: ColumnResult = {
      data: new Float32Array(rows * grid.columns * 2).fill(Number.NaN),
      breaks: new Uint8Array(grid.columns),
    };
    if (chunks === null) return { result: Promise.resolve(into), progress: () => 1 };
    const key = pyramidKey(recording, group, recipe, this.coreHash);
    const total = chunks.last - chunks.first + 1;
    const fractions = new Map<number, () => number>();
    let done = 0;
    let next = chunks.first;
    const work = async () => {
      while (next <= chunks.last) {
        const chunk = next++;
        const identity = { key, chunk, rows, columns: chunkColumns(chunk, group.sample_count) };
        await this.addChunk(order, identity, asker, into, (progress) => fractions.set(chunk, progress));
        fractions.delete(chunk);
        done++;
      }
    };
    const result = Promise.all(Array.from({ length: Math.min(total, sideBySide) }, work)).then(() => into);
    return {
      result,
      progress: () => (done + [...fractions.values()].reduce((sum, fraction) => sum + fraction(), 0)) / total,
    };
  }

  private async addChunk(
    order: DerivedPageOrder,
    identity: ChunkIdentity,
    asker: Asker,
    into: ColumnResult,
    onProgress: (progress: () => number) => void,
  ): Promise<void> {
    const { recording, group, recipe, grid } = order;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (asker.signal.aborted) throw cancelled();
      const file = await this.cache.open(identity);
      if (file !== null)
        try {
          await mergeInto(into, grid, identity, (part) => readChunk(file, identity, part));
          return;
        } catch {
          await this.cache.drop(this.cache.pathOf(identity)); // it broke while it was read
        } finally {
          await file.close();
        }
      const { result, progress } = this.pool.run(
        {
          recording,
          modality: group.modality,
          task: { kind: "chunk", recipe, identity, path: this.cache.pathOf(identity) },
          key: `${identity.key}/${identity.chunk}`,
        },
        asker,
      );
      onProgress(progress);
      await result;
      await this.cache.added(identity);
    }
    throw new PageRefused("internal", refusals.internal);
  }
}

/** Merges the part of a chunk that lies in the grid into the page. */
async function mergeInto(
  into: ColumnResult,
  { firstColumn, columns, samplesPerColumn }: ColumnGrid,
  identity: ChunkIdentity,
  read: (part: { level: number; from: number; to: number }) => Promise<{ data: Float32Array; breaks: Uint8Array }>,
): Promise<void> {
  const width = levelDividing(samplesPerColumn);
  if (width === null) throw new RangeError(`Columns of ${samplesPerColumn} samples are not made of a level.`);
  const level = pyramidLevels.indexOf(width);
  const perColumn = samplesPerColumn / width;
  const chunkFirst = (identity.chunk * chunkSamples) / width;
  const chunkEnd = chunkFirst + Math.ceil((identity.columns * pyramidLevels[0]) / width);
  const first = Math.max(chunkFirst, firstColumn * perColumn);
  const end = Math.min(chunkEnd, (firstColumn + columns) * perColumn);
  if (end <= first) return;
  const { data, breaks } = await read({ level, from: first - chunkFirst, to: end - chunkFirst });
  const count = end - first;
  const rows = identity.rows;
  for (let row = 0; row < rows; row++) {
    const target = row * columns;
    for (let k = 0; k < count; ) {
      const column = Math.floor((first + k) / perColumn) - firstColumn;
      const stop = Math.min(count, (column + firstColumn + 1) * perColumn - first);
      const at = 2 * (target + column);
      let low = into.data[at];
      let high = into.data[at + 1];
      for (; k < stop; k++) {
        const pair = 2 * (row * count + k);
        // A comparison with NaN is false: an empty entry changes nothing, an empty column takes what comes.
        if (data[pair] < low || Number.isNaN(low)) low = data[pair];
        if (data[pair + 1] > high || Number.isNaN(high)) high = data[pair + 1];
      }
      into.data[at] = low;
      into.data[at + 1] = high;
    }
  }
  for (let k = breaks.indexOf(1); k >= 0; k = breaks.indexOf(1, k + 1))
    into.breaks[Math.floor((first + k) / perColumn) - firstColumn] = 1;
}
