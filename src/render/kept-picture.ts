/** What of the picture drawn last can stay when it moves to the side, or when some of its rows change. */

import type { Moved } from "./pass.ts";
import type { Layer } from "./passes.ts";
import type { Frame, LayerBase } from "./types.ts";

/** Below this many pixels that could stay everything is drawn anew. */
const leastKept = 16;

/** More of its rows than this share that changed, and everything is drawn anew. */
const mostAnew = 0.75;

/** Rows [top, bottom) of a picture. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** `by`: pixels that the picture moves to the left (negative: right); then [from, from + count) is to be drawn. */
export interface Move {
  readonly by: number;
  readonly from: number;
  readonly count: number;
  /** Rows that are drawn anew from side to side. Each layer lies within one of these, or beside all of them. */
  readonly anew: readonly Rows[];
}

export const isWithin = ({ clip }: LayerBase, rows: readonly Rows[]): boolean =>
  rows.some(({ top, bottom }) => clip.y >= top && clip.y + clip.height <= bottom);

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
    const { width, height } = frame;
    if (last === null || last.frame.width !== width || last.frame.height !== height) return null;
    const before = partsOf(last.frame.layers);
    const now = partsOf(frame.layers);
    const moves = new Map<string, Moved>();
    for (const [key, part] of now) {
      const moved = spans(part[0], width) ? partMoved(before.get(key), part, layerMoved) : null;
      if (moved !== null) moves.set(key, moved);
    }
    const by = commonest([...moves.values()].map((moved) => moved.by));
    if (by === null) return null;
    const isStill = (key: string) => moves.get(key)?.by === by;
    const parts = [...new Map([...before, ...now])].map(([key, [{ clip }]]) => ({ key, ...rowsOf(clip) }));
    const anew = grown(
      parts.filter(({ key }) => !isStill(key)),
      parts.filter(({ key }) => isStill(key)),
    );
    if (anew.reduce((sum, { top, bottom }) => sum + bottom - top, 0) > mostAnew * height) return null;
    const reach = Math.max(0, ...[...moves.values()].filter((moved) => moved.by === by).map((moved) => moved.reach));
    const count = by === 0 ? 0 : Math.min(width, Math.abs(by) + reach);
    if (width - count < leastKept) return null;
    const from = by > 0 ? width - count : 0;
    const kept = by > 0 ? 0 : count;
    return isShifted(last.ground, ground, width, kept, width - count, by) ? { by, from, count, anew } : null;
  }
}

/** Layers by the place of their clip, in their order: a row of a panel, a graph. */
function partsOf(layers: readonly Layer[]): Map<string, readonly [Layer, ...Layer[]]> {
  const parts = new Map<string, [Layer, ...Layer[]]>();
  for (const layer of layers) {
    const { x, y, width, height } = layer.clip;
    const key = [x, y, width, height].join();
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [layer]);
    else part.push(layer);
  }
  return parts;
}

/** Null unless all of its layers moved alike. */
function partMoved(was: readonly Layer[] | undefined, now: readonly Layer[], layerMoved: LayerMoved): Moved | null {
  if (was?.length !== now.length) return null;
  let [by, reach] = [0, 0];
  for (const [k, layer] of now.entries()) {
    const moved = was[k].kind === layer.kind ? layerMoved(was[k], layer) : null;
    if (moved === null || (k > 0 && moved.by !== by)) return null;
    by = moved.by;
    reach = Math.max(reach, moved.reach);
  }
  return { by, reach };
}

/** Null: there are none. */
function commonest(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  let most: number | null = null;
  for (const value of values) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (most === null || count > (counts.get(most) ?? 0)) most = value;
  }
  return most;
}

const rowsOf = ({ y, height }: LayerBase["clip"]): Rows => ({ top: y, bottom: y + height });
const areApart = (a: Rows, b: Rows): boolean => a.bottom <= b.top || b.bottom <= a.top;

/** Those that changed, and what lies over them: a layer that is drawn twice would be blended twice. Without overlap. */
function grown(changed: readonly Rows[], still: readonly Rows[]): Rows[] {
  const found: Rows[] = [];
  const left = [...still];
  for (const waiting = [...changed]; waiting.length > 0; ) {
    const one = waiting.pop() as Rows;
    const list = [found, left].find((each) => each.some((other) => !areApart(other, one)));
    const at = list?.findIndex((other) => !areApart(other, one)) ?? -1;
    const [other] = list?.splice(at, 1) ?? [];
    if (other === undefined) found.push(one);
    else waiting.push({ top: Math.min(one.top, other.top), bottom: Math.max(one.bottom, other.bottom) });
  }
  return found;
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
