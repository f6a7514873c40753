/** The lossless code of sample and column blocks (assembly/codec.ts), for both ends of the data query socket. */
import type { ValuesShape } from "../protocol/page-codec.ts";
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";

/** int16 and float32: [row][count]. pairs: float32 [row][count][2], smallest and largest. */
export type BlockShape = ValuesShape;

export type BlockErrorKind = "cut_short" | "malformed" | "left_over" | "too_large";

/** Bytes that are not a block of that shape. */
export class BlockError extends Error {
  override readonly name = "BlockError";
  constructor(readonly kind: BlockErrorKind) {
    super(`not a coded block: ${kind}`);
  }
}

const kinds = { int16: 0, float32: 1, pairs: 2 } as const;
const errors: readonly BlockErrorKind[] = ["cut_short", "malformed", "left_over"];
/** Read and written beyond the end by vectors. */
const slack = 64;
/** Blocks beyond are neither coded nor decoded: the largest page of the socket. */
const maxBytes = 16 * 1024 * 1024;
const maxRows = 4096;

const valuesOf = ({ kind, rows, count }: BlockShape) => rows * count * (kind === "pairs" ? 2 : 1);
const bytesOf = (shape: BlockShape) => valuesOf(shape) * (shape.kind === "int16" ? 2 : 4);
const workOf = (core: Core, { kind, rows }: BlockShape) => core.kernels.codecWork(kind === "pairs" ? 2 * rows : rows);

function fits(core: Core, shape: BlockShape, otherBytes: number): boolean {
  const { rows, count } = shape;
  if (![rows, count].every((n) => Number.isSafeInteger(n) && n >= 0) || rows > maxRows) return false;
  if (bytesOf(shape) > maxBytes || otherBytes > maxBytes) return false;
  return bytesOf(shape) + otherBytes + workOf(core, shape) + 8 * slack <= core.arena.freeBytes;
}

/**
 * The block in fewer bytes, from which decodeBlock makes it again bit by bit, or null when they would not be fewer.
 * Throws ParameterError when `data` has another shape.
 */
export function encodeBlock(
  core: Core,
  data: Int16Array | Float32Array,
  shape: BlockShape,
): Uint8Array<ArrayBuffer> | null {
  demand(data.length === valuesOf(shape) && data instanceof Int16Array === (shape.kind === "int16"), "another shape");
  const { rows, count, kind } = shape;
  const bytes = data.byteLength;
  if (bytes === 0 || !fits(core, shape, bytes)) return null;
  return core.arena.scope(() => {
    const src = core.arena.take(bytes + slack);
    const dst = core.arena.take(bytes + slack);
    if (data instanceof Int16Array) core.i16.set(data, src / 2);
    // By their bits: a NaN may say something.
    else core.u32.set(new Uint32Array(data.buffer, data.byteOffset, data.length), src / 4);
    const work = core.arena.take(workOf(core, shape));
    const coded = core.kernels.encodeBlock(src, rows, count, kinds[kind], dst, bytes, work);
    return coded === 0 ? null : (core.u8.slice(dst, dst + coded) as Uint8Array<ArrayBuffer>);
  });
}

/** The block that was coded. @throws BlockError when the bytes are no block of that shape */
export function decodeBlock(core: Core, coded: Uint8Array, shape: BlockShape): Int16Array | Float32Array {
  if (!fits(core, shape, coded.byteLength)) throw new BlockError("too_large");
  const { rows, count, kind } = shape;
  return core.arena.scope(() => {
    const src = core.arena.take(coded.byteLength + slack);
    const dst = core.arena.take(bytesOf(shape) + slack);
    core.u8.set(coded, src);
    core.u8.fill(0, src + coded.byteLength, src + coded.byteLength + slack);
    const work = core.arena.take(workOf(core, shape));
    const wrong = core.kernels.decodeBlock(src, coded.byteLength, rows, count, kinds[kind], dst, work);
    if (wrong !== 0) throw new BlockError(errors[wrong - 1]);
    if (kind === "int16") return core.i16.slice(dst / 2, dst / 2 + valuesOf(shape));
    const values = core.u32.slice(dst / 4, dst / 4 + valuesOf(shape));
    return new Float32Array(values.buffer as ArrayBuffer);
  });
}
