/** Packets that cannot be followed: what is said of them, and a look at some before a study is sent (formats.md 4.3, 4.4). */
import { counted, type Repairs } from "../edf/repairs.ts";
import { readFully } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { faultText, PacketDecoder, type PacketFault } from "./packets.ts";
import type { Part } from "./parts.ts";
import type { PacketBlock } from "./tables.ts";

/** What is looked at of all raw data files together, and the least of each that is looked at. */
const lookedAtBytes = 64 * 2 ** 20;
const leastBytesOfPart = 2 ** 18;
/** A few milliseconds' work. */
const pieceBytes = 2 ** 18;

type LostStep = { fault: PacketFault } | "crossing" | "count";

/** Where packets cannot be followed any further, and why. */
export function lostStep({ raw }: Part, offset: number, why: LostStep): SourceRefused {
  const reason =
    why === "crossing"
      ? "a packet crosses the beginning of a block"
      : why === "count"
        ? "a block holds another number of samples than its table says"
        : faultText(why.fault);
  return new SourceRefused(
    `The raw data file ${raw.shown} cannot be followed at byte ${offset.toLocaleString("en-US")}: ${reason}.`,
  );
}

/** Where a raw data file ends before its samples do, or goes on behind them; null where neither is so. `rest`: bytes behind the last packet. */
export function endTold(
  { raw: { shown }, toldSamples }: Part,
  { total, rest }: { total: number; rest: number },
): string | null {
  if (total < toldSamples) {
    const told = toldSamples.toLocaleString("en-US");
    return `The raw data file ${shown} is cut off; missing at its end: ${counted(toldSamples - total, "sample")} of ${told}.`;
  }
  return rest > 0
    ? `The raw data file ${shown} holds ${counted(rest, "byte")} after its last block; they were ignored.`
    : null;
}

/** Whether the table tells so many samples of a block that another one follows. */
export const isCountTold = (block: PacketBlock, following: PacketBlock, samples: number): boolean =>
  [following.before - block.before, block.span, block.wideSpan].includes(samples);

/**
 * Follows the packets of blocks that are spread over the study, some megabytes of them; of a small one all. Each block can
 * be followed on its own. `rest` is awaited now and then. True where all packets were followed. @throws SourceRefused in the words of ingest
 */
export async function tryPackets(
  parts: readonly Part[],
  repairs: Repairs,
  rest: () => Promise<void>,
  mostBytes = lookedAtBytes,
): Promise<boolean> {
  const bytesOfPart = Math.max(leastBytesOfPart, Math.floor(mostBytes / parts.length));
  const tried = spread(parts, Math.floor(mostBytes / leastBytesOfPart));
  let isWhole = tried.length === parts.length;
  for (const part of tried) {
    const isSmall = part.raw.size <= bytesOfPart;
    isWhole &&= isSmall;
    const all = part.blocks.map((_, k) => k).filter((k) => part.blocks[k].offset < part.raw.size);
    const looked = isSmall ? all : spread(all, Math.floor(bytesOfPart / leastBytesOfPart));
    const most = isSmall ? Number.POSITIVE_INFINITY : Math.floor(bytesOfPart / looked.length);
    try {
      let [total, behind] = [part.blocks[0].before, part.raw.size];
      for (const k of looked) {
        const { samples, at } = await tryBlock(part, k, most, rest);
        total += samples;
        behind = Math.min(at, part.raw.size);
      }
      const told = isSmall ? endTold(part, { total, rest: part.raw.size - behind }) : null;
      if (told !== null) repairs.add(told);
    } finally {
      await part.raw.source.close();
    }
  }
  return isWhole;
}

/** So many of them at most, from the first to the last. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, k) => all[Math.floor((k * (all.length - 1)) / Math.max(1, most - 1))]);
}

/** The whole samples that were followed, and the byte behind the last packet. */
async function tryBlock(
  part: Part,
  k: number,
  most: number,
  rest: () => Promise<void>,
): Promise<{ samples: number; at: number }> {
  const { blocks, header, raw } = part;
  const [block, following] = [blocks[k], blocks[k + 1] as PacketBlock | undefined];
  // What is decoded goes nowhere: only where packets end matters here.
  const decoder = new PacketDecoder(header, () => 0, new Float32Array(0));
  const stop = Math.min(following?.offset ?? raw.size, raw.size);
  const end = Math.min(stop, block.offset + most);
  const samples = following === undefined ? part.lastBlockSamples : Number.POSITIVE_INFINITY;
  const bytes = new Uint8Array(Math.min(pieceBytes, end - block.offset) + 2 * decoder.longest);
  let [at, done] = [block.offset, 0];
  while (at < end && done < samples) {
    await rest();
    const behind = Math.min(end, at + pieceBytes);
    await readFully(raw.source, bytes.subarray(0, Math.min(raw.size, behind + decoder.longest) - at), at);
    decoder.run({ bytes, at: 0, end: behind - at, stride: 0, most: samples - done });
    done += decoder.decoded;
    if (at + decoder.at > stop && stop < raw.size) throw lostStep(part, at + decoder.lastAt, "crossing");
    at += decoder.at;
    if (decoder.fault) throw lostStep(part, at, { fault: decoder.fault });
  }
  // What the end of the file cut off is no sample.
  const found = { samples: at > raw.size ? done - 1 : done, at };
  if (following === undefined || end < stop || stop < following.offset || at > stop) return found;
  if (!isCountTold(block, following, done)) throw lostStep(part, stop, "count");
  return found;
}
