/** The door to Natus (XLTEK) study directories of schemas 8 and 9. */

import { Repairs } from "../../../domain/edf/repairs.ts";
import { refuseZone } from "../../../domain/files/source-refused.ts";
import { StudyClock } from "../../../domain/natus/clock.ts";
import { type Part, readParts, soundChannels } from "../../../domain/natus/parts.ts";
import { type ClockTable, readClock } from "../../../domain/natus/tables.ts";
import { firstWhere } from "../../../domain/time/runs.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import type { SourceBlock, SourceHead, SourceReader } from "../../recordings/types.ts";
import { diskFolder } from "../source-folder.ts";
import { readBlocks, type StreamPlan } from "./blocks.ts";
import { findStudy, type NatusFolder, natusFolder } from "./files.ts";
import { groupChannels } from "./groups.ts";
import { type Note, readNotes } from "./notes.ts";

/**
 * Opens a study. `timezone`: the zone in which its times are shown; the times themselves are absolute in this format.
 * `head.startMs` is the time of the first sample. @throws SourceRefused with one plain sentence when the study cannot be
 * read or the zone does not exist. No sentence, label or annotation holds a file name or an identity from a header.
 */
export async function openNatus(folder: string | NatusFolder, options: { timezone: string }): Promise<SourceReader> {
  refuseZone(options.timezone);
  const opening = new Repairs();
  const files = await findStudy(typeof folder === "string" ? natusFolder(diskFolder(folder)) : folder, opening);
  const parts = await readParts(files, opening);
  const notes = files.notes ? await readNotes(files.notes, opening) : { list: [], channelNames: [] };
  if (!files.notes) opening.add("The notes (.ent) of the study are missing.");

  const { header } = parts[0];
  const firstStamp = parts[0].blocks[0].stamp ?? 0;
  const table = await readClock(files.clock, opening);
  const isStartKnown = table.stamps.length > 0 || header.createdSeconds > 0;
  const usable = table.stamps.length > 0 ? table : creationTable(header.createdSeconds, firstStamp, opening);
  const stamps = { first: firstStamp, last: lastStamp(parts, firstStamp) };
  const newClock = (repairs: Repairs) => new StudyClock(usable, header.samplingHz, stamps, repairs);
  const clock = newClock(opening);

  const channels = soundChannels(parts);
  const plan = { header, channels, names: notes.channelNames, samplingHz: clock.samplingHz };
  const groups = groupChannels(plan, opening);
  const head: SourceHead = {
    objType: "Natus",
    startMs: clock.at(firstStamp),
    isStartKnown,
    timezone: options.timezone,
    groups: groups.map((group) => group.head),
    sizeBytes: files.sizeBytes,
  };

  const rawBytes = parts.reduce((sum, part) => sum + part.raw.size, 0);
  let read: StreamPlan | null = null;
  async function* blocks(): AsyncGenerator<SourceBlock> {
    read = null;
    const repairs = new Repairs();
    const bytesBefore = files.sizeBytes - rawBytes;
    const stream = { parts, groups, clock: newClock(new Repairs()), repairs, stretches: [], bytesBefore };
    yield* readBlocks(stream);
    read = stream;
  }
  const finish = () => {
    if (!read) throw new Error("finish() was called before all blocks were read");
    const sampled = sampledIn(read.stretches);
    const told = new Repairs();
    read.clock.report(sampled, told);
    const { clock: finished } = read;
    const timeOf = (stamp: number) => (sampled(stamp) ? finished.timeOf(stamp) : finished.at(stamp));
    return {
      annotations: toAnnotations(notes.list, timeOf),
      repairs: [...opening.list(), ...read.repairs.list(), ...told.list()],
    };
  };
  return { head, blocks, finish };
}

/** Without a clock table: the first raw data file is created when its first sample comes, true to a second or so. */
function creationTable(createdSeconds: number, firstStamp: number, repairs: Repairs): ClockTable {
  repairs.add(
    createdSeconds > 0
      ? "The clock table (.snc) is missing or empty; the start was taken from the creation time of the raw data, which is true to a second or so."
      : "Neither a clock table (.snc) nor a creation time tells when the study began.",
  );
  return { stamps: [firstStamp], times: [Math.max(0, createdSeconds) * 1000] };
}

function lastStamp(parts: readonly Part[], firstStamp: number): number {
  const { blocks, toldSamples } = parts[parts.length - 1];
  const last = blocks[blocks.length - 1];
  return (last.stamp ?? firstStamp) + Math.max(0, toldSamples - last.before);
}

/** Whether a stamp lies in one of the stretches, which ascend. */
function sampledIn(stretches: readonly { from: number; to: number }[]): (stamp: number) => boolean {
  return (stamp) => {
    const behind = firstWhere(stretches.length, (k) => stretches[k].from > stamp);
    return behind > 0 && stamp < stretches[behind - 1].to;
  };
}

/** In order of time. */
function toAnnotations(notes: readonly Note[], timeOf: (stamp: number) => number): FileAnnotation[] {
  const timed = notes.map(({ stamp, text }) => ({ start_time: timeOf(stamp), end_time: timeOf(stamp), text }));
  return timed.sort((a, b) => a.start_time - b.start_time);
}
