/** Tells what a file is that is neither EDF nor BDF, from its first bytes alone. */
import { latin1 } from "./text.ts";

const notEdf = (what: string) => `This is not an EDF or BDF file: ${what}.`;

/** Null for EDF and BDF; otherwise one sentence for the user. `head`: the first 256 bytes, or all of a shorter file. */
export function foreignFormat(head: Uint8Array): string | null {
  if (head.length === 0) return "The file is empty.";
  const start = latin1(head.subarray(0, 64));
  if (start.slice(0, 8) === "\u00ffBIOSEMI") return null;
  if (head.length >= 8 && start.slice(0, 8).replaceAll("\0", " ").trim() === "0") return null;
  if (start.startsWith("version https://git-lfs")) {
    return notEdf("it is a Git LFS pointer, the recording itself was not downloaded");
  }
  if (/^\s*<(!doctype|html|head|\?xml|!--)/i.test(start.replace("\u00ef\u00bb\u00bf", "")))
    return notEdf("it is a web page");
  if (start.startsWith("PK")) return notEdf("it is a zip archive, unpack it first");
  if (start.startsWith("\u001f\u008b")) return notEdf("it is a gzip archive, unpack it first");
  if (start.startsWith("GDF ")) return notEdf("it is a GDF file");
  return notEdf("its first eight bytes are those of neither format");
}
