/** Finds the streams of an archive, joins those of its segments, and decides how each is stored. */

import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import { microVoltsPer } from "../../../domain/edf/text.ts";
import type { Channel, SignalGroup } from "../../../protocol/recordings.ts";
import type { CnsFolder } from "./folders.ts";
import {
  closePart,
  named,
  openPart,
  type PartFiles,
  type PartScan,
  plainText,
  type StreamPart,
  StreamRefused,
  scanPart,
  timeOf,
} from "./part.ts";
import { choosePlacing, mostFarStepsBackOfAll, mostPiecesOfAll, type StillLeft, type Trial } from "./placing.ts";
import { splitByRate } from "./rates.ts";

export interface CnsStream {
  parts: StreamPart[];
  trial: Trial;
  head: Omit<SignalGroup, "sample_count" | "segments">;
}

/** A part that was looked through. */
interface Scanned {
  part: StreamPart;
  scan: PartScan;
}

const slowestWaveformHz = 20;
/** Types whose streams carry the plain name; a later one gives way. */
const plainTypes: readonly string[] = ["SampleSeries", "Numeric", "SparseNumeric"];
const sameRate = 0.01;

/** Opens every stream of the folders that can be read; what cannot is told. */
export async function openStreams(folders: readonly CnsFolder[], repairs: Repairs): Promise<CnsStream[]> {
  const scanned: Scanned[] = [];
  const referenceUs = await middleTime(folders);
  for (const folder of folders) {
    for (const files of folder.streams) {
      const found = await attempt(files, repairs, async () => {
        const opened = await openPart(files, referenceUs, (sentence) => repairs.add(sentence));
        const members: Scanned[] = [];
        for (const part of await splitByRate(opened)) members.push({ part, scan: await scanPart(part) });
        return members;
      });
      scanned.push(...(found ?? []));
    }
  }
  const originUs = scanned.reduce((least, { scan }) => Math.min(least, scan.startUs), Number.POSITIVE_INFINITY);
  const streams: Omit<CnsStream, "head">[] = [];
  const left: StillLeft = { farStepsBack: mostFarStepsBackOfAll, pieces: mostPiecesOfAll };
  for (const members of joined(scanned)) {
    const parts = members.map(({ part }) => part);
    const scans = members.map(({ scan }) => scan);
    const trial = await attempt(parts[0], repairs, async () => {
      const chosen = await choosePlacing(parts, scans, { originUs, left });
      if (chosen === null) throw new StreamRefused("because its times jump more often than can be kept");
      if (chosen.facts.pieces === 0) throw new StreamRefused("because its index describes none of its samples");
      return chosen;
    });
    if (trial === null) continue;
    left.farStepsBack -= trial.facts.farStepsBack;
    left.pieces -= trial.facts.pieces;
    for (const member of members) noteScan(member, repairs);
    noteTrial(parts[0], trial, repairs);
    streams.push({ parts, trial });
  }
  const names = namesFor(streams.map(({ parts }) => parts));
  return streams.map((stream, k) => ({ ...stream, head: headOf(stream, names[k], repairs) }));
}

/** Lets go of the files whatever happens; a stream that cannot be read becomes a sentence and null. */
async function attempt<T>(files: PartFiles, repairs: Repairs, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamRefused)) throw error;
    repairs.leftOut(`Left out: ${named(files)}, ${error.message}.`);
    return null;
  } finally {
    await closePart(files);
  }
}

/** The middle one of the times at which the streams begin, so that one damaged index cannot pull the others away. */
async function middleTime(folders: readonly CnsFolder[]): Promise<number> {
  const times: number[] = [];
  for (const files of folders.flatMap(({ streams }) => streams)) {
    try {
      const time = await timeOf(files);
      if (time !== null) times.push(time);
    } finally {
      await closePart(files);
    }
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

const shapeOf = ({ name, channels, form, settings }: StreamPart) =>
  JSON.stringify([name.base, channels, form, settings?.unit ?? null, settings?.conversion ?? null]);

/** Parts of one stream in the segments of an archive, if their channels, calibration and rate are the same; by time. */
function joined(scanned: readonly Scanned[]): Scanned[][] {
  const groups: { shape: string; median: number; members: Scanned[] }[] = [];
  for (const one of scanned) {
    const shape = shapeOf(one.part);
    const median = one.scan.intervals.median() ?? 0;
    const isSame = (known: number) =>
      one.part.isNumeric || median === 0 || known === 0 || Math.abs(known / median - 1) < sameRate;
    const group = groups.find((g) => g.shape === shape && isSame(g.median));
    if (group) {
      group.members.push(one);
      group.median ||= median;
    } else groups.push({ shape, median, members: [one] });
  }
  return groups.map(({ members }) => members.sort((a, b) => a.scan.startUs - b.scan.startUs));
}

/**
 * `ABP_na`, as the windows ask for it. Other types than waves and numbers add theirs (`EEG_Composite_Impedance`); where a
 * name would occur twice, the stream with the most data keeps it and the others add type and source.
 */
function namesFor(streams: readonly StreamPart[][]): string[] {
  const names: string[] = streams.map(() => "");
  const taken = new Set<string>();
  const rank = (type: string) => (plainTypes.includes(type) ? plainTypes.indexOf(type) : plainTypes.length);
  const size = (parts: StreamPart[]) => parts.reduce((sum, { dataBytes }) => sum + dataBytes, 0);
  const order = streams
    .map((_, k) => k)
    .sort(
      (a, b) =>
        rank(streams[a][0].name.type) - rank(streams[b][0].name.type) ||
        size(streams[b]) - size(streams[a]) ||
        (streams[a][0].name.base < streams[b][0].name.base ? -1 : 1),
    );
  for (const k of order) {
    const { modality, location, type, source } = streams[k][0].name;
    const plain = plainText(`${modality}_${location}`);
    const full = `${plain}_${plainText(type)}`;
    const long = `${full}_${plainText(source)}`;
    const wanted = [...(rank(type) < plainTypes.length ? [plain] : []), full, long];
    let name = wanted.find((one) => !taken.has(one));
    for (let n = 2; name === undefined; n++) {
      const numbered = `${long}_${n}`;
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    names[k] = name;
  }
  return names;
}

interface Calibration {
  gain: number;
  offset: number;
  isKnown: boolean;
}

/** physical = physMin + (digital - digMin) * (physMax - physMin) / (digMax - digMin) (formats.md 3.4). */
function calibrationOf({ settings, form }: StreamPart): Calibration {
  const conversion = settings?.conversion ?? null;
  if (conversion === null) return { gain: 1, offset: 0, isKnown: form === "float32" };
  const [digitalMin, digitalMax, physicalMin, physicalMax] = conversion;
  const gain = (physicalMax - physicalMin) / (digitalMax - digitalMin);
  const offset = physicalMin - digitalMin * gain;
  // As of a file in volts (edf/groups.ts): beyond, no value in microvolts could be held.
  const isKnown = conversion.length === 4 && Math.abs(gain) > 1e-30 && Math.abs(gain) < 1e20 && Math.abs(offset) < 1e20;
  return isKnown ? { gain, offset, isKnown } : { gain: 1, offset: 0, isKnown };
}

function headOf({ parts, trial }: Omit<CnsStream, "head">, modality: string, repairs: Repairs): CnsStream["head"] {
  const [part] = parts;
  const { name, channels, settings } = part;
  const calibration = calibrationOf(part);
  const isUncalibrated = !calibration.isKnown;
  if (isUncalibrated) {
    repairs.add(`Without a usable conversion, so shown uncalibrated as stored: ${named(part)}.`);
  }
  if (settings === null && !isUncalibrated) {
    repairs.add(`The settings of ${named(part)} are missing, so its unit is not known.`);
  }
  const unit = settings?.unit ?? "";
  const scale = microVoltsPer(unit);
  const samplingHz = 1e6 / trial.placing.periodUs;
  const isEeg = name.type === "SampleSeries" && scale !== null && /^(EEG|ECoG|iEEG|sEEG)/i.test(name.modality);
  const toChannel = (label: string, k: number): Channel => ({
    source_index: k,
    label: plainText(label),
    unit: scale === null ? plainText(unit) : "uV",
    gain: calibration.gain * (scale ?? 1),
    offset: calibration.offset * (scale ?? 1),
    is_uncalibrated: isUncalibrated,
    prefilter: "",
    transducer: plainText(name.source),
  });
  return {
    modality,
    kind: isEeg ? "eeg" : samplingHz >= slowestWaveformHz ? "waveform" : "numeric",
    sampling_hz: samplingHz,
    sample_type: "float32",
    missing_code: null,
    channels: channels.map(toChannel),
  };
}

const many = (n: number) => n.toLocaleString("en-US");
const seconds = (us: number) => (us / 1e6).toLocaleString("en-US", { maximumFractionDigits: 3 });
const hertz = (us: number) => Number((1e6 / us).toPrecision(9));

function noteScan({ part, scan: { faults, framesBefore, withoutInterval } }: Scanned, repairs: Repairs): void {
  const index = named(part, "index");
  if (part.rate !== undefined && part.rate.others.length === 0) {
    const { frames, intervalUs } = part.rate;
    repairs.add(
      `The rate of ${named(part)} changes; a signal of its own: ${counted(frames, "sample")} of ${hertz(intervalUs)} Hz.`,
    );
    return; // what is to be said of the file is said of its most frequent rate
  }
  if (part.indexBytes % 28 > 0) repairs.add(`${capital(index)} ends inside an entry, which was dropped.`);
  if (faults.damaged > 0) {
    repairs.add(
      `Ignored as damaged in ${index}: ${many(faults.damaged)} of its entries, the first at byte ${faults.firstDamaged}.`,
    );
  }
  if (withoutInterval > 0) {
    repairs.add(
      `Entries of ${index} that give no usable interval: ${many(withoutInterval)}; the usual one of the stream was taken there.`,
    );
  }
  if (faults.beyondEnd > 0) {
    repairs.add(
      `The data of ${named(part)} end before its index does; index entries without data: ${many(faults.beyondEnd)}.`,
    );
  }
  if (framesBefore > 0) {
    repairs.leftOut(
      `Left out of ${named(part)} because its index gives them no time: the first ${many(framesBefore)} samples.`,
    );
  }
}

/** A sentence begins with a word. */
const capital = (quoted: string) => `The file ${quoted}`;

function noteTrial(part: StreamPart, trial: Trial, repairs: Repairs): void {
  const { placing, nominalUs, facts, overlapped, lost } = trial;
  const stream = named(part);
  if (!part.isNumeric && placing.periodUs !== nominalUs) {
    repairs.add(
      `By its clock ${stream} has ${hertz(placing.periodUs)} Hz instead of ${hertz(nominalUs)} Hz; its samples were placed by the clock.`,
    );
  }
  if (facts.stepsBack > 0) {
    repairs.add(
      `The clock of ${stream} steps back ${counted(facts.stepsBack, "time")}, by up to ${seconds(facts.longestStepBackUs)} s; the later samples were kept, and ${many(overlapped)} earlier ones gave way.`,
    );
  }
  if (facts.otherRate > 0) {
    repairs.leftOut(
      `Left out of ${stream} because their rate is ${hertz(facts.otherIntervalUs)} Hz instead of ${hertz(placing.periodUs)} Hz: ${counted(facts.otherRate, "sample")}.`,
    );
  }
  if (facts.slips > 0) {
    repairs.add(
      `The clock of ${stream} was corrected by a whole sample ${counted(facts.slips, "time")}; it begins again there.`,
    );
  }
  if (lost > facts.otherRate) {
    repairs.leftOut(
      `Left out of ${stream} because others have the same time: ${counted(lost - facts.otherRate, "sample")}.`,
    );
  }
}
