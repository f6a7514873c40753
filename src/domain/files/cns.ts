/** What makes a folder a Moberg CNS directory (spec 000 section 5; formats.md 3.1, 3.2). Names in, sentences out. */

const cnsStreamParts = ["data", "index", "settings", "textdata"] as const;
export type CnsStreamPart = (typeof cnsStreamParts)[number];

/** `ABP,na,SampleSeries,Integer,IntelliVue,data`: the last separator is a comma too, and sources may hold dots. */
export interface CnsStreamName {
  modality: string;
  location: string;
  /** SampleSeries, Numeric, SparseNumeric, NumericQuality, WaveQuality, Impedance, NeonatalParams, Event, ... */
  type: string;
  representation: string;
  source: string;
  part: CnsStreamPart;
  /** Everything before the last comma: the key of the stream. */
  base: string;
}

export type CnsDirectoryType = "Segmented" | "Regular" | "Corrupted";

export interface CnsFileCheck {
  /** Names of the files of one folder, without a path. */
  files: readonly string[];
  /** Name of the segment folder they lie in; null in the top folder. */
  segment: string | null;
  /** True for the top folder of a segmented directory. */
  is_segmented_root: boolean;
}

export interface CnsFileReport {
  validFilenames: string[];
  errors: string[];
}

export const cnsDirectoryPrefix = "Patient_";
export const cnsSegmentPrefix = "Segment_";
export const cnsInfoKeys = ["TimeStamp", "RecordingEndTime"] as const;
/** Told when a server check finds any error. */
export const cnsStructureError = "Error: This directory does not follow the CNS standard structure.";
export const cnsIllegalInfoError =
  "Directory contains either illegal patient.info.json or admission.info.json files. Please remove these and select the file again.";
export const cnsPrefixError = `The name of a CNS directory must begin with "${cnsDirectoryPrefix}".`;

const infoFiles = { Regular: "patient.info", Segmented: "admission.info" } as const;
const illegalFiles: readonly string[] = ["patient.info.json", "admission.info.json"];
/** Other files an archive may hold (formats.md 3.1). */
const companions: readonly string[] = [
  "patient.info",
  "admission.info",
  "Montage.xml",
  "Events.xml",
  "ArchiveInventory.xml",
  "UserMeasurements.xml",
  "Overrides.xml",
  "protocol.xml",
  "protocolSettings.xml",
  "NextEventNum",
  "MD5_from_MS_CertUtil.txt",
];
const longestName = 255;
const fewestFields = 6;

/** Null when the name is none of a stream's file. A source may hold commas: four fields stand before it. */
export function parseCnsStreamName(file: string): CnsStreamName | null {
  const fields = file.split(",");
  const part = cnsStreamParts.find((one) => one === fields.at(-1));
  if (part === undefined || fields.length < fewestFields || fields.slice(0, 4).some((field) => field === ""))
    return null;
  const [modality, location, type, representation, ...rest] = fields.slice(0, -1);
  return {
    modality,
    location,
    type,
    representation,
    source: rest.join(","),
    part,
    base: file.slice(0, -part.length - 1),
  };
}

/** By the info file in the top folder; a directory with both is segmented. */
export function cnsDirectoryType(files: readonly string[]): CnsDirectoryType {
  if (files.includes(infoFiles.Segmented)) return "Segmented";
  return files.includes(infoFiles.Regular) ? "Regular" : "Corrupted";
}

export const hasIllegalCnsInfo = (files: readonly string[]): boolean =>
  files.some((name) => illegalFiles.includes(name));

/** "patient.info is missing: TimeStamp, RecordingEndTime", or null when nothing is. `present`: the keys with a value. */
export function missingCnsInfo(file: string, present: ReadonlySet<string>): string | null {
  const missing = cnsInfoKeys.filter((key) => !present.has(key));
  return missing.length === 0 ? null : `${file} is missing: ${missing.join(", ")}`;
}

/** `damaged`: the keys whose value is no time. */
export const damagedCnsInfo = (file: string, damaged: readonly string[]): string =>
  `${file} does not give ${damaged.join(" and ")} in microseconds since 1970`;

/** For one whose recording ends before it begins. */
export const cnsEndBeforeStart = (file: string): string =>
  `The RecordingEndTime of ${file} does not lie behind its TimeStamp.`;

/** For an info file that cannot be read. */
export const unreadableCnsInfo = (file: string): string => `${file} cannot be read. It may be encrypted.`;

/** Whether a name can be stored as it is: no path, no control character, no bidirectional override. */
const isPlainName = (name: string): boolean =>
  name !== "" &&
  name !== "." &&
  name !== ".." &&
  name.length <= longestName &&
  !/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name);

/**
 * `check cns files`: which files of one folder belong to an archive, and what is wrong with the folder. Files that are
 * none of an archive (desktop leftovers) are left out of `validFilenames` without an error.
 */
export function checkCnsFiles(check: CnsFileCheck): CnsFileReport {
  const steps = cnsFileChecks(check);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps of some milliseconds, between which others may have a turn. */
export function* cnsFileChecks({ files, segment, is_segmented_root }: CnsFileCheck): Generator<void, CnsFileReport> {
  const known: KnownFiles = { valid: new Set(), hasUnfit: false, hasData: false };
  for (let at = 0; at < files.length; at += filesAtOnce) {
    lookThrough(files.slice(at, at + filesAtOnce), known);
    yield;
  }
  const errors: string[] = [];
  if (segment !== null && !(segment.startsWith(cnsSegmentPrefix) && isPlainName(segment))) {
    errors.push(`The name of a segment directory must begin with "${cnsSegmentPrefix}".`);
  }
  if (hasIllegalCnsInfo(files)) errors.push(cnsIllegalInfoError);
  if (known.hasUnfit) errors.push("A file name holds characters that no archive has.");
  const needed = is_segmented_root && segment === null ? infoFiles.Segmented : infoFiles.Regular;
  if (!files.includes(needed)) errors.push(`${needed} is missing.`);
  if (!known.hasData && needed === infoFiles.Regular) errors.push("There is no data file.");
  return { validFilenames: [...known.valid], errors };
}

interface KnownFiles {
  /** In the order in which they were named. */
  valid: Set<string>;
  hasUnfit: boolean;
  hasData: boolean;
}

const filesAtOnce = 1000;

function lookThrough(files: readonly string[], known: KnownFiles): void {
  for (const name of files) {
    if (!isPlainName(name)) known.hasUnfit = true;
    else if (companions.includes(name)) known.valid.add(name);
    else {
      const stream = parseCnsStreamName(name);
      if (stream === null) continue;
      known.valid.add(name);
      if (stream.part === "data") known.hasData = true;
    }
  }
}
