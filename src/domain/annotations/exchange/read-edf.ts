/** Annotations of an EDF or BDF file, whatever else it holds. */
import { readHeader } from "../../edf/header.ts";
import { Repairs } from "../../edf/repairs.ts";
import { toEpochMs } from "../../edf/start.ts";
import { annotationText, readTals } from "../../edf/tal.ts";
import { bytesSource } from "../../files/byte-source.ts";
import { SourceRefused } from "../../files/source-refused.ts";
import type { BadRow, FileProblem, FileRow, ReadFile } from "./file-rows.ts";

/** Whether these are the first bytes of such a file. */
export const isEdf = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x30 && bytes.subarray(1, 8).every((byte) => byte === 0x20 || byte === 0)) ||
  (bytes[0] === 0xff && new TextDecoder().decode(bytes.subarray(1, 8)) === "BIOSEMI");

/** @param mostRows more are a problem */
export async function readEdf(bytes: Uint8Array, timezone: string, mostRows: number): Promise<ReadFile | FileProblem> {
  let header: Awaited<ReturnType<typeof readHeader>>;
  try {
    header = await readHeader(bytesSource(bytes), new Repairs());
  } catch (error) {
    if (error instanceof SourceRefused) return { problem: "edf", sentence: error.message };
    throw error;
  }
  const startMs = header.start === null ? null : toEpochMs(header.start, timezone);
  const wallMs = header.start === null ? null : toEpochMs(header.start, "UTC");
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  const visitor = {
    text(onset: number, duration: number, text: Uint8Array) {
      const line = rows.length + bad.length + 1;
      if (Number.isNaN(duration)) {
        bad.push({ line, reason: "duration", found: "" });
        return;
      }
      const onsetMs = exact(onset);
      rows.push({
        ...{ line, startMs: startMs === null ? null : startMs + onsetMs, onsetMs },
        ...{ durationMs: duration === 0 ? null : exact(duration), title: annotationText(text), side: {} },
      });
    },
    malformed() {
      bad.push({ line: rows.length + bad.length + 1, reason: "onset", found: "" });
    },
  };
  for (let record = 0; record < header.records; record++)
    for (const { isAnnotation, byteOffset, samplesPerRecord } of header.signals) {
      if (!isAnnotation) continue;
      const at = header.headerBytes + record * header.recordBytes + byteOffset;
      readTals(bytes.subarray(at, at + samplesPerRecord * header.sampleBytes), visitor);
      if (rows.length + bad.length > mostRows) return { problem: "too many" };
    }
  if (rows.length + bad.length === 0) return { problem: "no annotations" };
  return { format: "edf", rows, bad, fields: [], zero: "second", wallMs, encoding: "utf-8", ignored: [] };
}

/** Milliseconds of seconds that were decimal text, to a millionth of one. */
const exact = (seconds: number): number => Number((1000 * seconds).toFixed(6));
