/** Takes interleaved frames apart (formats.md 3.2): [frame][channel] little-endian to [channel][frame] float32. */
import type { ValueForm } from "./part.ts";

/** Counts integers that a float32 cannot hold. */
export interface Inexact {
  count: number;
}

const exactBits = 2 ** 24;

/** `bytes`: whole frames. Infinities become NaN, which is what the core takes for missing (algorithms.md 0). */
export function decodeFrames(
  bytes: Uint8Array,
  form: ValueForm,
  channels: number,
  inexact: Inexact,
): Float32Array<ArrayBuffer> {
  if (form === "int24") return decodeInt24(bytes, channels);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length / (4 * channels);
  const out = new Float32Array(count * channels);
  for (let c = 0; c < channels; c++) {
    let put = c * count;
    for (let at = 4 * c; at < bytes.length; at += 4 * channels, put++) {
      if (form === "float32") {
        const value = view.getFloat32(at, true);
        out[put] = Number.isFinite(value) ? value : Number.NaN;
      } else {
        const value = view.getInt32(at, true);
        out[put] = value;
        if ((value > exactBits || value < -exactBits) && out[put] !== value) inexact.count++;
      }
    }
  }
  return out;
}

function decodeInt24(bytes: Uint8Array, channels: number): Float32Array<ArrayBuffer> {
  const count = bytes.length / (3 * channels);
  const out = new Float32Array(count * channels);
  for (let c = 0; c < channels; c++) {
    let put = c * count;
    for (let at = 3 * c; at < bytes.length; at += 3 * channels) {
      out[put++] = ((bytes[at] << 8) | (bytes[at + 1] << 16) | (bytes[at + 2] << 24)) >> 8;
    }
  }
  return out;
}
