/**
 * What a workbook may hold: it is opened as a whole, in the browser and on the server, and takes several times the memory
 * that it unpacks to. Text files are read in slices and have no such bound.
 */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { isSheetPart, type SheetFacts, sheetScan } from "./sheet-scan.ts";
import type { ZipEntry } from "./zip.ts";

const MiB = 2 ** 20;
/** Of an .xls file, which is not packed, and of an .xlsx file as it is sent. */
export const largestWorkbookBytes = 100 * MiB;
/** Of all parts of an .xlsx file: some 3 million cells. */
const largestUnpackedBytes = 128 * MiB;
/** Of its table of texts, each of which becomes a string. */
const largestTextsBytes = 64 * MiB;
const mostParts = 5000;
/** Packed tables shrink to a tenth or a twentieth; what shrinks a thousandfold says nothing. */
const mostShrinking = 400;
const smallBytes = MiB;
/** Of a part that is not packed, looked at at once. */
const storedPiece = 65_536;

/** @throws SourceRefused when the archive says that it unpacks to more than is opened */
export function demandModest(entries: readonly ZipEntry[]): void {
  const unpacked = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  const texts = entries.filter(({ name }) => /^xl\/sharedStrings\.(xml|bin)$/i.test(name));
  const isBomb = entries.some(
    ({ unpackedBytes, packedBytes }) => unpackedBytes > smallBytes && unpackedBytes > mostShrinking * packedBytes,
  );
  if (
    isBomb ||
    entries.length > mostParts ||
    unpacked > largestUnpackedBytes ||
    texts.some(({ unpackedBytes }) => unpackedBytes > largestTextsBytes)
  )
    throw new SourceRefused(uploadRulesText.file.sheetTooLarge);
}

/**
 * Whether every part of an archive unpacks to what its directory says, and not to a byte more: what is unpacked is
 * counted and let go. Parts that are neither stored nor deflated are not honest. `facts`: what the sheets are looked through for on the way.
 */
export async function isHonest(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  facts?: SheetFacts,
): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const localMark = 0x04034b50;
  for (const { name, offset, packedBytes, unpackedBytes, method } of entries) {
    if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localMark) return false;
    const begin = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (begin + packedBytes > bytes.length) return false;
    const packed = bytes.subarray(begin, begin + packedBytes);
    const look = facts !== undefined && isSheetPart(name) ? sheetScan(facts) : null;
    if (method === 0) {
      if (packedBytes !== unpackedBytes) return false;
      for (let at = 0; look !== null && at < packedBytes; at += storedPiece)
        look(packed.subarray(at, at + storedPiece));
    } else if (method !== 8 || (await inflatedLength(packed, unpackedBytes, look)) !== unpackedBytes) return false;
  }
  return true;
}

/** How many bytes come out, no further than the first beyond `most`; -1 for what is not deflated. */
async function inflatedLength(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
  look: ((piece: Uint8Array) => void) | null,
): Promise<number> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > most) break;
      look?.(part.value);
    }
  } catch {
    return -1;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return length;
}
