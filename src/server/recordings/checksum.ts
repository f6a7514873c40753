/**
 * Checksums of stored blocks: xxHash64 through hash-wasm. Whose bytes they are is not in the sums themselves: they lie in
 * one file a group, by array and block, and the database row of the recording holds the digest of that file.
 */
import { createHash } from "node:crypto";
import { createXXHash64 } from "hash-wasm";
import type { Core } from "../../signal/core.ts";

/** Bytes of one sum. */
export const sumBytes = 8;

export interface Checksum {
  /** Writes the sum of `bytes` as the k-th of `sums`. It is never all zeros. */
  put(bytes: Uint8Array, sums: Uint8Array, k: number): void;
  /** Whether the k-th of `sums` is that of `bytes`. */
  matches(bytes: Uint8Array, sums: Uint8Array, k: number): boolean;
}

let opening: Promise<Checksum> | undefined;

/** One a thread. */
export function openChecksum(): Promise<Checksum> {
  opening ??= createXXHash64().then((hasher) => checksumOf((bytes) => hasher.init().update(bytes).digest("binary")));
  return opening;
}

/** The same sums by the core of a thread that has one: what lies in its memory is not copied. */
export function coreChecksum({ arena, kernels, memory, u8 }: Core): Checksum {
  return checksumOf((bytes) =>
    arena.scope(() => {
      const sum = arena.take(sumBytes);
      const isHere = bytes.buffer === memory.buffer;
      const at = isHere ? bytes.byteOffset : arena.take(bytes.length);
      if (!isHere) u8.set(bytes, at);
      kernels.xxHash64(at, bytes.length, sum);
      return u8.slice(sum, sum + sumBytes);
    }),
  );
}

function checksumOf(hashOf: (bytes: Uint8Array) => Uint8Array): Checksum {
  const sumOf = (bytes: Uint8Array): Uint8Array => {
    const sum = hashOf(bytes);
    if (sum.every((byte) => byte === 0)) sum[sumBytes - 1] = 1;
    return sum;
  };
  return {
    put: (bytes, sums, k) => sums.set(sumOf(bytes), k * sumBytes),
    matches(bytes, sums, k) {
      const sum = sumOf(bytes);
      for (let i = 0; i < sumBytes; i++) if (sum[i] !== sums[k * sumBytes + i]) return false;
      return true;
    },
  };
}

/** All zeros: no block was written there. */
export function isNone(sums: Uint8Array, k: number): boolean {
  for (let i = k * sumBytes; i < (k + 1) * sumBytes; i++) if (sums[i] !== 0) return false;
  return true;
}

/** Digest of a small file, for the row of its recording. */
export const digestOf = (...parts: (Uint8Array | string)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};
