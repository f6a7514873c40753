/** Eight hexadecimal digits that stay the same for the same text: names of renamed sources, no secret. */
export function stableCode(text: string): string {
  let hash = 0x811c9dc5; // FNV-1a, then mixed so that neighbours differ in all digits
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}
