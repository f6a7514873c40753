/** What a medication file is, by its content: names and extensions say nothing (formats.md section 5). */

export type FileKind = "zip" | "ole" | "biff" | "text";

/** `head`: its first bytes. */
export function fileKindOf(head: Uint8Array): FileKind {
  const begins = (...bytes: number[]) => bytes.every((byte, k) => head[k] === byte);
  if (begins(0x50, 0x4b)) return "zip";
  if (begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return "ole";
  // Very old sheets have no container: a "beginning of file" record, whose version is in its second byte.
  if (head[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(head[1]) && head[3] === 0x00) return "biff";
  return "text";
}
