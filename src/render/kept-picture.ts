/** What of the picture drawn last can stay when all of it only moves to the side. */

import type { Moved } from "./pass.ts";
import type { Layer } from "./passes.ts";
import type { Frame, LayerBase } from "./types.ts";

/** Below this many pixels that could stay everything is drawn anew. */
const leastKept = 16;

/** `by`: pixels that the picture moves to the left (negative: right); then [from, from + count) is to be drawn. */
export interface Move {
  readonly by: number;
  readonly from: number;
  readonly count: number;
}

/** How a layer moved; null when it has to be drawn as a whole. */
export type LayerMoved = (was: Layer, now: Layer) => Moved | null;

export class KeptPicture {
  private last: { readonly frame: Frame; readonly ground: Uint8Array } | null = null;
  /** Room for the ground, the same in every frame of one size: playing makes no garbage of it. */
  private room = new Uint8Array(0);

  get isKept(): boolean {
    return this.last !== null;
  }

  /** The picture is not what was drawn last any more. */
  forget(): void {
    this.last = null;
  }

  /** The picture shows this now. `ground`: the rows of the template under it, one after the other. */
  remember(frame: Frame, ground: Uint8Array): void {
    if (this.room.length !== ground.length) this.room = new Uint8Array(ground.length);
    this.room.set(ground);
    this.last = { frame, ground: this.room };
  }

  /** How the picture drawn last becomes the one of the frame; null when it has to be drawn as a whole. */
  moveTo(frame: Frame, ground: Uint8Array, layerMoved: LayerMoved): Move | null {
    const { last } = this;
    const { width, height, layers } = frame;
    if (last === null || last.frame.width !== width || last.frame.height !== height) return null;
    if (layers.length === 0 || last.frame.layers.length !== layers.length) return null;
    const moves: Moved[] = [];
    for (const [k, layer] of layers.entries()) {
      const was = last.frame.layers[k];
      const moved = spans(layer, width) && was.kind === layer.kind ? layerMoved(was, layer) : null;
      if (moved === null || moved.by !== (moves[0] ?? moved).by) return null;
      moves.push(moved);
    }
    const { by } = moves[0];
    const reach = Math.max(...moves.map((moved) => moved.reach));
    const count = by === 0 ? 0 : Math.min(width, Math.abs(by) + reach);
    if (width - count < leastKept) return null;
    const from = by > 0 ? width - count : 0;
    const kept = by > 0 ? 0 : count;
    return isShifted(last.ground, ground, width, kept, width - count, by) ? { by, from, count } : null;
  }
}

/** What lies beside a narrower layer would move with it. */
const spans = ({ clip }: LayerBase, width: number): boolean => clip.x === 0 && clip.width === width;

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
