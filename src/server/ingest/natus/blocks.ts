/** Streams the packets of all parts as blocks of samples; memory stays bounded whatever the files say. */

import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import type { StudyClock } from "../../../domain/natus/clock.ts";
import { endTold, isCountTold, lostStep } from "../../../domain/natus/follow.ts";
import { PacketDecoder } from "../../../domain/natus/packets.ts";
import type { Part } from "../../../domain/natus/parts.ts";
import type { SourceBlock } from "../../recordings/types.ts";
import type { NatusGroup } from "./groups.ts";
import { SliceReader } from "./slices.ts";
import { Stage } from "./stage.ts";

export interface StreamPlan {
  parts: readonly Part[];
  groups: readonly NatusGroup[];
  clock: StudyClock;
  repairs: Repairs;
  /** Samples that were found: ascending, disjoint stretches of stamps. Filled while the blocks pass. */
  stretches: { from: number; to: number }[];
  /** Bytes of the tables, which were read before. */
  bytesBefore: number;
}

/** All blocks of the study; those of one group ascend in time and never overlap. */
export async function* readBlocks(plan: StreamPlan): AsyncGenerator<SourceBlock> {
  const stage = new Stage(plan);
  let bytesBefore = plan.bytesBefore;
  for (let p = 0; p < plan.parts.length; p++) {
    const part = plan.parts[p];
    stage.bytesBefore = bytesBefore;
    yield* partBlocks(plan, part, stage, plan.parts[p + 1]?.blocks[0].stamp ?? Number.POSITIVE_INFINITY);
    bytesBefore += part.raw.size;
  }
}

async function* partBlocks(plan: StreamPlan, part: Part, stage: Stage, nextPart: number): AsyncGenerator<SourceBlock> {
  const { blocks, raw } = part;
  const rows = new Map(plan.groups.flatMap((g) => g.channels.map((channel, k) => [channel, g.firstRow + k] as const)));
  const decoder = new PacketDecoder(part.header, (channel) => rows.get(channel) ?? 0, stage.out);
  const [from, to] = [Math.min(blocks[0].offset, raw.size), raw.size];
  const reader = new SliceReader(raw.source, { from, to, longest: decoder.longest });
  let total = blocks[0].before;
  let isCutOff = false;
  stage.enter(part, decoder, reader);
  try {
    await reader.advance();
    for (let b = 0; b < blocks.length && blocks[b].offset < raw.size; b++) {
      const block = blocks[b];
      const following = blocks[b + 1];
      const stop = Math.min(following?.offset ?? raw.size, raw.size);
      const most = following === undefined ? part.lastBlockSamples : Number.POSITIVE_INFINITY;
      const stamp = block.stamp ?? stage.end ?? 0;
      const kept = Math.max(0, (following === undefined ? nextPart : (following.stamp ?? nextPart)) - stamp);
      tellLongGap(plan, part, (stamp - (stage.end ?? stamp)) / plan.clock.samplingHz);
      yield* stage.begin(stamp);
      let done = 0;
      while (done < most && reader.offset < stop) {
        if (reader.at >= reader.safeEnd) await reader.advance();
        const room = done < kept ? stage.room(kept - done) : stage.capacity;
        if (done >= kept) yield* stage.flush(); // what overlaps the next block is decoded, to keep step, and dropped
        const end = Math.min(reader.safeEnd, stop - reader.base);
        decoder.run({
          bytes: reader.bytes,
          at: reader.at,
          end,
          stride: stage.capacity,
          most: Math.min(room, most - done),
        });
        if (decoder.at + reader.base > stop) {
          if (stop < raw.size) throw lostStep(part, reader.base + decoder.lastAt, "crossing");
          decoder.dropLast();
          isCutOff = true;
        }
        reader.at = Math.min(decoder.at, reader.end);
        if (decoder.fault) throw lostStep(part, reader.offset, { fault: decoder.fault });
        if (done >= kept) decoder.restart(true);
        else yield* stage.take(decoder.decoded);
        done += decoder.decoded;
      }
      total += done;
      if (following !== undefined && stop === following.offset && !isCutOff) {
        if (!isCountTold(block, following, done)) throw lostStep(part, stop, "count");
      }
      if (done > kept) {
        plan.repairs.add(
          `Blocks of ${raw.shown} overlap; the later one was kept for ${counted(done - kept, "sample")}.`,
        );
        stage.cut();
      }
    }
    yield* stage.flush();
    const rest = raw.size - reader.offset;
    if (decoder.extras > 0) {
      const left = counted(decoder.extras, "value");
      plan.repairs.add(
        `Left out because they came between two turns of channels of a reduced rate: ${left} in ${raw.shown}.`,
      );
    }
    const told = endTold(part, { total, rest });
    if (told !== null) plan.repairs.add(told);
  } finally {
    await reader.drain();
    await raw.source.close();
  }
}

const daySeconds = 86_400;

/** A study may pause for days, and a damaged stamp looks the same: whoever reads it is told. */
function tellLongGap({ repairs }: StreamPlan, { raw }: Part, seconds: number): void {
  if (seconds < daySeconds) return;
  const days = counted(Math.round(seconds / daySeconds), "day");
  repairs.add(`By its table of contents, ${raw.shown} goes on after a gap of ${days}; a damaged table says the same.`);
}
