/** How the rows of the panel share the height that there is. Pure; CSS px. */
import type { PanelRow } from "./panel.ts";

/** Of a row, from the upper edge of the first one. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
}

export interface PanelLayout {
  readonly places: readonly RowPlace[];
  /** Of all rows, and of the window. */
  readonly length: number;
  readonly inView: number;
}

/** Between rows. */
const gapPx = 4;

/** Rows are as high as they must be; what is left over is theirs by their shares. */
export function layPanel(rows: readonly Pick<PanelRow, "leastPx" | "share">[], heightPx: number): PanelLayout {
  const least = rows.reduce((sum, { leastPx }) => sum + leastPx, 0) + gapPx * Math.max(0, rows.length - 1);
  const shares = rows.reduce((sum, { share }) => sum + share, 0);
  const each = shares === 0 ? 0 : Math.max(0, heightPx - least) / shares;
  let top = 0;
  const places = rows.map(({ leastPx, share }) => {
    // Whole pixels, counted from the top, so that no row is a pixel off.
    const from = Math.round(top);
    top += leastPx + share * each;
    const place = { top: from, height: Math.round(top) - from };
    top += gapPx;
    return place;
  });
  return { places, length: Math.max(heightPx, Math.round(top - gapPx)), inView: heightPx };
}

/** The same for a picture, which does not scroll: where rows do not fit they are as much lower as they must be. */
export function fitPanel(rows: readonly Pick<PanelRow, "leastPx" | "share">[], heightPx: number): readonly RowPlace[] {
  const { places, length } = layPanel(rows, heightPx);
  if (length <= heightPx) return places;
  const at = (px: number) => Math.round((px * heightPx) / length);
  return places.map(({ top, height }) => ({ top: at(top), height: at(top + height) - at(top) }));
}
