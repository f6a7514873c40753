/** Whether a layer of traces is the one drawn last, further along the grid. */
import { isSameRect, type Moved } from "../pass.ts";
import { brushFor } from "./brush.ts";
import type { TracesLayer } from "./pass.ts";
import { claimPieces, firstPixelOf } from "./pieces.ts";

/** Null when anything but the place along the grid changed: rows, scale, clip, or the tiles where both show the grid. */
export function tracesMoved(last: TracesLayer, now: TracesLayer): Moved | null {
  if (!isSameScale(last, now)) return null;
  const { clip, samplesPerPixel: spp, lineWidth } = now;
  const { width, height } = clip;
  const [was, is] = [firstPixelOf(last), firstPixelOf(now)];
  const [start, end] = [Math.max(was, is), Math.min(was, is) + width];
  const rows = now.rows.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const pieces = ({ tiles }: TracesLayer) =>
    claimPieces(tiles, rows, start * spp, end * spp).map((piece) => [tiles[piece.tile].id, piece.start, piece.end]);
  if (end > start && pieces(last).join() !== pieces(now).join()) return null;
  // Pixels so near to what is new now were drawn without knowing it.
  return { by: is - was, reach: 3 * brushFor({ height, lineWidth }).reachPixels + 3 + Math.ceil(4 / spp) };
}

const isSameScale = (a: TracesLayer, b: TracesLayer): boolean =>
  isSameRect(a.clip, b.clip) &&
  a.samplesPerPixel === b.samplesPerPixel &&
  a.lineWidth === b.lineWidth &&
  a.rows === b.rows;
