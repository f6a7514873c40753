/**
 * The ladder of column widths. Columns are counted from the recording start (grid index 0), so a column holds the same
 * samples at every scroll position: nothing shimmers, and a tile computed once serves every view at that zoom.
 */

/** Columns of one tile: the unit that is requested, computed, cached and uploaded. */
export const tileColumns = 512;
/** Up to this many samples per device pixel the line through the samples themselves is drawn. */
export const maxSamplesPerPixelDrawn = 16;
/** Finest level of the derived pyramid, and the factor between its levels. */
export const pyramidBase = 64;
export const pyramidFactor = 8;
export const pyramidLevels = [64, 512, 4096, 32768] as const;

/** Pyramid level a column width is made of, or null when the columns are narrower than the finest level. */
function pyramidLevelFor(samplesPerPixel: number): number | null {
  if (samplesPerPixel < pyramidBase) return null;
  let level = pyramidBase;
  for (const candidate of pyramidLevels) if (candidate * pyramidFactor <= samplesPerPixel) level = candidate;
  return level;
}

/**
 * Samples per column for a view: 1 means the samples themselves are drawn, up to `mostDrawn` a pixel; otherwise the largest
 * ladder width that is not wider than a device pixel. From `pyramidBase` on it is a multiple of a pyramid level.
 */
export function samplesPerColumn(samplesPerPixel: number, mostDrawn = maxSamplesPerPixelDrawn): number {
  if (samplesPerPixel <= mostDrawn) return 1;
  const level = pyramidLevelFor(samplesPerPixel);
  if (level === null) return Math.floor(samplesPerPixel);
  return level * Math.floor(samplesPerPixel / level);
}
