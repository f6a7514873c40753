/** One stream in one folder: its files, what its index and settings say, and whether it can be read. */

import { counted } from "../../../domain/edf/repairs.ts";
import type { CnsStreamName } from "../../../domain/files/cns.ts";
import type { ByteSource } from "../byte-source.ts";
import type { CnsSettings } from "./documents.ts";
import { firstTimeUs, type IndexEntry, type IndexFaults, usableEntries } from "./index-file.ts";
import { IntervalTally } from "./interval-tally.ts";
import { isOfRate, type PartRate } from "./part-rate.ts";

/** How values are stored. */
export type ValueForm = "int24" | "int32" | "float32";
export const bytesOfValue: Readonly<Record<ValueForm, number>> = { int24: 3, int32: 4, float32: 4 };

export interface PartFiles {
  name: CnsStreamName;
  /** "" in the top folder, else that of the segment with a slash behind: for sentences. */
  folder: string;
  data: ByteSource;
  index: ByteSource;
  dataBytes: number;
  indexBytes: number;
  settings: CnsSettings | null;
  /** Leads of the folder's Montage.xml. */
  leads: readonly string[];
}

export interface StreamPart extends PartFiles {
  form: ValueForm;
  channels: readonly string[];
  frames: number;
  /** Not SampleSeries: slow, maybe irregular values. */
  isNumeric: boolean;
  referenceUs: number;
  /** Of several in the same files; absent: the only one. */
  rate?: PartRate;
}

export interface PartScan {
  intervals: IntervalTally;
  entries: number;
  faults: IndexFaults;
  /** Earliest time of an entry, and frames before the first one. */
  startUs: number;
  framesBefore: number;
  /** Entries of several frames that do not say how far these lie apart. */
  withoutInterval: number;
}

/** Composite data ids that are known, low seven bits (formats.md 3.3). */
const compositeForms: ReadonlyMap<number, ValueForm> = new Map([
  [5, "int24"],
  [4, "int32"],
]);
/** As far as times may lie from each other in one archive. */
const reachUs = 400 * 86_400 * 1e6;
const mostChannels = 1024;

const isComposite = ({ representation }: CnsStreamName): boolean => representation.startsWith("Composite");

/** Words out of a file or its name, fit for a line: no control or direction marks, no more than `most` characters. */
export const plainText = (text: string, most = 80): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "?").slice(0, most);

/** A sentence's way to name a file. */
export const named = ({ folder, name }: Pick<PartFiles, "folder" | "name">, part?: string): string =>
  `"${plainText(`${folder}${name.base}${part ? `,${part}` : ""}`, 160)}"`;

/** Why a stream is left out, in words that follow "Left out: <stream>,". */
export class StreamRefused extends Error {
  override name = "StreamRefused";
}

/** Form of the values, from the name and the first index entry. @throws StreamRefused */
function formOf(files: PartFiles, first: IndexEntry): ValueForm {
  switch (files.name.representation) {
    case "Integer":
      return "int32";
    case "Float":
    case "CompositeFloat":
      return "float32";
    case "Composite": {
      const form = compositeForms.get(first.dataId);
      if (form) return form;
      const id = `0x${(first.dataId | 0x80).toString(16)}`;
      throw new StreamRefused(
        `because ${named(files, "index")} names the unknown data id ${id} at byte ${first.offset + 24}`,
      );
    }
    default:
      throw new StreamRefused("because its representation is not known");
  }
}

/** Channel names: the settings', else the montage's where their number fits, else numbers. @throws StreamRefused */
function channelsOf(files: PartFiles, form: ValueForm, first: IndexEntry, notes: (sentence: string) => void): string[] {
  if (!isComposite(files.name)) return [files.name.modality];
  if (files.settings?.channels) {
    const { channels } = files.settings;
    const told = first.frameBytes / bytesOfValue[form];
    if (Number.isInteger(told) && told > 1 && told !== channels.length) {
      notes(
        `The settings of ${named(files)} name ${counted(channels.length, "channel")}, its index counts ${told.toLocaleString("en-US")}; the settings were used.`,
      );
    }
    if (channels.length <= mostChannels) return channels;
    throw new StreamRefused(`because it claims more than ${mostChannels.toLocaleString("en-US")} channels`);
  }
  const width = bytesOfValue[form];
  const count = first.frameBytes / width;
  if (!Number.isInteger(count) || count <= 1 || count > mostChannels) {
    throw new StreamRefused(
      `because neither ${named(files, "settings")} nor ${named(files, "index")} at byte ${first.offset + 26} tells how many channels it has`,
    );
  }
  const hasLeads = files.leads.length === count;
  notes(
    `The number of channels of ${named(files)} was taken from its index, their names ${hasLeads ? "from Montage.xml" : "are numbers"}, because its settings name none.`,
  );
  return hasLeads ? [...files.leads] : Array.from({ length: count }, (_, k) => `Channel ${k + 1}`);
}

/** The first entry that can be used. The number of frames is not known yet, so any may be named. */
async function firstEntry(files: PartFiles, referenceUs: number): Promise<IndexEntry | null> {
  const limits = { sizeBytes: files.indexBytes, frames: Number.POSITIVE_INFINITY, referenceUs, reachUs };
  for await (const [entry] of usableEntries(files.index, limits)) return entry;
  return null;
}

/** @throws StreamRefused with the reason for which the stream has to be left out. */
export async function openPart(
  files: PartFiles,
  referenceUs: number,
  notes: (sentence: string) => void,
): Promise<StreamPart> {
  const first = await firstEntry(files, referenceUs);
  if (first === null) throw new StreamRefused("because its index holds no usable entry");
  const form = formOf(files, first);
  const channels = channelsOf(files, form, first, notes);
  const frameBytes = channels.length * bytesOfValue[form];
  const frames = Math.floor(files.dataBytes / frameBytes);
  if (frames === 0) throw new StreamRefused("because its data file holds no whole sample");
  const rest = files.dataBytes - frames * frameBytes;
  if (rest > 0) {
    notes(
      `The data of ${named(files)} end inside a sample; the last ${rest} byte${rest === 1 ? " was" : "s were"} dropped.`,
    );
  }
  const isNumeric = files.name.type !== "SampleSeries";
  return { ...files, form, channels, frames, isNumeric, referenceUs };
}

/** Its usable entries. */
export function entriesOf(part: StreamPart, faults?: IndexFaults): AsyncGenerator<IndexEntry[]> {
  const { indexBytes, frames, referenceUs } = part;
  return usableEntries(part.index, { sizeBytes: indexBytes, frames, referenceUs, reachUs }, faults);
}

/** Looks at every entry once. @throws StreamRefused when there is none, or when the data change their form. */
export async function scanPart(part: StreamPart): Promise<PartScan> {
  const intervals = new IntervalTally();
  const faults: IndexFaults = { damaged: 0, beyondEnd: 0, firstDamaged: -1 };
  const hasForm = part.name.representation === "Composite";
  // Sparse values carry a placeholder for an interval; only the way from entry to entry counts.
  const isSparse = part.name.type.startsWith("Sparse");
  let entries = 0;
  let startUs = Number.POSITIVE_INFINITY;
  let framesBefore = 0;
  let last: IndexEntry | null = null;
  let withoutInterval = 0;
  const add = (entry: IndexEntry, count: number) => {
    if (!isOfRate(part, entry)) return;
    if (count > 1 && entry.intervalUs === 0) withoutInterval++;
    if (count > 1 && entry.intervalUs > 0 && !isSparse) intervals.add(entry.intervalUs, count - 1);
  };
  for await (const slice of entriesOf(part, faults)) {
    for (const entry of slice) {
      if (hasForm && compositeForms.get(entry.dataId) !== part.form) {
        throw new StreamRefused(
          `because ${named(part, "index")} changes the form of the data at byte ${entry.offset + 24}`,
        );
      }
      if (last === null) framesBefore = entry.first;
      else {
        const count = entry.first - last.first;
        add(last, count);
        const step =
          count > 1 ? entry.timeUs - last.timeUs - (count - 1) * last.intervalUs : entry.timeUs - last.timeUs;
        if (step > 0 && isOfRate(part, last) && isOfRate(part, entry)) intervals.add(step);
      }
      last = entry;
      if (!isOfRate(part, entry)) continue;
      entries++;
      startUs = Math.min(startUs, entry.timeUs);
    }
  }
  if (last === null) throw new StreamRefused("because its index describes none of its samples");
  add(last, part.frames - last.first);
  if (intervals.median() === null && last.intervalUs > 0) intervals.add(last.intervalUs);
  return { intervals, entries, faults, startUs, framesBefore, withoutInterval };
}

/** A usable time of the part, or null. */
export const timeOf = ({ index, indexBytes }: PartFiles): Promise<number | null> => firstTimeUs(index, indexBytes);

export async function closePart({ data, index }: Pick<PartFiles, "data" | "index">): Promise<void> {
  await data.close();
  await index.close();
}
