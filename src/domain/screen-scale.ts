/** Millimetres on a screen. Widths in CSS px, what a screen was measured as in device px. */

/** CSS px per mm on a screen that nobody measured: the specification's +-4054 px range is 1000 mm (algorithms.md 3). */
export const usualPixelsPerMm = 4.054;

/** A bank or identity card, mm: ISO/IEC 7810, ID-1. */
export const cardMm = { width: 85.6, height: 53.98, corner: 3.18 } as const;

/** Screens have so many CSS px per mm: 25 to 279 per inch. */
export const pixelsPerMmLimits = { least: 1, most: 11 } as const;

/** Paper speeds that a page length can be chosen by, mm/s. */
export const paperSpeeds: readonly number[] = [15, 30, 60];

/** What a person measured a screen as. */
export interface MeasuredScreen {
  /** Device px per mm: the same at any zoom of the page. */
  readonly devicePixelsPerMm: number;
  /** When, UTC ms. */
  readonly measuredAt: number;
}

/** Screens by what a page can know of them: their size, which the zoom of the page does not change. */
export type MeasuredScreens = Readonly<Record<string, MeasuredScreen>>;

/** "1920 × 1080" */
export const screenName = ({ width, height }: { width: number; height: number }): string => `${width} \u00d7 ${height}`;

/** CSS px per mm of a measured screen; null where that cannot be: it was measured with other settings. `ratio`: device px per CSS px. */
export function pixelsPerMmOf({ devicePixelsPerMm }: MeasuredScreen, ratio: number): number | null {
  const found = devicePixelsPerMm / ratio;
  // A page may be zoomed to a quarter or to five times: then a mm is as many times smaller or larger.
  return found >= pixelsPerMmLimits.least / 5 && found <= pixelsPerMmLimits.most * 4 ? found : null;
}

/** Time that a width shows at a paper speed, ms. */
export const lengthAtSpeed = (widthPx: number, pixelsPerMm: number, mmPerSecond: number): number =>
  Math.round((widthPx / pixelsPerMm / mmPerSecond) * 1000);

const rulersMm = [100, 50, 20, 10];

/** Length of the longest ruler that a width holds whole, mm. */
export const rulerMm = (widthPx: number, pixelsPerMm: number): number =>
  rulersMm.find((mm) => mm * pixelsPerMm <= widthPx) ?? rulersMm[rulersMm.length - 1];

/** The stored screens, or none for anything else. */
export function readScreens(stored: string | null): MeasuredScreens {
  try {
    const found: unknown = JSON.parse(stored ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, MeasuredScreen] => isMeasured(entry[1])),
    );
  } catch {
    return {};
  }
}

const isMeasured = (value: Partial<MeasuredScreen> | null): boolean =>
  Number.isFinite(value?.devicePixelsPerMm) &&
  Number(value?.devicePixelsPerMm) > 0 &&
  Number.isFinite(value?.measuredAt);
