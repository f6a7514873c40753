/** Which tiles to draw for a view: the exact ones, then, where those are missing, the same recipe at another width. */
import type { SignalGroup } from "../../protocol/recordings.ts";
import { columnSamplesOf, tileSamples, tilesOf } from "../tile-grid.ts";
import type { StoredTile, TileStore } from "./tile-store.ts";

export interface SampleRange {
  start: number;
  end: number;
}

export interface Picked {
  tiles: StoredTile[];
  /** Grid samples of the view, and of the recording, for which there is no exact tile; ascending. */
  missing: readonly SampleRange[];
  /** Parts of them that provisional tiles show, ascending. */
  provisional: readonly SampleRange[];
  /** Parts of them that nothing shows. */
  bare: readonly SampleRange[];
  /** Every exact tile is here. */
  isComplete: boolean;
}

/** Best first. Other widths are tried from the nearest on, the finer of two equally near ones first. */
export function pickTiles(
  store: TileStore,
  series: number,
  group: SignalGroup,
  view: { startSample: number; endSample: number; widthPx: number },
): Picked {
  const columnSamples = columnSamplesOf(view, group);
  const range = tilesOf(view, group.sample_count, columnSamples);
  if (range === null) return { tiles: [], missing: [], provisional: [], bare: [], isComplete: true };
  const length = tileSamples(columnSamples);
  const tiles: StoredTile[] = [];
  let open: SampleRange[] = [];
  for (let index = range.first; index <= range.last; index++) {
    const stored = store.get(series, columnSamples, index);
    if (stored !== undefined) tiles.push(stored);
    const start = Math.max(hereUntil(stored, columnSamples, index, group.sample_count), view.startSample, 0);
    const end = Math.min((index + 1) * length, view.endSample, group.sample_count);
    if (start < end) open.push({ start, end });
  }
  const missing = open;
  const isComplete = missing.length === 0;
  const provisional: SampleRange[] = [];
  if (!isComplete)
    for (const grid of byNearness(store.grids(series), columnSamples)) {
      const first = open[0].start;
      const last = open[open.length - 1].end;
      for (const stored of store.touching(series, grid, first, last)) {
        const { firstSample, count, samplesPerColumn, isProvisional } = stored.tile;
        const shown = { start: firstSample, end: firstSample + count * samplesPerColumn };
        const rest = subtract(open, shown);
        if (rest !== null) {
          tiles.push(stored);
          if (isProvisional) provisional.push(...within(open, shown));
          open = rest;
        }
        if (open.length === 0) break;
      }
      if (open.length === 0) break;
    }
  return { tiles, missing, provisional: joined(provisional), bare: open, isComplete };
}

/** Up to where a tile is exact: one that was made before its recording grew is so up to its last column. */
function hereUntil(stored: StoredTile | undefined, columnSamples: number, index: number, sampleCount: number): number {
  const length = tileSamples(columnSamples);
  if (stored === undefined) return index * length;
  const end = (index + 1) * length;
  return stored.endSample >= Math.min(end, sampleCount)
    ? end
    : Math.floor(stored.endSample / columnSamples) * columnSamples;
}

/** Grid sample up to which, from the start of the view on, every exact tile is here; Infinity at the recording's end. */
export function readyUntil(
  store: TileStore,
  series: number,
  group: SignalGroup,
  view: { startSample: number; endSample: number; widthPx: number },
): number {
  const columnSamples = columnSamplesOf(view, group);
  const length = tileSamples(columnSamples);
  let index = Math.floor(Math.max(0, view.startSample) / length);
  const until = () => hereUntil(store.get(series, columnSamples, index), columnSamples, index, group.sample_count);
  while (index * length < group.sample_count && until() === (index + 1) * length) index++;
  return index * length >= group.sample_count ? Number.POSITIVE_INFINITY : until();
}

/** Grids of the store, but for the exact one; a provisional one is as near as its columns are wide. */
const byNearness = (grids: Iterable<number>, columnSamples: number): number[] =>
  [...grids]
    .filter((grid) => grid !== columnSamples)
    .map((grid) => ({ grid, width: Math.abs(grid), ratio: Math.abs(Math.log2(Math.abs(grid) / columnSamples)) }))
    .sort((a, b) => a.ratio - b.ratio || a.width - b.width)
    .map(({ grid }) => grid);

/** In their order, those that touch as one. */
function joined(spans: readonly SampleRange[]): SampleRange[] {
  const all: SampleRange[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** The parts of `spans` inside `cut`. */
const within = (spans: readonly SampleRange[], cut: SampleRange): SampleRange[] =>
  spans
    .map(({ start, end }) => ({ start: Math.max(start, cut.start), end: Math.min(end, cut.end) }))
    .filter(({ start, end }) => end > start);

/** `spans` (ascending, disjoint) without `cut`, or null when `cut` touches none of them. */
export function subtract(spans: readonly SampleRange[], cut: SampleRange): SampleRange[] | null {
  if (!spans.some(({ start, end }) => cut.start < end && cut.end > start)) return null;
  return spans
    .flatMap(({ start, end }) => [
      { start, end: Math.min(end, cut.start) },
      { start: Math.max(start, cut.end), end },
    ])
    .filter(({ start, end }) => end > start);
}
