/** The bytes that are sent, as one blob: nothing is read here, and the file on disk is only ever read. */
import type { SourceContent } from "../types.ts";

/** A blob made of slices of the chosen file and of the patches between them; memory holds the patches alone. */
export function sentBlob(content: SourceContent): Blob {
  if (content.kind === "bytes") return new Blob([content.bytes as Uint8Array<ArrayBuffer>]);
  const { file, patches } = content;
  if (patches.length === 0) return file.slice(0, file.size);
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { offset, bytes } of [...patches].sort((a, b) => a.offset - b.offset)) {
    if (offset < at || offset + bytes.length > file.size) throw new Error("Patches overlap or leave the file.");
    if (offset > at) parts.push(file.slice(at, offset));
    parts.push(bytes as Uint8Array<ArrayBuffer>);
    at = offset + bytes.length;
  }
  if (at < file.size) parts.push(file.slice(at));
  return new Blob(parts);
}

/** Whether the chosen file is still there, as it was when it was chosen: browsers refuse to read one that was changed. */
export async function isReadable(content: SourceContent): Promise<boolean> {
  if (content.kind === "bytes" || content.file.size === 0) return true;
  try {
    return (await content.file.slice(0, 1).arrayBuffer()).byteLength === 1;
  } catch {
    return false;
  }
}
