/** The generic header and that of raw data files (formats.md 4.2, 4.3). Names and numbers of patients are not read. */

import { counted, type Repairs } from "../edf/repairs.ts";
import { latin1 } from "../edf/text.ts";
import { readFully } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import type { StudyFile } from "./files.ts";

export const genericBytes = 352;
/** First sample packet of schemas 8 and 9. */
export const rawHeaderBytes = 8656;
const fullRate = 32_767;

const rawDataGuid = "9107 0bca 95d7 d011 af32 00a0 245b 54a5".replaceAll(" ", "");
const mostChannels = 1024;
/** No study is older than the format. */
const earliestSeconds = Date.UTC(1985, 0) / 1000;
const place = {
  samplingHz: 352,
  channels: 360,
  deltaBits: 364,
  physicalMap: 368,
  headboxTypes: 4464,
  headboxSoftware: 4496,
  discardBits: 4556,
  shorted: 4560,
  frequency: 6608,
};

export interface GenericHeader {
  schema: number;
  /** Seconds since 1970; 0 where that cannot be right. */
  createdSeconds: number;
}

export interface RawHeader extends GenericHeader {
  samplingHz: number;
  /** System channels, shorted ones included. */
  channelCount: number;
  headboxType: number;
  /** Version in figures; "" where it cannot be read. */
  headboxSoftware: string;
  discardBits: number;
  /** Per channel. */
  isShorted: boolean[];
  /** Per channel: 2, 4, 5, 10, 20 or 50 where the rate is reduced, else 1. */
  divisors: number[];
  /** Whether packets carry a frequency byte. */
  hasFrequencyByte: boolean;
}

/** With base schema 0 the schema is one 32-bit field; its low half is the same. */
export const readGeneric = (view: DataView): GenericHeader => ({
  schema: view.getUint16(16, true),
  createdSeconds: view.getInt32(20, true) >= earliestSeconds ? view.getInt32(20, true) : 0,
});

/** Reads a whole table; null when it ends inside its header. */
export async function readTable(file: StudyFile): Promise<DataView | null> {
  try {
    const bytes = await readFully(file.source, new Uint8Array(file.size), 0);
    return bytes.length < genericBytes ? null : new DataView(bytes.buffer);
  } finally {
    await file.source.close();
  }
}

/** @throws SourceRefused, naming the file and the offset, for what is not schema 8 or 9 or cannot be right. */
export async function readRawHeader(file: StudyFile, repairs: Repairs): Promise<RawHeader> {
  const bytes = new Uint8Array(Math.min(file.size, rawHeaderBytes));
  try {
    await readFully(file.source, bytes, 0);
  } finally {
    await file.source.close();
  }
  const refuse = (what: string, at: number): never => {
    throw new SourceRefused(`The raw data file ${file.shown} ${what} (byte ${at.toLocaleString("en-US")}).`);
  };
  if (bytes.length < genericBytes) throw new SourceRefused(`The raw data file ${file.shown} ends inside its header.`);
  const view = new DataView(bytes.buffer);
  const generic = readGeneric(view);
  const isKnownKind =
    Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("") === rawDataGuid;
  const isSchema = generic.schema >= 5 && generic.schema <= 9;
  if (!isKnownKind && !isSchema) refuse("is not a raw data file of a Natus study", 0);
  if (generic.schema !== 8 && generic.schema !== 9) {
    refuse(`has schema ${generic.schema}; only schemas 8 and 9 can be read`, 16);
  }
  if (bytes.length < rawHeaderBytes) throw new SourceRefused(`The raw data file ${file.shown} ends inside its header.`);
  if (!isKnownKind)
    repairs.add(`The file ${file.shown} is not marked as raw data of a Natus study, but was read as such.`);

  const samplingHz = view.getFloat64(place.samplingHz, true);
  if (!(samplingHz >= 0.1 && samplingHz <= 1_000_000)) refuse("gives no usable sampling rate", place.samplingHz);
  const channelCount = view.getInt32(place.channels, true);
  if (channelCount < 1 || channelCount > mostChannels) refuse("gives no usable number of channels", place.channels);
  if (view.getInt32(place.deltaBits, true) !== 8) refuse("does not store differences of 8 bits", place.deltaBits);
  const discardBits = view.getInt32(place.discardBits, true);
  if (discardBits < 0 || discardBits > 16) refuse("gives no usable number of discarded bits", place.discardBits);
  const channels = Array.from({ length: channelCount }, (_, channel) => channel);
  const flags = channels.map((channel) => view.getInt16(place.shorted + 2 * channel, true));
  const isShorted = flags.map((flag) => flag !== 0);
  const strange = flags.filter((flag) => flag < -1 || flag > 1).length;
  if (strange > 0) {
    repairs.add(
      `Whether a channel is shorted is written in an unknown way for ${counted(strange, "channel")} of ${file.shown}; left out as shorted.`,
    );
  }
  for (const channel of channels) {
    const at = place.physicalMap + 4 * channel;
    if (!isShorted[channel] && view.getInt32(at, true) !== channel) refuse("stores its channels in another order", at);
  }
  const factors = channels.map((channel) => view.getInt16(place.frequency + 2 * channel, true));
  const divisors = factors.map((factor, channel) => {
    if (factor === fullRate || (isShorted[channel] && !frequencyDivisors.includes(factor))) return 1;
    if (!frequencyDivisors.includes(factor)) {
      refuse(`gives channel ${channel + 1} a rate that is not known`, place.frequency + 2 * channel);
    }
    return factor;
  });
  return {
    ...generic,
    samplingHz,
    channelCount,
    headboxType: view.getInt32(place.headboxTypes, true),
    headboxSoftware:
      /^(\d+(?:\.\d+)*) *(?:\0|$)/.exec(
        latin1(bytes.subarray(place.headboxSoftware, place.headboxSoftware + 10)),
      )?.[1] ?? "",
    discardBits,
    isShorted,
    divisors,
    hasFrequencyByte: divisors.some((divisor) => divisor !== 1),
  };
}

/** Bit k of the frequency byte stands for the channels at one in so many packets. */
export const frequencyDivisors: readonly number[] = [2, 4, 5, 10, 20, 50];
