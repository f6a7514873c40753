/**
 * Features of one chunk of EEG trends on disk: a header of 64 bytes, then those of epochs and those of segments (float32). Little-endian. What does not
 * check out is made again.
 */
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { featureRows, type TrendFeatures } from "../../signal/trend-features.ts";
import { aeegSeconds, trendEpochSeconds } from "../../signal/trend-plan.ts";
import type { KeptPlace } from "./derived-cache.ts";

const magic = 0x31465443; // "CTF1"
const headerBytes = 64;
const segmentRows = 6;

export interface TrendFileIdentity extends KeptPlace {
  /** Hex sha256 of all that the features are made of. */
  key: string;
  /** Of the chunk. */
  seconds: number;
}

const valuesOf = ({ seconds }: TrendFileIdentity) => ({
  epochs: (featureRows.all * seconds) / trendEpochSeconds,
  segments: (segmentRows * seconds) / aeegSeconds,
});

/** Of a chunk of so many seconds. */
export function trendFileBytes(seconds: number): number {
  const { epochs, segments } = valuesOf({ seconds, pyramid: "", chunk: 0, key: "" });
  return headerBytes + 4 * (epochs + segments);
}

export function encodeTrendFile(identity: TrendFileIdentity, { epochs, segments }: TrendFeatures): Uint8Array {
  const file = new Uint8Array(trendFileBytes(identity.seconds));
  const bytesOf = (values: Float32Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  file.set(bytesOf(epochs), headerBytes);
  file.set(bytesOf(segments), headerBytes + epochs.byteLength);
  file.set(headerOf(identity, crc32(file.subarray(headerBytes))));
  return file;
}

function headerOf({ chunk, key, seconds }: TrendFileIdentity, checksum: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(magic, 0);
  header.writeInt32LE(chunk, 4);
  header.writeUInt32LE(featureRows.all, 8);
  header.writeUInt32LE(seconds, 12);
  header.writeUInt32LE(checksum, 16);
  header.write(key, 24, 32, "hex");
  return header;
}

/** True when the file says that it is that chunk, and is as long. */
export async function checkTrendFile(file: FileHandle, identity: TrendFileIdentity, size: number): Promise<boolean> {
  if (size !== trendFileBytes(identity.seconds)) return false;
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await file.read(header, 0, headerBytes, 0);
  return bytesRead === headerBytes && header.equals(headerOf(identity, header.readUInt32LE(16)));
}

/** Every byte is compared with the checksum as it is read. @throws when it is cut short, or a byte is another one */
export async function readTrendFile(file: FileHandle, identity: TrendFileIdentity): Promise<TrendFeatures> {
  const { epochs, segments } = valuesOf(identity);
  const bytes = new Uint8Array(trendFileBytes(identity.seconds));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const { buffer } = bytes;
  const isSound =
    bytesRead === bytes.length && crc32(bytes.subarray(headerBytes)) === new DataView(buffer).getUint32(16, true);
  if (!isSound) throw new Error("A file of trends is damaged.");
  return {
    epochs: new Float32Array(buffer, headerBytes, epochs).slice(),
    segments: new Float32Array(buffer, headerBytes + 4 * epochs, segments).slice(),
  };
}
