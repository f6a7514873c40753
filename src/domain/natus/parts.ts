/** The raw data files of a study, with what their tables say about them. */
import { counted, type Repairs } from "../edf/repairs.ts";
import { SourceRefused } from "../files/source-refused.ts";
import type { RawPartFiles, StudyFile, StudyFiles } from "./files.ts";
import { type RawHeader, rawHeaderBytes, readRawHeader } from "./header.ts";
import { type PacketBlock, readContents, readSegments, type Segment } from "./tables.ts";

export interface Part {
  raw: StudyFile;
  header: RawHeader;
  /** At least one. */
  blocks: PacketBlock[];
  /** Samples of the last block at most; Infinity: as many as there are. */
  lastBlockSamples: number;
  /** Samples that the tables promise; 0 when they do not tell. */
  toldSamples: number;
}

/** The parts that hold packets, in order of time. @throws SourceRefused when they do not belong together. */
export async function readParts(files: StudyFiles, repairs: Repairs): Promise<Part[]> {
  const segments = new Map((await readSegments(files.segments, files.base, repairs)).map((s) => [s.number, s]));
  const parts: Part[] = [];
  for (const file of files.parts) {
    const header = await readRawHeader(file.raw, repairs);
    const first = parts.at(0);
    if (first) refuseOther(first.header, header, file.raw);
    if (file.raw.size === rawHeaderBytes) {
      repairs.add(`The raw data file ${file.raw.shown} holds no samples.`);
      continue;
    }
    const part = await describe(file, header, segments.get(file.number), repairs);
    const before = parts.at(-1)?.blocks.at(-1);
    const [previous, stamp] = [before?.stamp ?? null, part.blocks[0].stamp];
    if (previous !== null && stamp !== null && stamp <= previous) {
      throw new SourceRefused(`The samples of ${file.raw.shown} lie before those of the raw data file in front of it.`);
    }
    parts.push(part);
  }
  if (parts.length === 0) throw new SourceRefused("The raw data files hold a header but no samples: no data.");
  noteMissing(files, segments, repairs);
  return parts;
}

/** Channels that are not shorted in every part. @throws SourceRefused when there are none */
export function soundChannels(parts: readonly Part[]): number[] {
  const { isShorted } = parts[0].header;
  const channels = isShorted.flatMap((_, c) => (parts.every((part) => part.header.isShorted[c]) ? [] : [c]));
  if (channels.length === 0) throw new SourceRefused("All channels of the study are shorted: no data.");
  return channels;
}

async function describe(
  { raw, contents }: RawPartFiles,
  header: RawHeader,
  segment: Segment | undefined,
  repairs: Repairs,
): Promise<Part> {
  const told = segment?.samples ?? 0;
  const blocks = await readContents(contents, raw, repairs);
  if (blocks === null) {
    const whole = { offset: rawHeaderBytes, stamp: segment?.firstStamp ?? null, before: 0, span: 0, wideSpan: 0 };
    return { raw, header, blocks: [whole], lastBlockSamples: told || Number.POSITIVE_INFINITY, toldSamples: told };
  }
  if (blocks[0].offset > rawHeaderBytes) {
    const left = counted(Math.min(raw.size, blocks[0].offset) - rawHeaderBytes, "byte");
    repairs.add(`Left out because its table of contents does not tell when it was recorded: ${left} of ${raw.shown}.`);
  }
  const untold = samplesBetween(blocks, told);
  if (untold > 0)
    repairs.add(
      `The table of contents of ${raw.shown} lacks entries: when ${counted(untold, "sample")} of it ${untold === 1 ? "was" : "were"} recorded is not told; they were taken to follow without a gap.`,
    );
  const last = blocks[blocks.length - 1];
  const apart = segment === undefined || untold > 0 ? 0 : apartBy(blocks, segment);
  if (apart > header.samplingHz)
    repairs.add(
      `The table of contents and the segment table give samples of ${raw.shown} times that lie up to ${counted(Math.round(apart / header.samplingHz), "second")} apart; those of the table of contents were taken, and one of the two may be damaged.`,
    );
  // With something in the unknown field, only the end of the file tells how long the last block is.
  const inLast = isSpanKnown(last) ? Math.max(last.span, told - last.before) : Number.POSITIVE_INFINITY;
  return { raw, header, blocks, lastBlockSamples: inLast, toldSamples: Math.max(told, last.before + last.span) };
}

const isSpanKnown = ({ span, wideSpan }: PacketBlock) => span > 0 && span === wideSpan;

/** How far, in samples, the tables lie apart about where a file begins and ends; 0 where they do not speak of the same samples. */
function apartBy(blocks: readonly PacketBlock[], segment: Segment): number {
  const [first, last] = [blocks[0], blocks[blocks.length - 1]];
  const isSame = first.offset === rawHeaderBytes && isSpanKnown(last) && segment.samples === last.before + last.span;
  if (!isSame || first.stamp === null || last.stamp === null) return 0;
  const end = last.stamp + last.span - 1;
  return Math.max(Math.abs(first.stamp - segment.firstStamp), Math.abs(end - segment.lastStamp));
}

/** Samples that are counted, by the next block or by the segment table, but are in none of the blocks. */
function samplesBetween(blocks: readonly PacketBlock[], told: number): number {
  return blocks.reduce((sum, block, k) => {
    const behind = blocks[k + 1]?.before ?? told;
    return sum + (isSpanKnown(block) ? Math.max(0, behind - block.before - block.span) : 0);
  }, 0);
}

function refuseOther(first: RawHeader, other: RawHeader, file: StudyFile): void {
  const differs = (what: string) => {
    throw new SourceRefused(`The raw data file ${file.shown} has ${what} than those before it.`);
  };
  if (other.samplingHz !== first.samplingHz) differs("another sampling rate");
  if (other.channelCount !== first.channelCount) differs("another number of channels");
  if (other.headboxType !== first.headboxType || other.discardBits !== first.discardBits)
    differs("another calibration");
  if (other.divisors.some((divisor, channel) => divisor !== first.divisors[channel])) {
    differs("other rates of its channels");
  }
}

function noteMissing(files: StudyFiles, segments: ReadonlyMap<number, Segment>, repairs: Repairs): void {
  const present = new Set(files.parts.map((part) => part.number));
  const last = Math.max(...present);
  const missing = new Map<number, number>();
  for (const { number, samples } of segments.values()) if (!present.has(number)) missing.set(number, samples);
  for (let number = 0; number < last; number++)
    if (!present.has(number) && !missing.has(number)) missing.set(number, 0);
  for (const [number, samples] of missing) {
    const shown = number === 0 ? "*.erd" : `*_${String(number).padStart(3, "0")}.erd`;
    repairs.add(
      `The raw data file ${shown} is missing${samples > 0 ? `, and with it ${counted(samples, "sample")}` : ""}.`,
    );
  }
}
