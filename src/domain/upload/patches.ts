/** Bytes that take the place of others while a file is sent: no longer and no shorter than they, so offsets stay. */
export interface BytePatch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** In order of their offsets, touching ones as one; where two overlap the later given wins. */
export function mergePatches(patches: readonly BytePatch[]): BytePatch[] {
  const ordered = patches.map((patch, given) => ({ ...patch, given })).sort((a, b) => a.offset - b.offset);
  const merged: BytePatch[] = [];
  for (let first = 0; first < ordered.length; ) {
    const { offset } = ordered[first];
    let end = offset;
    let behind = first;
    while (behind < ordered.length && ordered[behind].offset <= end) {
      end = Math.max(end, ordered[behind].offset + ordered[behind].bytes.length);
      behind++;
    }
    const bytes = new Uint8Array(end - offset);
    for (const patch of ordered.slice(first, behind).sort((a, b) => a.given - b.given)) {
      bytes.set(patch.bytes, patch.offset - offset);
    }
    if (bytes.length > 0) merged.push({ offset, bytes });
    first = behind;
  }
  return merged;
}

/** A copy of `bytes`, which begin at `from` in their file, with what of the patches lies in them. */
export function applyPatches(bytes: Uint8Array, patches: readonly BytePatch[], from = 0): Uint8Array {
  const copy = bytes.slice();
  for (const { offset, bytes: replacement } of patches) {
    const start = Math.max(0, offset - from);
    const end = Math.min(copy.length, offset + replacement.length - from);
    if (start < end) copy.set(replacement.subarray(start + from - offset, end + from - offset), start);
  }
  return copy;
}

/** So many bytes of one value. */
export const filled = (offset: number, length: number, value: number): BytePatch => ({
  offset,
  bytes: new Uint8Array(length).fill(value),
});
