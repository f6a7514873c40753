/** The files of a chosen Natus study: which are sent, and when it was recorded. */
import { Repairs } from "../../../domain/edf/repairs.ts";
import { StudyClock } from "../../../domain/natus/clock.ts";
import type { NatusFolder, StudyFiles } from "../../../domain/natus/files.ts";
import { tryPackets } from "../../../domain/natus/follow.ts";
import { readParts, soundChannels } from "../../../domain/natus/parts.ts";
import { readClock } from "../../../domain/natus/tables.ts";
import { blobSource } from "./blob-source.ts";
import type { Pace } from "./pace.ts";
import type { CandidateFacts, ChosenDirectory, ChosenEntry } from "./types.ts";

/** A file of the study; `rest` is its name behind the study's base ("_001.erd"). */
export interface NatusFile {
  rest: string;
  entry: ChosenEntry;
}

const kindsSent = /^(_\d{3,4})?\.(erd|etc)$|^\.(eeg|ent|stc|snc)$/i;

/** Files that lie in the directory itself, by name. */
export const ownFiles = ({ path, entries }: ChosenDirectory): Map<string, ChosenEntry> =>
  new Map(
    entries.map((entry) => [entry.path.slice(path.length + 1), entry] as const).filter(([rest]) => !rest.includes("/")),
  );

export const folderOf = (own: ReadonlyMap<string, ChosenEntry>): NatusFolder => ({
  list: async () => [...own.keys()],
  open: (name) => blobSource(own.get(name)?.file ?? new Blob()),
});

/** What a reader opens. Notes kept under their old name only when there are no others. */
export function sentFiles(own: ReadonlyMap<string, ChosenEntry>, { base }: StudyFiles): NatusFile[] {
  const behindBase = [...own].flatMap(([name, entry]) =>
    name.slice(0, base.length).toLowerCase() === base.toLowerCase() ? [{ rest: name.slice(base.length), entry }] : [],
  );
  const files = behindBase.filter(({ rest }) => kindsSent.test(rest));
  const hasNotes = files.some(({ rest }) => /^\.ent$/i.test(rest));
  return hasNotes ? files : [...files, ...behindBase.filter(({ rest }) => /^\.ent\.old$/i.test(rest))];
}

/**
 * By the recorder's clock table, as the server's reader takes it; a study without one begins when it was created.
 * `isWhole`: all packets were looked at. @throws SourceRefused when the raw data files cannot be read or followed, or do not belong together
 */
export async function natusFacts(
  study: StudyFiles,
  repairs: Repairs,
  pace: Pace,
): Promise<CandidateFacts & { isWhole: boolean }> {
  const parts = await readParts(study, repairs);
  const { header, blocks } = parts[0];
  const channels = soundChannels(parts).length;
  const isWhole = await tryPackets(parts, repairs, () => pace.rest());
  const facts = { timezone: null, isWallTime: false, channels, isWhole };
  const table = await readClock(study.clock, repairs);
  if (table.stamps.length === 0 && header.createdSeconds <= 0) return { ...facts, startMs: null, endMs: null };
  const first = blocks[0].stamp ?? 0;
  const last = parts[parts.length - 1];
  const end = last.blocks[last.blocks.length - 1];
  const stamps = { first, last: (end.stamp ?? first) + Math.max(0, last.toldSamples - end.before) };
  const usable = table.stamps.length > 0 ? table : { stamps: [first], times: [header.createdSeconds * 1000] };
  const clock = new StudyClock(usable, header.samplingHz, stamps, new Repairs());
  return { ...facts, startMs: clock.at(first), endMs: last.toldSamples > 0 ? clock.at(stamps.last) : null };
}
