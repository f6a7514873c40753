/** The door to Moberg CNS directories. */

import { counted, Repairs } from "../../../domain/edf/repairs.ts";
import { cnsEndBeforeStart } from "../../../domain/files/cns.ts";
import { refuseZone, SourceRefused } from "../../../domain/files/source-refused.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import type { SourceBlock, SourceHead, SourceReader } from "../../recordings/types.ts";
import { diskFolder, type SourceFolder } from "../source-folder.ts";
import { readBlocks } from "./blocks.ts";
import { type CnsEvents, type RecordedTime, readEvents, readInfo } from "./documents.ts";
import { type CnsArchive, documentOr, openArchive } from "./folders.ts";
import type { Inexact } from "./frames.ts";
import { named, plainText } from "./part.ts";
import { noteQuality } from "./quality.ts";
import { type CnsStream, openStreams } from "./streams.ts";

export interface CnsReader extends SourceReader {
  readonly type: "Regular" | "Segmented";
  /** For each group the base names of its files, with the segment's folder before them. */
  readonly files: readonly (readonly string[])[];
  /** Recorded leads as the archive's montage names them. */
  readonly leads: readonly string[];
}

/**
 * Opens an archive. `timezone` counts where the archive names none. @throws SourceRefused with one plain sentence when the
 * folder is no CNS directory (spec 5), nothing in it can be read, or the zone does not exist. Streams that cannot be read
 * are left out and told in the repairs.
 */
export async function openCns(folder: string | SourceFolder, options: { timezone: string }): Promise<CnsReader> {
  refuseZone(options.timezone);
  const repairs = new Repairs();
  const archive = await openArchive(typeof folder === "string" ? diskFolder(folder) : folder, repairs);
  const { timezone, recorded } = await zoneOf(archive, options.timezone, repairs);
  const annotations = await eventsOf(archive, timezone, recorded, repairs);
  await noteQuality(archive.folders, repairs);
  const streams = await openStreams(archive.folders, repairs);
  if (streams.length === 0) throw new SourceRefused(nothingReadable(repairs));
  noteOutside(streams, recorded, archive.info, repairs);

  const head: SourceHead = {
    objType: "CNS",
    startMs: Math.min(...streams.map(({ trial }) => trial.facts.firstUs)) / 1000,
    isStartKnown: true,
    timezone,
    groups: streams.map((stream) => stream.head),
    sizeBytes: streams.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.dataBytes, 0),
  };
  const inexact: Inexact = { count: 0 };
  let isRead = false;
  async function* blocks(): AsyncGenerator<SourceBlock> {
    isRead = false;
    inexact.count = 0;
    yield* readBlocks(streams, inexact);
    isRead = true;
  }
  const finish = () => {
    if (!isRead) throw new Error("finish() was called before all blocks were read");
    if (inexact.count > 0) {
      repairs.add(`Rounded to 24 bits because they need more: ${counted(inexact.count, "value")} of 32-bit streams.`);
    }
    return { annotations, repairs: repairs.list() };
  };
  const files = streams.map(({ parts }) => parts.map((part) => `${part.folder}${part.name.base}`));
  const leads = archive.folders.find((one) => one.leads.length > 0)?.leads ?? [];
  return { head, type: archive.type, files, leads, blocks, finish };
}

const dayUs = 86_400_000_000;

/** Clocks of devices and of the recorder differ by minutes, and by the hours of a zone; days tell of a damaged time. */
function noteOutside(streams: readonly CnsStream[], { startUs, endUs }: RecordedTime, info: string, repairs: Repairs) {
  const offUs = ({ trial: { facts } }: CnsStream) =>
    Math.max(startUs - facts.firstUs, facts.lastUs - (endUs ?? Number.POSITIVE_INFINITY));
  const outside = streams.filter((stream) => offUs(stream) > dayUs);
  if (outside.length === 0) return;
  const furthest = outside.reduce((most, stream) => (offUs(stream) > offUs(most) ? stream : most));
  repairs.add(
    `Samples of ${counted(outside.length, "stream")} lie outside of the time that ${info} gives, those of ${named(furthest.parts[0])} by ${counted(Math.floor(offUs(furthest) / dayUs), "day")}; a time of their index, or of ${info}, may be damaged. They are shown at the times of the index.`,
  );
}

function nothingReadable(repairs: Repairs): string {
  const why = repairs.firstLeftOut;
  return `No signal of this CNS directory can be read.${why === null ? "" : ` ${why}`}`;
}

/** Zone of the top folder's info file, else of a segment's, else the one given; and when it says that was recorded. */
async function zoneOf(
  { info, folders }: CnsArchive,
  given: string,
  repairs: Repairs,
): Promise<{ timezone: string; recorded: RecordedTime }> {
  const own = await readInfo(folders[0].source.file(info), info);
  if (own.endUs === null) repairs.add(cnsEndBeforeStart(info));
  let hasUnknown = own.hasUnknownZone;
  if (own.timezone !== null) return { timezone: own.timezone, recorded: own };
  for (const folder of folders.slice(1).filter(({ files }) => files.has("patient.info"))) {
    const name = `${folder.label}patient.info`;
    const found = await readInfo(folder.source.file("patient.info"), name).catch((error: unknown) => {
      if (!(error instanceof SourceRefused)) throw error;
      repairs.add(`The info file of a segment was not used: ${error.message}`);
      return null;
    });
    hasUnknown ||= found?.hasUnknownZone ?? false;
    if (found?.timezone) return { timezone: found.timezone, recorded: own };
  }
  repairs.add(`The archive names ${hasUnknown ? "an unknown" : "no"} time zone; ${given} was used.`);
  return { timezone: given, recorded: own };
}

/** Events of all folders in order of time; those told twice (in the top folder and a segment) once. */
async function eventsOf(
  { folders }: CnsArchive,
  timezone: string,
  recorded: RecordedTime,
  repairs: Repairs,
): Promise<FileAnnotation[]> {
  const all = new Map<string, FileAnnotation>();
  const none: CnsEvents = { annotations: [], malformed: 0, twofold: 0, withoutDuration: 0, withComma: 0, left: 0 };
  for (const { source, label, files } of folders) {
    if (!files.has("Events.xml")) continue;
    const subject = `The file "${plainText(label)}Events.xml"`;
    const events = await documentOr(none, subject, repairs, readEvents(source.file("Events.xml"), timezone, recorded));
    const { annotations, malformed, left } = events;
    if (malformed > 0) repairs.add(`Skipped because their time cannot be read: ${counted(malformed, "event")}.`);
    if (events.twofold > 0) {
      repairs.add(
        `The time of day of ${counted(events.twofold, "event")} comes twice, as clocks went back; the first time was taken.`,
      );
    }
    if (events.withoutDuration > 0) {
      repairs.add(
        `The duration cannot be read in ${counted(events.withoutDuration, "event")}; they stand at their start and say so.`,
      );
    }
    if (events.withComma > 0) {
      repairs.add(`Times of ${counted(events.withComma, "event")} have a decimal comma; it was read as a point.`);
    }
    if (left > 0) repairs.add(`There are too many events; left out: ${left.toLocaleString("en-US")}.`);
    for (const one of annotations) all.set(JSON.stringify([one.start_time, one.end_time, one.text]), one);
  }
  return [...all.values()].sort((a, b) => a.start_time - b.start_time);
}
