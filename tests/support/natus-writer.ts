/** A small writer of Natus (XLTEK) study directories for tests: correct by default, and able to break rules on purpose. */
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import type { NatusFolder } from "../../src/server/ingest/natus/index.ts";

export interface WrittenBlock {
  /** Stamp of the first sample; default: behind the block before. */
  stamp?: number;
  samples: number;
}

export interface WrittenNote {
  text?: string;
  stamp?: number;
  comment?: string;
  channelNames?: readonly string[];
  /** The whole text instead, as it is. */
  raw?: string;
}

export interface NatusStudy {
  /** Stem of all files; holds the patient's name in real studies. */
  base?: string;
  schema?: number;
  samplingHz?: number;
  channels: number;
  shorted?: readonly number[];
  /** Rate divisor by channel: 2, 4, 5, 10, 20 or 50. */
  divisors?: Readonly<Record<number, number>>;
  headboxType?: number;
  headboxSoftware?: string;
  discardBits?: number;
  /** Blocks of each raw data file. */
  parts: readonly (readonly WrittenBlock[])[];
  /** Stored value by channel and stamp. Default: a wave with large and small steps. */
  value?: (channel: number, stamp: number) => number;
  /** Writes every difference that fits as int16, or every value as absolute. */
  width?: "narrow" | "wide" | "absolute";
  notes?: readonly WrittenNote[];
  /** Stamps and epoch milliseconds of the clock table; default one entry per 10 s on an exact clock. Null: no table. */
  clock?: readonly (readonly [stamp: number, ms: number])[] | null;
  createdSeconds?: number;
  patient?: string;
}

export type StudyBytes = Map<string, Uint8Array>;

export const studyStartMs = 1_500_000_000_000;
const rawGuid = Uint8Array.from(Buffer.from("91070bca95d7d011af3200a0245b54a5", "hex"));
const rateBits = [2, 4, 5, 10, 20, 50];

export const defaultValue = (channel: number, stamp: number): number =>
  Math.round(900 * Math.sin((stamp * (channel + 1)) / 17)) + (stamp % 97 === 0 ? 40_000 * (channel + 1) : 0);

/** The files by name. */
export function writeStudy(study: NatusStudy): StudyBytes {
  const base = study.base ?? "Doe~ Jane_0f1e2d3c";
  const files: StudyBytes = new Map();
  const hz = study.samplingHz ?? 256;
  const segments: { name: string; first: number; last: number; samples: number }[] = [];
  let stamp = 0;
  study.parts.forEach((blocks, part) => {
    const stem = part === 0 ? base : `${base}_${String(part).padStart(3, "0")}`;
    const first = blocks[0]?.stamp ?? stamp;
    const { raw, contents, end, samples } = writePart(study, blocks, stamp);
    files.set(`${stem}.erd`, raw);
    files.set(`${stem}.etc`, contents);
    segments.push({ name: stem, first, last: end - 1, samples });
    stamp = end;
  });
  files.set(`${base}.stc`, segmentTable(study, segments));
  const exact = Array.from({ length: Math.ceil(stamp / (10 * hz)) + 1 }, (_, k) => {
    return [Math.round(k * 10 * hz), studyStartMs + k * 10_000] as const;
  });
  if (study.clock !== null) files.set(`${base}.snc`, clockTable(study, study.clock ?? exact));
  if (study.notes !== undefined) files.set(`${base}.ent`, notesFile(study, study.notes));
  return files;
}

/** The files as the reader takes them. */
export const memoryFolder = (files: StudyBytes): NatusFolder => ({
  list: async () => [...files.keys()],
  open: (name) => bytesSource(files.get(name) ?? new Uint8Array(0)),
});

function generic(study: NatusStudy, schema: number, length: number): { bytes: Uint8Array; view: DataView } {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(16, schema, true);
  view.setUint16(18, 1, true);
  view.setInt32(20, study.createdSeconds ?? studyStartMs / 1000, true);
  const name = new TextEncoder().encode(study.patient ?? "Doe");
  for (const at of [32, 112, 192, 272]) bytes.set(name.subarray(0, 79), at);
  return { bytes, view };
}

function writePart(study: NatusStudy, blocks: readonly WrittenBlock[], begin: number) {
  const header = rawHeader(study);
  const packets: Uint8Array[] = [header];
  const contents = generic(study, 3, 352 + 16 * blocks.length);
  let [offset, stamp, samples] = [header.length, begin, 0];
  const last = new Int32Array(study.channels);
  blocks.forEach((block, b) => {
    stamp = block.stamp ?? stamp;
    const at = 352 + 16 * b;
    contents.view.setInt32(at, offset, true);
    contents.view.setInt32(at + 4, stamp, true);
    contents.view.setInt32(at + 8, samples, true);
    contents.view.setInt32(at + 12, block.samples, true);
    for (let i = 0; i < block.samples; i++) {
      const packet = writePacket(study, stamp + i, i === 0, last);
      packets.push(packet);
      offset += packet.length;
    }
    stamp += block.samples;
    samples += block.samples;
  });
  return { raw: new Uint8Array(Buffer.concat(packets)), contents: contents.bytes, end: stamp, samples };
}

function rawHeader(study: NatusStudy): Uint8Array {
  const { bytes, view } = generic(study, study.schema ?? 9, 8656);
  bytes.set(rawGuid, 0);
  view.setFloat64(352, study.samplingHz ?? 256, true);
  view.setInt32(360, study.channels, true);
  view.setInt32(364, 8, true);
  view.setInt32(4464, study.headboxType ?? 1, true);
  bytes.set(new TextEncoder().encode(study.headboxSoftware ?? "3.6"), 4496);
  view.setInt32(4556, study.discardBits ?? 0, true);
  for (let channel = 0; channel < 1024; channel++) {
    view.setInt32(368 + 4 * channel, channel, true);
    view.setInt16(4560 + 2 * channel, study.shorted?.includes(channel) ? 1 : 0, true);
    view.setInt16(6608 + 2 * channel, study.divisors?.[channel] ?? 32_767, true);
  }
  return bytes;
}

function writePacket(study: NatusStudy, stamp: number, isFirst: boolean, last: Int32Array): Uint8Array {
  const { channels, divisors } = study;
  const head = [isFirst ? 1 : 0];
  const isHere = (channel: number) => isFirst || stamp % (divisors?.[channel] ?? 1) === 0;
  if (divisors) {
    const bits = rateBits.reduce((sum, divisor, bit) => sum | (stamp % divisor === 0 ? 1 << bit : 0), 0);
    head.push(isFirst ? 0x80 : bits);
  }
  const mask = new Uint8Array(Math.ceil(channels / 8));
  const [differences, absolutes]: [number[], number[]] = [[], []];
  for (let channel = 0; channel < channels; channel++) {
    if (study.shorted?.includes(channel) || !isHere(channel)) continue;
    const value = (study.value ?? defaultValue)(channel, stamp);
    const difference = value - last[channel];
    last[channel] = value;
    const isByte = difference >= -128 && difference <= 127;
    // 0xFFFF, a difference of -1, is the mark of an absolute value.
    const isWord = difference >= -32_768 && difference <= 32_767 && difference !== -1;
    const width = study.width ?? "narrow";
    if (!isFirst && isByte && (width === "narrow" || (width === "wide" && !isWord)))
      differences.push(difference & 0xff);
    else {
      mask[channel >> 3] |= 1 << (channel & 7);
      const isAbsolute = isFirst || !isWord || width === "absolute";
      differences.push(...(isAbsolute ? [0xff, 0xff] : [difference & 0xff, (difference >> 8) & 0xff]));
      if (isAbsolute) for (let b = 0; b < 32; b += 8) absolutes.push((value >> b) & 0xff);
    }
  }
  return Uint8Array.from([...head, ...mask, ...differences, ...absolutes]);
}

function segmentTable(
  study: NatusStudy,
  segments: readonly { name: string; first: number; last: number; samples: number }[],
): Uint8Array {
  const { bytes, view } = generic(study, 1, 408 + 272 * segments.length);
  view.setInt32(352, segments.length, true);
  segments.forEach(({ name, first, last, samples }, k) => {
    const at = 408 + 272 * k;
    bytes.set(new TextEncoder().encode(name).subarray(0, 255), at);
    [first, last, samples, last + 1 - first].forEach((value, field) => {
      view.setInt32(at + 256 + 4 * field, value, true);
    });
  });
  return bytes;
}

function clockTable(study: NatusStudy, entries: readonly (readonly [number, number])[]): Uint8Array {
  const { bytes, view } = generic(study, 1, 352 + 12 * entries.length);
  entries.forEach(([stamp, ms], k) => {
    view.setInt32(352 + 12 * k, stamp, true);
    view.setBigInt64(352 + 12 * k + 4, BigInt(Math.round(ms * 10_000)) + 116_444_736_000_000_000n, true);
  });
  return bytes;
}

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\r", "\\xd")}"`;

function noteText({ text, stamp, comment, channelNames, raw }: WrittenNote): string {
  if (raw !== undefined) return raw;
  const data = [`(."User", "tech")`];
  if (comment !== undefined) data.push(`(."Comment", ${quoted(comment)})`);
  if (channelNames) data.push(`(."ChanNames", (${channelNames.map(quoted).join(", ")}))`);
  const stamped = stamp === undefined ? "" : `, (."Stamp", ${stamp})`;
  return `(.(."Text", ${quoted(text ?? "")})${stamped}, (."Data", (.${data.join(", ")})))`;
}

function notesFile(study: NatusStudy, notes: readonly WrittenNote[]): Uint8Array {
  const parts = [generic(study, 3, 352).bytes];
  let before = 0;
  for (const note of notes) {
    const text = new TextEncoder().encode(`${noteText(note)}\0`);
    const head = new DataView(new ArrayBuffer(16));
    [1, 16 + text.length, before, 0].forEach((value, field) => {
      head.setInt32(4 * field, value, true);
    });
    before = 16 + text.length;
    parts.push(new Uint8Array(head.buffer), text);
  }
  parts.push(new Uint8Array(16));
  return new Uint8Array(Buffer.concat(parts));
}
