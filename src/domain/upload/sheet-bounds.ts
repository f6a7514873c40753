/**
 * What a workbook may hold: it is opened as a whole, in the browser and on the server, and takes several times the memory
 * that it unpacks to. Text files are read in slices and have no such bound.
 */
import { createCRC32, type IHasher } from "hash-wasm";
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { decodeText } from "../edf/text.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { isSheetPart, type SheetFacts, sheetScan } from "./sheet-scan.ts";
import { isAsWide, type ZipEntry } from "./zip.ts";

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
  const { sheetTooLarge, sheetTextsTooLarge, tooManyParts, notPackedAsSheets } = uploadRulesText.file;
  const unpacked = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (unpacked > largestUnpackedBytes) throw new SourceRefused(sheetTooLarge);
  if (entries.some(({ name, unpackedBytes }) => isTexts(name) && unpackedBytes > largestTextsBytes))
    throw new SourceRefused(sheetTextsTooLarge);
  if (entries.length > mostParts) throw new SourceRefused(tooManyParts);
  const isBomb = ({ unpackedBytes, packedBytes }: ZipEntry) =>
    unpackedBytes > smallBytes && unpackedBytes > mostShrinking * packedBytes;
  if (entries.some(isBomb)) throw new SourceRefused(notPackedAsSheets);
}

const isTexts = (name: string) => /^xl\/sharedStrings\.(xml|bin)$/i.test(name);

/**
 * Whether every part of an archive unpacks to what its directory says, to the last bit and not to a byte more: what is unpacked is counted and let go. Parts that are neither
 * stored nor deflated are not honest, nor are two of one name. `facts`: what the sheets are looked through for on the way.
 */
export async function isHonest(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  facts?: SheetFacts,
): Promise<boolean> {
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return false;
  const sum = await createCRC32();
  for (const entry of entries) {
    const packed = packedPart(bytes, entry);
    if (packed === null) return false;
    const look = facts !== undefined && isSheetPart(entry.name) ? sheetScan(facts) : null;
    sum.init();
    const part = { packed, look, sum };
    const length = entry.method === 0 ? storedLength(part) : await inflatedLength(part, entry);
    if (length !== entry.unpackedBytes || Number.parseInt(sum.digest("hex"), 16) !== entry.crc) return false;
  }
  return true;
}

const localMark = 0x04034b50;
const sizesFollow = 8;

/** Null where the header in front of it says something else than the directory: the parser would believe the one, and the other was looked at. */
function packedPart(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry): Uint8Array<ArrayBuffer> | null {
  const { offset, packedBytes, unpackedBytes, method, name } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localMark) return null;
  const [flags, nameBytes] = [view.getUint16(offset + 6, true), view.getUint16(offset + 26, true)];
  const extraAt = offset + 30 + nameBytes;
  const begin = extraAt + view.getUint16(offset + 28, true);
  if (begin + packedBytes > bytes.length || !isAsWide(bytes.subarray(extraAt, begin), entry)) return null;
  const isSized =
    (flags & sizesFollow) !== 0 ||
    (view.getUint32(offset + 18, true) === packedBytes && view.getUint32(offset + 22, true) === unpackedBytes);
  const isSame =
    (flags & 1) === 0 &&
    view.getUint16(offset + 8, true) === method &&
    decodeText(bytes.subarray(offset + 30, offset + 30 + nameBytes)) === name;
  return isSized && isSame ? bytes.subarray(begin, begin + packedBytes) : null;
}

interface Part {
  packed: Uint8Array<ArrayBuffer>;
  look: ((piece: Uint8Array) => void) | null;
  /** Of what comes out. */
  sum: IHasher;
}

function storedLength({ packed, look, sum }: Part): number {
  for (let at = 0; look !== null && at < packed.length; at += storedPiece) look(packed.subarray(at, at + storedPiece));
  sum.update(packed);
  return packed.length;
}

/** Of what comes out, no further than the first byte beyond what is said; null for what is not deflated. */
async function inflatedLength(
  { packed, look, sum }: Part,
  { method, unpackedBytes }: ZipEntry,
): Promise<number | null> {
  if (method !== 8) return null;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > unpackedBytes) break;
      sum.update(part.value);
      look?.(part.value);
    }
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return length;
}
