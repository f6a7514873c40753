/** The EDF and BDF header (formats.md 1.1, 1.5, 2): parsed once, forgiving where the table says so. */
import { type ByteSource, readFully } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { foreignFormat } from "./foreign.ts";
import { countField, hasNulPadding, numberField, plainText } from "./number.ts";
import { counted, nameSignals, type Repairs } from "./repairs.ts";
import { type EdfSignal, overrun, parseSignals } from "./signals.ts";
import { type LocalTime, readStart } from "./start.ts";
import { fieldText, newTextNotes, type TextNotes } from "./text.ts";

export type { EdfSignal } from "./signals.ts";

export interface EdfHeader {
  format: "EDF" | "EDF+C" | "EDF+D" | "BDF" | "BDF+C" | "BDF+D";
  sampleBytes: 2 | 3;
  sizeBytes: number;
  headerBytes: number;
  recordBytes: number;
  /** As the header says, null when unreadable; and the whole records that are read. */
  declaredRecords: number | null;
  records: number;
  /** 0 in files that hold annotations only, and where the header does not tell. */
  recordSeconds: number;
  /** Seconds by which the time stamps of records are rounded where records last no multiple of it; else 0. */
  stampSeconds: number;
  /** The start fields as written, and read. */
  startDate: string;
  startTime: string;
  start: LocalTime | null;
  signals: EdfSignal[];
}

const hundredYearsInSeconds = 3_155_760_000;
export const fastestHz = 10_000_000;

/** Reads and checks the header. @throws SourceRefused with one plain sentence. */
export async function readHeader(source: ByteSource, repairs: Repairs): Promise<EdfHeader> {
  const sizeBytes = await source.size();
  const fixed = new Uint8Array(Math.min(256, sizeBytes));
  await readFully(source, fixed, 0);
  const foreign = foreignFormat(fixed);
  if (foreign) throw new SourceRefused(foreign);
  if (sizeBytes < 256) throw new SourceRefused("The file ends inside its header.");

  const notes = newTextNotes();
  const text = (offset: number, length: number) => fieldText(fixed.subarray(offset, offset + length), notes);
  const isBdf = fixed[0] === 0xff;
  const raw = (offset: number, length: number) => fixed.subarray(offset, offset + length);
  let isNulPadded = hasNulPadding(raw(0, 8), raw(168, 88));
  const signalCount = countField(raw(252, 4), { isNulPadded });
  if (signalCount === null) throw new SourceRefused("The number of signals in the header cannot be read.");
  if (signalCount < 1) throw new SourceRefused("The header says that the file holds no signals.");
  const headerBytes = 256 * (signalCount + 1);
  if (sizeBytes < headerBytes) throw new SourceRefused("The file ends inside its header.");
  const described = await readFully(source, new Uint8Array(headerBytes - 256), 256);
  isNulPadded ||= hasNulPadding(described);
  const reading = { notes, isNulPadded };
  const { signals, damaged } = parseSignals(described, signalCount, reading);
  const sampleBytes = isBdf ? 3 : 2;
  let recordBytes = 0;
  for (const signal of signals) {
    signal.byteOffset = recordBytes;
    recordBytes += signal.samplesPerRecord * sampleBytes;
  }
  if (recordBytes === 0) throw new SourceRefused("No signal of this file has any samples: no data.");
  const sizeField = countField(raw(184, 8), reading);
  const duration = numberField(raw(244, 8), reading);
  const startDate = text(168, 8);
  const startTime = text(176, 8);
  const header: EdfHeader = {
    format: formatName(isBdf, text(192, 44), repairs),
    sampleBytes,
    sizeBytes,
    headerBytes,
    recordBytes,
    declaredRecords: countField(raw(236, 8), reading),
    records: 0,
    recordSeconds: 0,
    stampSeconds: 0,
    startDate,
    startTime,
    start: readStart(
      {
        date: plainText(raw(168, 8), isNulPadded)?.trim() ?? "",
        time: plainText(raw(176, 8), isNulPadded)?.trim() ?? "",
        recording: plainText(raw(88, 22), true) === null ? "" : text(88, 80),
      },
      repairs,
    ),
    signals,
  };
  refuseShortHeader(header, described[described.length - 1]);
  const isInPlace = sizeField === headerBytes && fits(header, signalCount, recordBytes);
  if (damaged !== null && !isInPlace) throw overrun(damaged);
  if (sizeField !== headerBytes) {
    repairs.add("The header size field is wrong; it was computed from the number of signals.");
  }
  header.records = countRecords(header, repairs);
  header.recordSeconds = readDuration(header, duration.value, repairs);
  // Only for the notes: the patient field stays in the file.
  for (const [offset, length] of [
    [8, 80],
    [88, 80],
  ])
    text(offset, length);
  if (isNulPadded) notes.hasNul = true;
  noteText(notes, repairs);
  noteSignals(header, repairs);
  return header;
}

/** Decided by bytes 0-7; the reserved field only tells plus files apart, whatever family it names. */
function formatName(isBdf: boolean, reserved: string, repairs: Repairs): EdfHeader["format"] {
  const family = isBdf ? "BDF" : "EDF";
  const plus = /^[EB]DF\+([CD]?)/i.exec(reserved);
  if (!plus) return family;
  if (plus[1] === "") {
    repairs.add("The header does not say whether the recording has gaps; the time stamps of its records were used.");
    return `${family}+D`;
  }
  return plus[1].toUpperCase() === "D" ? `${family}+D` : `${family}+C`;
}

/** Whether the records fill the file to its last byte, with so many signals of so many bytes a record. */
const fits = ({ sizeBytes, declaredRecords }: EdfHeader, signalCount: number, recordBytes: number): boolean =>
  declaredRecords !== null && sizeBytes === 256 * (signalCount + 1) + declaredRecords * recordBytes;

/** A header that lacks a byte shifts every sample: the file is then a byte too short and data begin in the header. */
function refuseShortHeader(
  { declaredRecords, recordBytes, headerBytes, sizeBytes }: EdfHeader,
  lastByte: number,
): void {
  const isByteShort = sizeBytes + 1 === headerBytes + (declaredRecords ?? 0) * recordBytes;
  if (isByteShort && lastByte !== 0x20 && lastByte !== 0) {
    throw new SourceRefused("The header is one byte short, so the samples cannot be told apart.");
  }
}

function countRecords(header: EdfHeader, repairs: Repairs): number {
  const dataBytes = header.sizeBytes - header.headerBytes;
  const available = Math.floor(dataBytes / header.recordBytes);
  const rest = dataBytes - available * header.recordBytes;
  const declared = header.declaredRecords;
  if (available === 0) {
    throw new SourceRefused(
      dataBytes === 0
        ? "The file holds a header but no data records: no data."
        : "The file ends before its first data record is complete: no data.",
    );
  }
  if (declared === null || declared <= 0) {
    repairs.add(
      `The header does not say how many records there are; ${counted(available, "whole record")} were counted in the file.`,
    );
  } else if (declared > available) {
    const missing = counted(declared - available, "record");
    repairs.add(`The file is cut off; missing at its end: ${missing} of ${declared.toLocaleString("en-US")}.`);
  } else if (declared < available) {
    const surplus = dataBytes - declared * header.recordBytes;
    repairs.add(
      `The file holds ${counted(surplus, "byte")} after the last record that its header counts; they were ignored.`,
    );
    return declared;
  }
  if (rest > 0) repairs.add(`An incomplete record of ${counted(rest, "byte")} at the end of the file was dropped.`);
  return available;
}

function readDuration(header: EdfHeader, seconds: number | null, repairs: Repairs): number {
  const carriers = header.signals.filter((s) => !s.isAnnotation && s.samplesPerRecord > 0);
  if (carriers.length === 0) {
    if (seconds === null || seconds < 0)
      repairs.add("The record duration cannot be read; the file holds annotations only.");
    return seconds !== null && seconds > 0 && seconds * header.records < hundredYearsInSeconds ? seconds : 0;
  }
  if (seconds === null || seconds < 0) {
    throw new SourceRefused("The duration of a data record cannot be read, so the samples have no time.");
  }
  if (seconds === 0) return 0;
  if (seconds * header.records > hundredYearsInSeconds) {
    throw new SourceRefused("The header says that the recording lasts more than a hundred years.");
  }
  if (carriers.some((s) => s.samplesPerRecord / seconds > fastestHz)) {
    throw new SourceRefused("The header gives a sampling rate above 10 MHz, which cannot be right.");
  }
  return seconds;
}

function noteText(notes: TextNotes, repairs: Repairs): void {
  if (notes.hasNul) repairs.add("The header is padded with NUL bytes; they were read as spaces.");
  if (notes.hasControl) repairs.add("The header holds control bytes; they were left out of the texts.");
  if (notes.hasBeyondAscii)
    repairs.add("The header holds characters beyond ASCII; they were read as UTF-8 or Latin-1.");
  if (notes.hasDecimalComma) repairs.add("Numbers in the header have a decimal comma; it was read as a point.");
  if (notes.hasExponent) repairs.add("Numbers in the header are written with an exponent, and were read so.");
  if (notes.hasBlankInFront)
    repairs.add(
      "Numbers in the header do not begin where their fields do; the blanks in front of them were passed over.",
    );
}

function noteSignals({ format, signals, recordBytes, sampleBytes }: EdfHeader, repairs: Repairs): void {
  const hasAnnotations = signals.some((s) => s.isAnnotation);
  if (hasAnnotations && !format.includes("+")) {
    repairs.add(`The file is marked as plain ${format} but has an annotation signal, which was read.`);
  }
  if (!hasAnnotations && format.includes("+")) {
    repairs.add(`The file is marked as ${format} but has no annotation signal.`);
  }
  const empty = signals.filter((s) => !s.isAnnotation && s.samplesPerRecord === 0);
  if (empty.length > 0) repairs.add(`Left out because it has no samples: ${nameSignals(empty)}.`);
  const largestMegabytes = sampleBytes === 3 ? 15 : 10;
  if (recordBytes > largestMegabytes * 2 ** 20) {
    repairs.add(`A data record is larger than the ${largestMegabytes} MB that ${format} allows.`);
  }
}
