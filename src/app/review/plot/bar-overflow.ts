/** Which controls of a window's bar stand in it, and which behind 'More': pure. */

/** A control that may go: the higher its rank, the sooner. Its width is that of when it was last in the bar, CSS px. */
export interface BarToolFacts {
  readonly id: string;
  readonly rank: number;
  readonly widthPx: number;
  /** Words of a control that is understood without them: they go alone, and first, and stand nowhere else. */
  readonly isWords?: boolean;
}

/** What is needed least while signals are read goes first. What opens a dialog stays in the bar: it would open under the panel. */
export const barRanks = {
  words: 7,
  engine: 6,
  facts: 5,
  rows: 4,
  shading: 3,
  artifacts: 2,
  fit: 1,
  sheet: 1,
  baseline: 1,
  hide: 2,
  incomplete: 1,
  agreement: 1,
  detection: 0,
  reduction: 0,
  sensitivity: -1,
  montage: -2,
} as const;

/** Of what never goes. */
export const pinnedRank = Number.NEGATIVE_INFINITY;

export interface BarRoom {
  /** By how much what is in the bar is wider than it; 0: it fits. CSS px */
  readonly overflowPx: number;
  /** What is free between the controls at either side, and what names give way that are wider than they need to be, CSS px. */
  readonly freePx: number;
}

/** CSS px: between two controls; what 'More' takes of the bar; what must be left over for one to come back, so that none comes and goes. */
export const gapPx = 4;
const morePx = 30;
const sparePx = 6;

/** Whether anything stands behind 'More'. */
export const hasBehind = (tools: Iterable<BarToolFacts>, collapsed: ReadonlySet<string>): boolean =>
  [...tools].some(({ id, isWords }) => isWords !== true && collapsed.has(id));

/**
 * The controls behind 'More' from now on, and words that are left out: all of a higher rank than the first that does not fit. The same set
 * where nothing changes.
 */
export function fitBar(
  tools: readonly BarToolFacts[],
  collapsed: ReadonlySet<string>,
  { overflowPx, freePx }: BarRoom,
): ReadonlySet<string> {
  const needed = ({ id, widthPx }: BarToolFacts) =>
    widthPx === 0 ? 0 : widthPx + gapPx + (collapsed.has(id) ? sparePx : 0);
  const shownPx = tools.reduce((sum, tool) => sum + (collapsed.has(tool.id) ? 0 : needed(tool)), 0);
  let roomPx = shownPx + freePx - overflowPx + (hasBehind(tools, collapsed) ? morePx : 0);
  if (tools.reduce((sum, tool) => sum + needed(tool), 0) <= roomPx) return collapsed.size === 0 ? collapsed : new Set();
  const sameOr = (gone: readonly string[]) =>
    gone.length === collapsed.size && gone.every((id) => collapsed.has(id)) ? collapsed : new Set(gone);
  const words = tools.filter(({ isWords, widthPx }) => isWords === true && widthPx > 0);
  const others = tools.filter(({ isWords }) => isWords !== true);
  if (others.reduce((sum, tool) => sum + needed(tool), 0) <= roomPx) return sameOr(words.map(({ id }) => id));
  roomPx -= morePx;
  const gone = tools
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .filter((tool) => {
      roomPx -= needed(tool);
      return roomPx < 0 && tool.widthPx > 0 && tool.rank !== pinnedRank;
    })
    .map(({ id }) => id);
  return sameOr(gone);
}
