/** The checksum of zip archives (CRC-32, polynomial EDB88320), piece by piece. */

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) !== 0 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** `before`: what came out for the bytes in front of these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (let k = 0; k < bytes.length; k++) rest = (rest >>> 8) ^ table[(rest ^ bytes[k]) & 255];
  return ~rest >>> 0;
}
