/** Gathers decoded samples of one stretch until there are enough for a block of each group. */

import { SourceRefused } from "../../../domain/files/source-refused.ts";
import type { PacketDecoder } from "../../../domain/natus/packets.ts";
import type { Part } from "../../../domain/natus/parts.ts";
import type { SourceBlock } from "../../recordings/types.ts";
import type { StreamPlan } from "./blocks.ts";
import type { SliceReader } from "./slices.ts";

const valuesHeld = 2 ** 20;
const exactLimit = 2 ** 24;

export class Stage {
  /** Samples of a row; no power of two, so that rows do not fight for the same places of the cache. */
  readonly capacity: number;
  /** Rows of decoded samples, `capacity` apart. */
  readonly out: Float32Array;
  /** Stamp behind the samples so far; null before the first one. */
  end: number | null = null;
  /** Bytes of the files before the one that is being read. */
  bytesBefore = 0;
  readonly #plan: StreamPlan;
  #part: Part | null = null;
  #decoder: PacketDecoder | null = null;
  #reader: SliceReader | null = null;
  /** Stamp of the first packet that is held, and how many are. */
  #start = 0;
  #held = 0;
  /** Per group: its next block is the first one behind a seam. */
  readonly #isBehindSeam: boolean[];

  /** Per group: first stamp at which it may have its next sample; behind a gap reduced rates take turns anew. */
  readonly #nextFree: number[];

  constructor(plan: StreamPlan) {
    this.#plan = plan;
    this.#nextFree = plan.groups.map(() => 0);
    this.#isBehindSeam = plan.groups.map(() => false);
    const rows = plan.groups.reduce((sum, group) => sum + group.channels.length, 0);
    this.capacity = (Math.min(65_536, Math.max(512, Math.floor(valuesHeld / rows))) & ~31) + 16;
    this.out = new Float32Array(rows * this.capacity);
  }

  enter(part: Part, decoder: PacketDecoder, reader: SliceReader): void {
    this.#part = part;
    this.#decoder = decoder;
    this.#reader = reader;
  }

  /** A block of packets begins, behind a gap unless its stamp is the one that is due. */
  *begin(stamp: number): Generator<SourceBlock> {
    if (stamp === this.end) return;
    if (this.end !== null && stamp < this.end) {
      const shown = this.#part?.raw.shown;
      throw new SourceRefused(
        `The samples of ${shown} lie before the end of those of the raw data file in front of it.`,
      );
    }
    yield* this.flush();
    this.#decoder?.restart(true);
    this.#plan.clock.begin(stamp, this.end);
    this.#plan.stretches.push({ from: stamp, to: stamp });
    this.#start = stamp;
    this.end = stamp;
  }

  /** How many packets may be decoded at once, of `wanted`. */
  room(wanted: number): number {
    const untilJump = this.#plan.clock.nextJump(this.end ?? 0) - (this.end ?? 0);
    return Math.min(wanted, this.capacity - this.#held, untilJump);
  }

  /** Takes the packets that the decoder has just put in. */
  *take(packets: number): Generator<SourceBlock> {
    const end = (this.end ?? 0) + packets;
    const isJump = packets > 0 && end === this.#plan.clock.nextJump(end - 1);
    this.#held += packets;
    this.end = end;
    const stretch = this.#plan.stretches.at(-1);
    if (stretch) stretch.to = end;
    if (this.#held === this.capacity || isJump) yield* this.flush();
    if (isJump) this.#plan.clock.follow(end);
  }

  /** What comes next overlapped in time with what is held. */
  cut(): void {
    this.#isBehindSeam.fill(true);
  }

  /** Gives out everything that is held. */
  *flush(): Generator<SourceBlock> {
    const [decoder, reader] = [this.#decoder, this.#reader];
    if (this.#held > 0 && decoder && reader) {
      for (let group = 0; group < this.#plan.groups.length; group++) {
        const block = this.#cutOut(group, decoder, this.bytesBefore + reader.offset);
        if (block) yield block;
      }
      if (decoder.magnitude >= exactLimit) {
        this.#plan.repairs.add(
          "Some stored values have more than 24 bits, which no headbox measures; they were rounded.",
        );
      }
    }
    this.#start += this.#held;
    this.#held = 0;
    decoder?.restart(false);
  }

  #cutOut(group: number, decoder: PacketDecoder, bytesRead: number): SourceBlock | null {
    const { channels, firstRow, divisor } = this.#plan.groups[group];
    const rate = decoder.classes.find((known) => known.divisor === divisor);
    const isShorted = this.#part?.header.isShorted ?? [];
    if (!rate || rate.count === 0 || channels.every((channel) => isShorted[channel])) return null;
    const skipped = Math.max(0, Math.ceil((this.#nextFree[group] - this.#start - rate.first) / divisor));
    decoder.extras += Math.min(skipped, rate.count) * channels.length;
    const count = rate.count - skipped;
    if (count <= 0) return null;
    const first = this.#start + rate.first + skipped * divisor;
    this.#nextFree[group] = first + count * divisor;
    const data = new Float32Array(channels.length * count);
    channels.forEach((channel, k) => {
      const from = (firstRow + k) * this.capacity + skipped;
      if (isShorted[channel]) data.fill(Number.NaN, k * count, (k + 1) * count);
      else data.set(this.out.subarray(from, from + count), k * count);
    });
    const isSeam = this.#isBehindSeam[group];
    this.#isBehindSeam[group] = false;
    const startMs = this.#plan.clock.timeOf(first);
    return { group, startMs, isSeam, count, data, bytesRead };
  }
}
