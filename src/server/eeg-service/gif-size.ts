/** What the head of a GIF says of it. */

/** Width and height of the picture; null: the bytes do not begin as a GIF does. */
export function gifSize(bytes: Uint8Array): { width: number; height: number } | null {
  const head = String.fromCharCode(...bytes.subarray(0, 6));
  if (bytes.length < 14 || (head !== "GIF87a" && head !== "GIF89a")) return null;
  const { buffer, byteOffset } = bytes;
  const view = new DataView(buffer, byteOffset);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}
