/** From a view to what it needs: strips of tiles to compute and pages to fetch, in the order of need. Pure. */
import { keptReadyMs } from "../../domain/time/playback.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import {
  coarseSamplesOf,
  columnSamplesOf,
  leafBytes,
  leafSamples,
  leavesPerPage,
  regimeOf,
  stripTiles,
  type TileGrid,
  tileElements,
  tileSamples,
  tilesOf,
} from "../tile-grid.ts";

/** Visible before ahead (playback) before idle (neighbour pages of a view at rest). */
export type Tier = 0 | 1 | 2;
export const tiers = { visible: 0, ahead: 1, idle: 2 } as const satisfies Record<string, Tier>;

export interface View {
  startSample: number;
  endSample: number;
  widthPx: number;
  speed: number;
}

/** Bounds of what is prepared ahead of need, in bytes; shared out among the windows by the caller. */
export interface AheadBudget {
  tileBytes: number;
  pageBytes: number;
}

/** Tiles [firstTile, lastTile] that are made in one go, and pages [firstPage, lastPage] they are made of. */
export interface PlannedStrip extends TileGrid {
  firstTile: number;
  lastTile: number;
  firstPage: number;
  lastPage: number;
  tier: Tier;
  /** Wall milliseconds until playback reaches it; 0 when it is in view or nothing plays. */
  needMs: number;
  /** False beyond the tile budget: its pages are fetched, its tiles not made yet. */
  isComputed: boolean;
}

export interface PlannedPage extends TileGrid {
  index: number;
  tier: Tier;
  needMs: number;
}

export interface ViewPlan extends TileGrid {
  visible: { first: number; last: number } | null;
  strips: PlannedStrip[];
  pages: PlannedPage[];
  /** The provisional picture, in case the exact one takes long: a strip and a page a tile. None while it plays. */
  coarse: { strips: PlannedStrip[]; pages: PlannedPage[] };
}

const noCoarse: ViewPlan["coarse"] = { strips: [], pages: [] };

/**
 * Plans one view of a group. `warmup`: samples before a seek (FilterPlan), `rows`: derivations of the recipe. `isMean`: columns are means, of which a
 * coarse picture costs the server every sample in view too: there is none.
 */
export function planView(
  group: SignalGroup,
  view: View,
  { warmup, rows, isMean, budget }: { warmup: number; rows: number; isMean: boolean; budget: AheadBudget },
): ViewPlan {
  const columnSamples = columnSamplesOf(view, group);
  const regime = regimeOf(group, columnSamples, warmup);
  const visible = tilesOf(view, group.sample_count, columnSamples);
  if (visible === null || group.channels.length === 0)
    return { columnSamples, regime, visible: null, strips: [], pages: [], coarse: noCoarse };

  const perStrip = regime === "raw" ? stripTiles(columnSamples, warmup) : 1;
  const stripSamples = perStrip * tileSamples(columnSamples);
  const lastStrip = Math.ceil(group.sample_count / stripSamples) - 1;
  const lastTile = Math.ceil(group.sample_count / tileSamples(columnSamples)) - 1;
  const pageLength = regime === "raw" ? leafSamples(group) : stripSamples;
  const pageCount = Math.ceil(group.sample_count / pageLength);
  const strip = (index: number, tier: Tier, needMs: number, isComputed: boolean): PlannedStrip => {
    const end = Math.min(group.sample_count, (index + 1) * stripSamples);
    const start = regime === "raw" ? Math.max(0, index * stripSamples - warmup) : index * stripSamples;
    return {
      regime,
      columnSamples,
      firstTile: index * perStrip,
      lastTile: Math.min(lastTile, (index + 1) * perStrip - 1),
      firstPage: Math.floor(start / pageLength),
      lastPage: Math.ceil(end / pageLength) - 1,
      tier,
      needMs,
      isComputed,
    };
  };

  const first = Math.floor(visible.first / perStrip);
  const last = Math.floor(visible.last / perStrip);
  const inView = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const centre = (view.startSample + view.endSample) / 2;
  const farFromCentre = (index: number) => Math.abs((index + 0.5) * stripSamples - centre);
  if (view.speed === 0) inView.sort((a, b) => farFromCentre(a) - farFromCentre(b));
  else if (view.speed < 0) inView.reverse();
  const strips = inView.map((index) => strip(index, tiers.visible, 0, true));

  const tileBytes = rows * tileElements(columnSamples) * (columnSamples === 1 ? 4 : 8) * Math.max(1, perStrip);
  const stripPageBytes = regime === "raw" ? leafBytes(group) * (stripSamples / pageLength) : tileBytes;
  const maxComputed = Math.max(1, Math.floor(budget.tileBytes / tileBytes));
  const maxFetched =
    regime === "raw" ? Math.max(1, Math.floor(budget.pageBytes / Math.max(1, stripPageBytes))) : maxComputed;
  const viewSamples = view.endSample - view.startSample;
  let prepared = 0;
  const prepare = (index: number, tier: Tier, needMs: number) => {
    if (index < 0 || index > lastStrip || prepared >= maxFetched) return;
    strips.push(strip(index, tier, needMs, prepared++ < maxComputed));
  };

  if (view.speed !== 0) {
    const samplesPerMs = (Math.abs(view.speed) * group.sampling_hz) / 1000;
    const reach = (keptReadyMs(view.speed, (viewSamples * 1000) / group.sampling_hz) * group.sampling_hz) / 1000;
    const count = Math.ceil(reach / stripSamples);
    for (let k = 1; k <= count && prepared < maxFetched; k++) {
      const index = view.speed > 0 ? last + k : first - k;
      const distance =
        view.speed > 0 ? index * stripSamples - view.endSample : view.startSample - (index + 1) * stripSamples;
      prepare(index, tiers.ahead, Math.max(0, distance / samplesPerMs));
    }
  } else {
    const count = Math.ceil(viewSamples / stripSamples);
    for (let k = 1; k <= count; k++) {
      prepare(last + k, tiers.idle, 0);
      prepare(first - k, tiers.idle, 0);
    }
  }
  const pages = pagesOf(strips, regime === "raw" ? leavesPerPage : 1, pageCount);
  return {
    columnSamples,
    regime,
    visible,
    strips,
    pages,
    coarse: isMean ? noCoarse : planCoarse(group, view, columnSamples),
  };
}

function planCoarse(group: SignalGroup, view: View, exact: number): ViewPlan["coarse"] {
  const columnSamples = view.speed === 0 ? coarseSamplesOf(view, exact) : null;
  const range = columnSamples === null ? null : tilesOf(view, group.sample_count, columnSamples, "coarse");
  if (range === null || columnSamples === null) return noCoarse;
  const grid = { regime: "coarse", columnSamples } as const;
  const pages = Array.from(
    { length: range.last - range.first + 1 },
    (_, k): PlannedPage => ({ ...grid, index: range.first + k, tier: tiers.visible, needMs: 0 }),
  );
  const strips = pages.map(({ index, tier, needMs }): PlannedStrip => {
    const place = { firstTile: index, lastTile: index, firstPage: index, lastPage: index };
    return { ...grid, ...place, tier, needMs, isComputed: true };
  });
  return { strips, pages };
}

/**
 * The pages of the strips, each once, with the tier and time of the first strip that needs it. What is prepared ahead is
 * rounded out to `perRequest` pages, so that playback asks in few requests.
 */
function pagesOf(strips: readonly PlannedStrip[], perRequest: number, pageCount: number): PlannedPage[] {
  const pages = new Map<number, PlannedPage>();
  for (const { regime, columnSamples, firstPage, lastPage, tier, needMs } of strips) {
    const round = tier === tiers.visible ? 1 : perRequest;
    const first = Math.floor(firstPage / round) * round;
    const end = Math.min(pageCount, Math.ceil((lastPage + 1) / round) * round);
    for (let index = first; index < end; index++)
      if (!pages.has(index)) pages.set(index, { regime, columnSamples, index, tier, needMs });
  }
  return [...pages.values()];
}

/** True when the two views share no sample, or not the same columns: nothing of the one serves the other. */
export const isJump = (from: View, to: View): boolean =>
  to.startSample >= from.endSample || to.endSample <= from.startSample;
