/**
 * Where the patient's names and numbers stand in the annotations of an EDF or BDF file (EDF+ 2.2, formats.md 1.3), and in
 * what lies behind its last record. Samples and time stamps are never touched.
 */

import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import type { EdfHeader } from "../edf/header.ts";
import { stampsIn } from "../edf/tal.ts";
import { annotationSignals } from "../edf/tal-places.ts";
import { decodeText } from "../edf/text.ts";
import { type ByteSource, readFully } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import type { BytePatch } from "./patches.ts";
import type { WordPlace, WordSearch } from "./word-search.ts";

export interface EdfTexts {
  /** Offsets of the file. */
  patches: BytePatch[];
  /** What was found, each once. */
  shown: Set<string>;
}

const sliceBytes = 2 ** 20;
const longestWordBytes = 1024;
const mostPlaces = 100_000;
const letterX = 0x58;
/** Ends of lists, texts and stamps: they stay, so that a mark keeps its time and its neighbours. */
const structure: readonly number[] = [0, 0x14, 0x15];

/** Rests now and then, and tells how far the work has come. */
export interface SearchPace {
  expect(all: number): void;
  step(): Promise<void>;
  rest(): Promise<void>;
}

/** Reads all annotations once, a slice at a time. @throws SourceRefused when there are more places than anybody wrote */
export async function searchEdfTexts(
  source: ByteSource,
  header: EdfHeader,
  search: WordSearch,
  pace: SearchPace,
): Promise<EdfTexts> {
  const texts: EdfTexts = { patches: [], shown: new Set() };
  pace.expect(header.records * annotationSignals(header).length);
  for await (const { offset, bytes, isAnnotation, isLast } of areas(source, header)) {
    await (isAnnotation && isLast ? pace.step() : pace.rest());
    const end = paddingFrom(bytes);
    if (isAnnotation && isStampOnly(bytes.subarray(0, end))) continue;
    const written = bytes.subarray(0, end + 1); // with the zero of a last letter in UTF-16
    const stamps = isAnnotation ? stampsIn(written) : [];
    let next = 0; // stamps and places both ascend
    for (const place of search.find(written)) {
      // A stamp may be cut at the end of a piece; the next piece holds it whole.
      if (!isLast && place.from >= sliceBytes + longestWordBytes / 2) continue;
      while (next < stamps.length && stamps[next].to <= place.from) next++;
      if (next < stamps.length && stamps[next].from < place.to) continue;
      texts.patches.push({ offset: offset + place.from, bytes: crossedOut(bytes, place) });
      texts.shown.add(shownAs(bytes, place));
      if (texts.patches.length > mostPlaces) throw new SourceRefused(uploadRulesText.file.tooManyNames);
    }
  }
  return texts;
}

function paddingFrom(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

/** Nothing but the time of the record, as in most records. */
function isStampOnly(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x14);
  if (end < 0 || end !== bytes.length - 2 || bytes[end + 1] !== 0x14) return bytes.length === 0;
  return bytes.every((byte) => byte < 0x40 && byte !== 0);
}

interface Area {
  offset: number;
  bytes: Uint8Array;
  isAnnotation: boolean;
  /** The last piece of its signal in a record. */
  isLast: boolean;
}

/** Annotation signals record by record, then the bytes behind the last record. */
async function* areas(source: ByteSource, header: EdfHeader): AsyncGenerator<Area> {
  const { records, recordBytes, headerBytes, sampleBytes, sizeBytes } = header;
  const signals = annotationSignals(header);
  const isSmall = recordBytes <= sliceBytes;
  const perSlice = isSmall ? Math.floor(sliceBytes / recordBytes) : 1;
  for (let done = 0; done < records && signals.length > 0; done += perSlice) {
    const count = Math.min(perSlice, records - done);
    const start = headerBytes + done * recordBytes;
    const slice = isSmall ? await readFully(source, new Uint8Array(count * recordBytes), start) : null;
    for (let r = 0; r < count; r++) {
      for (const { byteOffset, samplesPerRecord } of signals) {
        const [at, length] = [r * recordBytes + byteOffset, samplesPerRecord * sampleBytes];
        const own = { offset: start + at, isAnnotation: true, isLast: true };
        if (slice) yield { ...own, bytes: slice.subarray(at, at + length) };
        else yield* pieces(source, start + at, start + at + length, true);
      }
    }
  }
  yield* pieces(source, headerBytes + records * recordBytes, sizeBytes, false);
}

/** [from, to) of the file in slices that overlap by the longest word. */
async function* pieces(source: ByteSource, from: number, to: number, isAnnotation: boolean): AsyncGenerator<Area> {
  for (let at = from; at < to; at += sliceBytes) {
    const length = Math.min(to - at, sliceBytes + longestWordBytes);
    const bytes = await readFully(source, new Uint8Array(length), at);
    yield { offset: at, bytes, isAnnotation, isLast: at + sliceBytes >= to };
  }
}

/** The letter X for each byte, whatever its encoding: zeros between letters would end the list of marks. */
const crossedOut = (bytes: Uint8Array, { from, to }: WordPlace): Uint8Array =>
  bytes.slice(from, to).map((byte) => (structure.includes(byte) ? byte : letterX));

function shownAs(bytes: Uint8Array, { from, to, width, isBigEndian }: WordPlace): string {
  const word = bytes.subarray(from, to);
  return width === 1 ? decodeText(word) : new TextDecoder(isBigEndian ? "utf-16be" : "utf-16le").decode(word);
}
