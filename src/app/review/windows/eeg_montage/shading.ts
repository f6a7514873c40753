/** Pages so long that their columns close to one wall of ink: whether this is one, and how it is drawn then. */
import { proxy } from "valtio";
import { lengthOf, type Span } from "../../../../domain/time/view-span.ts";
import { createReachTiles, extremesRows, reachRows } from "../../../../picture/reach-bands.ts";
import type { TraceRow } from "../../../../render/types.ts";
import type { Drawing, Picture } from "../../plot/plot-content.ts";

/** How long pages are drawn: by how often a level is reached, or in one colour. */
export const longPageModes = ["shaded", "plain"] as const;
export type LongPageMode = (typeof longPageModes)[number];

/** What no version knows is as a new window has it. */
export const readLongPages = (stored: unknown): LongPageMode =>
  longPageModes.find((mode) => mode === stored) ?? "shaded";

/** From here on waves of 0.5 Hz lie closer than a line of 0.1 cm is wide. Seconds of a centimetre of screen. */
export const leastSecondsPerCm = 20;

/** Of the page as it was drawn last. A proxy. */
export interface Shading {
  /** It is so long that the way it is drawn can be chosen. */
  isLong: boolean;
  /** What a column of extremes stands for, ms; null: the exact columns are not there, or the page is not shaded. */
  columnMs: number | null;
}

export const createShading = (): Shading => proxy<Shading>({ isLong: false, columnMs: null });

/** `widthPx`: of the plot, CSS px, as are those of a mm. */
export const isLongPage = (span: Span, widthPx: number, pixelsPerMm: number): boolean =>
  lengthOf(span) / 1000 / (widthPx / pixelsPerMm / 10) >= leastSecondsPerCm;

/** Lays the bands over a drawing of one source, whose rows become the pale extremes under them; a page that is not shaded stays what it was. */
export function createShader(shading: Shading) {
  const reachTiles = createReachTiles();
  let rows: readonly TraceRow[] | null = null;
  let pale: TraceRow[] = [];
  let dark: TraceRow[] = [];
  return (
    { span, size, sources: [source] }: Picture,
    drawing: Drawing,
    mode: LongPageMode,
    pixelsPerMm: number,
  ): Drawing => {
    const isLong = isLongPage(span, size.width / size.ratio, pixelsPerMm);
    const [layer, ...others] = drawing.frame.layers;
    const isShaded = isLong && mode === "shaded" && layer?.kind === "traces" && source !== undefined;
    const tiles = reachTiles(isShaded ? layer.tiles : [], isShaded ? layer.samplesPerPixel : 1);
    note(
      shading,
      isLong,
      tiles.length === 0 ? null : (1000 * tiles[0].samplesPerColumn) / source.source.group.sampling_hz,
    );
    if (!isShaded) return drawing;
    if (rows !== layer.rows) {
      rows = layer.rows;
      [pale, dark] = [extremesRows(rows), reachRows(rows)];
    }
    const layers = [{ ...layer, rows: pale }, { ...layer, rows: dark, tiles }, ...others];
    return { ...drawing, frame: { ...drawing.frame, layers } };
  };
}

/** Only what changed is written. */
function note(shading: Shading, isLong: boolean, columnMs: number | null): void {
  if (shading.isLong !== isLong) shading.isLong = isLong;
  if (shading.columnMs !== columnMs) shading.columnMs = columnMs;
}
