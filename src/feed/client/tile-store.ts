/** The tiles in the page's hands: by series, column width and index, within a budget of bytes, the longest unused go first. */
import type { TraceTile } from "../types.ts";

export interface StoredTile {
  tile: TraceTile;
  series: number;
  index: number;
  /** Grid sample up to which it was made. */
  endSample: number;
  bytes: number;
  usedAt: number;
}

type ByIndex = Map<number, StoredTile>;

/** Names the grid of a tile: its column width, negative where the tile is provisional (a grid of its own). */
const gridOf = ({ samplesPerColumn, isProvisional }: TraceTile) =>
  isProvisional ? -samplesPerColumn : samplesPerColumn;

export class TileStore {
  private readonly series = new Map<number, Map<number, ByIndex>>();
  private readonly all = new Map<number, StoredTile>();
  private total = 0;
  private clock = 0;
  /** Raised whenever tiles come or go. */
  version = 0;

  constructor(private readonly budget: number) {}

  get bytes(): number {
    return this.total;
  }

  /** Returns the id of the tile that does not stay: the one made of less of a recording that grows; null where there is none. */
  add(series: number, index: number, tile: TraceTile, endSample: number): number | null {
    const before = this.series.get(series)?.get(gridOf(tile))?.get(index);
    if (before !== undefined && before.endSample > endSample) return tile.id;
    if (before !== undefined) this.drop(before);
    const tiles = this.tilesFor(series, gridOf(tile));
    const bytes = tile.data.byteLength + tile.breaks.byteLength;
    const stored = { tile, series, index, endSample, bytes, usedAt: ++this.clock };
    tiles.set(index, stored);
    this.all.set(tile.id, stored);
    this.total += bytes;
    this.version++;
    return before?.tile.id ?? null;
  }

  /** A recording has grown: what its tiles are good for is to be asked anew. */
  touch(): void {
    this.version++;
  }

  /** An exact tile. */
  get(series: number, columnSamples: number, index: number): StoredTile | undefined {
    return this.series.get(series)?.get(columnSamples)?.get(index);
  }

  /** Grids of which the series has tiles: column widths, those of provisional tiles negative. */
  grids(series: number): Iterable<number> {
    return this.series.get(series)?.keys() ?? [];
  }

  /** Tiles of one grid whose samples touch [start, end), ascending. */
  touching(series: number, grid: number, start: number, end: number): StoredTile[] {
    const tiles = this.series.get(series)?.get(grid);
    if (tiles === undefined) return [];
    return [...tiles.values()]
      .filter(({ tile }) => tile.firstSample < end && tile.firstSample + tile.count * tile.samplesPerColumn > start)
      .sort((a, b) => a.index - b.index);
  }

  use(stored: StoredTile): void {
    stored.usedAt = ++this.clock;
  }

  /** Lets tiles go until the rest fits the budget, never those `isHeld` names. Returns their ids. */
  trim(isHeld: (id: number) => boolean): number[] {
    if (this.total <= this.budget) return [];
    const gone: number[] = [];
    for (const stored of [...this.all.values()].sort((a, b) => a.usedAt - b.usedAt)) {
      if (this.total <= this.budget) break;
      if (isHeld(stored.tile.id)) continue;
      this.drop(stored);
      gone.push(stored.tile.id);
    }
    if (gone.length > 0) this.version++;
    return gone;
  }

  /** Lets all tiles of a series go. Returns their ids. */
  dropSeries(series: number): number[] {
    const gone = [...(this.series.get(series)?.values() ?? [])].flatMap((tiles) => [...tiles.values()]);
    for (const stored of gone) this.drop(stored);
    if (gone.length > 0) this.version++;
    return gone.map(({ tile }) => tile.id);
  }

  private tilesFor(series: number, columnSamples: number): ByIndex {
    const widths = this.series.get(series) ?? new Map<number, ByIndex>();
    this.series.set(series, widths);
    const tiles: ByIndex = widths.get(columnSamples) ?? new Map();
    widths.set(columnSamples, tiles);
    return tiles;
  }

  private drop({ tile, series, index, bytes }: StoredTile): void {
    this.all.delete(tile.id);
    this.total -= bytes;
    const widths = this.series.get(series);
    const tiles = widths?.get(gridOf(tile));
    tiles?.delete(index);
    if (tiles?.size === 0) widths?.delete(gridOf(tile));
    if (widths?.size === 0) this.series.delete(series);
  }
}
