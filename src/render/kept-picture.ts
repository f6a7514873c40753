/** What of the picture drawn last can stay when the view only moves along the grid. */
import { brushFor } from "./brush.ts";
import { claimPieces, firstPixelOf } from "./pieces.ts";
import type { TraceTile, TraceView } from "./types.ts";

/** Below this many pixels that could stay everything is drawn anew. */
const leastKept = 16;

interface Drawn {
  readonly view: TraceView;
  readonly tiles: readonly TraceTile[];
  readonly background: Uint8Array;
}

/** `by`: pixels that the picture moves to the left (negative: right); then [from, from + count) is to be drawn. */
export interface Move {
  readonly by: number;
  readonly from: number;
  readonly count: number;
}

export class KeptPicture {
  private last: Drawn | null = null;

  get isKept(): boolean {
    return this.last !== null;
  }

  /** The picture is not what was drawn last any more. */
  forget(): void {
    this.last = null;
  }

  /** The picture shows this now. `background`: the rows of the template under it, one after the other. */
  remember(view: TraceView, tiles: readonly TraceTile[], background: Uint8Array): void {
    this.last = { view, tiles, background: background.slice() };
  }

  /** How the picture drawn last becomes the one of the view; null when it has to be drawn as a whole. */
  moveTo(view: TraceView, tiles: readonly TraceTile[], background: Uint8Array): Move | null {
    const last = this.last;
    if (last === null || !isSameScale(last.view, view)) return null;
    const { width, samplesPerPixel: spp } = view;
    const [was, is] = [firstPixelOf(last.view), firstPixelOf(view)];
    const by = is - was;
    // Pixels so near to what is new now were drawn without knowing it.
    const reach = 3 * brushFor(view).reachPixels + 3 + Math.ceil(4 / spp);
    const count = by === 0 ? 0 : Math.min(width, Math.abs(by) + reach);
    if (width - count < leastKept) return null;
    const [start, end] = [Math.max(was, is), Math.min(was, is) + width];
    const rows = view.rows.reduce((most, { row }) => Math.max(most, row + 1), 0);
    const pieces = (list: readonly TraceTile[]) =>
      claimPieces(list, rows, start * spp, end * spp).map((piece) => [list[piece.tile].id, piece.start, piece.end]);
    if (pieces(last.tiles).join() !== pieces(tiles).join()) return null;
    const from = by > 0 ? width - count : 0;
    const kept = by > 0 ? 0 : count;
    return isShifted(last.background, background, width, kept, width - count, by) ? { by, from, count } : null;
  }
}

function isSameScale(a: TraceView, b: TraceView): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.samplesPerPixel === b.samplesPerPixel &&
    a.lineWidth === b.lineWidth &&
    a.rows === b.rows
  );
}

/** True when the pixels [from, from + count) of every row of `now` are those `by` further right of `before`. */
function isShifted(
  before: Uint8Array,
  now: Uint8Array,
  width: number,
  from: number,
  count: number,
  by: number,
): boolean {
  if (before.length !== now.length) return false;
  for (let row = 0; row < now.length; row += 4 * width) {
    const was = new Uint32Array(before.buffer, before.byteOffset + row + 4 * (from + by), count);
    const is = new Uint32Array(now.buffer, now.byteOffset + row + 4 * from, count);
    for (let x = 0; x < count; x++) if (was[x] !== is[x]) return false;
  }
  return true;
}
