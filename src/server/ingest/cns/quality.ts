/**
 * Quality streams (NumericQuality, WaveQuality) run beside the signals. What their codes mean is not known (formats.md 6),
 * so nothing is masked by them and they are no signals of the recording; how many codes stand out is told.
 */

import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import { type CnsStreamName, parseCnsStreamName } from "../../../domain/files/cns.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import type { CnsFolder } from "./folders.ts";

const sliceBytes = 2 ** 20;

export const isQuality = ({ type }: CnsStreamName): boolean => type.endsWith("Quality");

/** Adds one sentence when there are any. */
export async function noteQuality(folders: readonly CnsFolder[], repairs: Repairs): Promise<void> {
  let streams = 0;
  let codes = 0;
  for (const { source, files } of folders) {
    for (const file of files) {
      const name = parseCnsStreamName(file);
      if (name?.part !== "data" || !isQuality(name)) continue;
      streams++;
      codes += await countCodes(source.file(file));
    }
  }
  if (streams === 0) return;
  const found = codes === 0 ? "all their codes are 0" : `${codes.toLocaleString("en-US")} of their codes are not 0`;
  repairs.leftOut(
    `Left out because the meaning of their codes is not known: ${counted(streams, "quality stream")}; ${found}.`,
  );
}

/** 32-bit values of a file that are not 0. */
async function countCodes(source: ByteSource): Promise<number> {
  try {
    const size = await source.size();
    let codes = 0;
    for (let at = 0; at + 4 <= size; at += sliceBytes) {
      const length = Math.floor(Math.min(sliceBytes, size - at) / 4) * 4;
      const bytes = await readFully(source, new Uint8Array(length), at);
      for (const value of new Int32Array(bytes.buffer)) if (value !== 0) codes++;
    }
    return codes;
  } finally {
    await source.close();
  }
}
