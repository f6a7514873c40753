/**
 * Long filtered views: min/max levels of the filtered signal, built piece by piece when first looked at; chunks of pieces
 * are kept on disk. A page is merged from the coarsest level that divides its columns, so it costs its columns, whatever
 * its span.
 */
import { pyramidBase, pyramidLevels } from "../../domain/time/grid.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { warmupOf } from "../../signal/filter-sets.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import { type ChunkIdentity, readChunk } from "./chunk-file.ts";
import type { ComputePool } from "./compute-pool.ts";
import { chunkKey, type DerivedCache, pyramidKey } from "./derived-cache.ts";
import { loopShare } from "./loop-share.ts";
import { chunkColumns, chunkSamples, chunksOf, isChunkOpen, levelDividing, pieceSamplesFor } from "./page-geometry.ts";
import { cancelled } from "./page-refused.ts";
import { piece as pieceTask } from "./tasks/piece.ts";
import type { Asker } from "./turns.ts";
import type { Piece, YoungChunks } from "./young-chunks.ts";

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

/** Chunks of one page that are read or waited for side by side. */
const sideBySide = 8;

/** A page under way. */
interface Making {
  order: DerivedPageOrder;
  asker: Asker;
  /** Null until the first part of it is there: a page that waits, or is cancelled, takes no memory. */
  into: ColumnResult | null;
  /** Position of the level its columns are made of. */
  level: number;
  pieceSamples: number;
}

/** A chunk as far as there are samples of it. */
interface Chunk extends ChunkIdentity {
  /** Columns of the finest level; of one that is open fewer than `columns`. */
  held: number;
  /** The recording grows and ends in it: it has no file, and only whole pieces of it are kept. */
  isOpen: boolean;
}

export class DerivedPyramid {
  constructor(
    private readonly pool: ComputePool,
    private readonly cache: DerivedCache,
    private readonly young: YoungChunks,
    private readonly coreHash: string,
  ) {}

  /** Builds what is missing and merges the page. Fails with PageRefused. */
  page(order: DerivedPageOrder, asker: Asker): DerivedPage {
    const { group, recipe, grid } = order;
    const chunks = chunksOf(grid, group.sample_count);
    if (chunks === null) return { result: Promise.resolve(emptyPage(order)), progress: () => 1 };
    const width = levelDividing(grid.samplesPerColumn);
    if (width === null) throw new RangeError(`Columns of ${grid.samplesPerColumn} samples are not made of a level.`);
    const level = pyramidLevels.indexOf(width);
    const pieceSamples = pieceSamplesFor(warmupOf(recipe, group.sampling_hz));
    const making: Making = { order, asker, into: null, level, pieceSamples };
    const identify = this.identifier(order);
    const total = chunks.last - chunks.first + 1;
    const fractions = new Map<number, () => number>();
    let done = 0;
    let next = chunks.first;
    const work = async () => {
      while (next <= chunks.last) {
        const chunk = next++;
        await this.addChunk(making, identify(chunk), (progress) => fractions.set(chunk, progress));
        fractions.delete(chunk);
        done++;
      }
    };
    const result = Promise.all(Array.from({ length: Math.min(total, sideBySide) }, work)).then(() => pageOf(making));
    return {
      result,
      progress: () => (done + [...fractions.values()].reduce((sum, fraction) => sum + fraction(), 0)) / total,
    };
  }

  private identifier({ recording, group, recipe }: Omit<DerivedPageOrder, "grid">): (chunk: number) => Chunk {
    const pyramid = pyramidKey(recording, group, recipe, this.coreHash);
    const rows = recipe.derivations.length;
    // One sample before a chunk at least: a gap that ends there is a break.
    const before = Math.max(1, warmupOf(recipe, group.sampling_hz));
    return (chunk) => {
      const [from, end] = [chunk * chunkSamples, (chunk + 1) * chunkSamples];
      const held = chunkColumns(chunk, group.sample_count);
      const isOpen = isChunkOpen(chunk, recording, group);
      const columns = isOpen ? chunkSamples / pyramidBase : held;
      return {
        pyramid,
        key: chunkKey(pyramid, { recording, group }, from - before, end),
        chunk,
        rows,
        columns,
        held,
        isOpen,
      };
    };
  }

  /**
   * Builds the chunks that are not on disk, one after another, and waits until each is stored. Returns how many there were.
   * Fails with PageRefused, or an Error when the disk does not take one.
   */
  async build({ recording, group, recipe }: Omit<DerivedPageOrder, "grid">, asker: Asker): Promise<number> {
    const identify = this.identifier({ recording, group, recipe });
    let built = 0;
    for (let chunk = 0; chunk * chunkSamples < group.sample_count; chunk++) {
      if (asker.signal.aborted) throw cancelled();
      const identity = identify(chunk);
      if (identity.isOpen || (await this.cache.has(identity))) continue;
      const grid = { firstColumn: chunk, columns: 1, samplesPerColumn: chunkSamples };
      await this.page({ recording, group, recipe, grid }, asker).result;
      await this.young.idle();
      if (!(await this.cache.has(identity))) throw new Error("A chunk could not be kept.");
      built++;
    }
    return built;
  }

  /** The chunk's part of the page: out of its file, else out of its pieces, built where they are missing. */
  private async addChunk(making: Making, identity: Chunk, onProgress: (progress: () => number) => void): Promise<void> {
    if (making.asker.signal.aborted) throw cancelled();
    const places = placesOf(making, identity);
    if (!identity.isOpen && places.some((place) => this.young.piece(identity, place) === undefined)) {
      if (await this.addFile(making, identity)) return;
      if (making.asker.signal.aborted) throw cancelled();
    }
    const progresses: (() => number)[] = [];
    onProgress(() => progresses.reduce((sum, progress) => sum + progress(), 0) / places.length);
    await Promise.all(
      places.map(async (place, k) => {
        const { piece, progress } = this.pieceAt(making, identity, place);
        progresses[k] = progress;
        const { data, breaks, firstColumn, columns } = (await piece)[making.level];
        await loopShare.turn(bytesOfPart(making, data));
        addPart(making, { data, breaks, first: firstColumn, count: columns });
      }),
    );
  }

  /** False when the chunk is not on disk. */
  private async addFile(making: Making, identity: ChunkIdentity): Promise<boolean> {
    const file = await this.cache.open(identity);
    if (file === null) return false;
    const { level } = making;
    try {
      const from = (identity.chunk * chunkSamples) / pyramidLevels[level];
      const whole = Math.ceil((identity.columns * pyramidBase) / pyramidLevels[level]);
      const { first, end } = partOf(making, from, from + whole);
      if (end > first) {
        const read = await readChunk(file, identity, { level, from: first - from, to: end - from });
        await loopShare.turn(bytesOfPart(making, read.data));
        addPart(making, { ...read, first, count: end - first });
      }
      return true;
    } catch {
      await this.cache.drop(this.cache.pathOf(identity)); // it broke while it was read
      return false;
    } finally {
      await file.close();
    }
  }

  private pieceAt({ order, asker, pieceSamples }: Making, identity: Chunk, place: number) {
    const known = this.young.piece(identity, place);
    if (known !== undefined) return { piece: known, progress: () => 1 };
    const { recording, group, recipe } = order;
    const from = place * (pieceSamples / pyramidBase);
    const columns = Math.min(pieceSamples / pyramidBase, identity.held - from);
    // What the end of a growing recording lies in is another piece each time, and short.
    const isGrowing =
      identity.isOpen && identity.chunk * chunkSamples + (place + 1) * pieceSamples > group.sample_count;
    const firstColumn = identity.chunk * (chunkSamples / pyramidBase) + from;
    const input = { recipe, firstColumn, columns };
    const key = `${identity.pyramid}/${firstColumn}${isGrowing ? `@${group.sample_count}` : ""}`;
    const work = { recording, modality: group.modality, task: pieceTask, input, key };
    const { result, progress } = this.pool.run(work, asker);
    const piece = result.then((levels): Piece => {
      const pieces = Math.ceil((identity.columns * pyramidBase) / pieceSamples);
      if (!isGrowing) this.young.add(identity, { place, pieces }, levels);
      return levels;
    });
    return { piece, progress };
  }
}

/** Entries [first, end) of the page's level that lie in [from, to) and in the page. */
function partOf({ order, level }: Making, from: number, to: number): { first: number; end: number } {
  const { firstColumn, columns, samplesPerColumn } = order.grid;
  const perColumn = samplesPerColumn / pyramidLevels[level];
  return { first: Math.max(from, firstColumn * perColumn), end: Math.min(to, (firstColumn + columns) * perColumn) };
}

/** Places in the chunk of the pieces that the page touches. */
function placesOf({ order, pieceSamples }: Making, { chunk, held }: Chunk): number[] {
  const { firstColumn, columns: wanted, samplesPerColumn } = order.grid;
  const origin = chunk * chunkSamples;
  const from = Math.max(0, firstColumn * samplesPerColumn - origin);
  const to = Math.min(held * pyramidBase, (firstColumn + wanted) * samplesPerColumn - origin);
  const places: number[] = [];
  for (let place = Math.floor(from / pieceSamples); place * pieceSamples < to; place++) places.push(place);
  return places;
}

/** Entries [first, first + count) of the page's level: pairs [row][entry][min, max], and breaks. */
interface Part extends ColumnResult {
  first: number;
  count: number;
}

function emptyPage({ recipe, grid }: DerivedPageOrder): ColumnResult {
  const data = new Float32Array(recipe.derivations.length * grid.columns * 2).fill(Number.NaN);
  return { data, breaks: new Uint8Array(grid.columns) };
}

/** What merging it touches: the page as well, where it is the first part of it. */
const bytesOfPart = ({ into, order: { recipe, grid } }: Making, { byteLength }: Float32Array): number =>
  byteLength + (into === null ? recipe.derivations.length * grid.columns * 8 : 0);

function pageOf(making: Making): ColumnResult {
  making.into ??= emptyPage(making.order);
  return making.into;
}

/** Merges what of the part lies in the page into it. */
function addPart(making: Making, { data, breaks, first: partFirst, count }: Part): void {
  const { order, level } = making;
  const into = pageOf(making);
  const { firstColumn, columns, samplesPerColumn } = order.grid;
  const perColumn = samplesPerColumn / pyramidLevels[level];
  const { first, end } = partOf(making, partFirst, partFirst + count);
  for (let row = 0; row < order.recipe.derivations.length; row++) {
    const target = row * columns;
    const source = row * count - partFirst;
    for (let entry = first; entry < end; ) {
      const column = Math.floor(entry / perColumn) - firstColumn;
      const stop = Math.min(end, (column + firstColumn + 1) * perColumn);
      const at = 2 * (target + column);
      let low = into.data[at];
      let high = into.data[at + 1];
      for (; entry < stop; entry++) {
        const pair = 2 * (source + entry);
        // A comparison with NaN is false: an empty entry changes nothing, an empty column takes what comes.
        if (data[pair] < low || Number.isNaN(low)) low = data[pair];
        if (data[pair + 1] > high || Number.isNaN(high)) high = data[pair + 1];
      }
      into.data[at] = low;
      into.data[at + 1] = high;
    }
  }
  for (let entry = first; entry < end; entry++)
    if (breaks[entry - partFirst] === 1) into.breaks[Math.floor(entry / perColumn) - firstColumn] = 1;
}
