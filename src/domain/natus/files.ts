/** The files of a study directory: which belong to it, and what they may be called in a sentence. */

import type { Repairs } from "../edf/repairs.ts";
import type { ByteSource } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";

/** A directory, wherever it lies. */
export interface NatusFolder {
  /** Names of the files in it. */
  list(): Promise<string[]>;
  open(name: string): ByteSource;
}

/** One file of the study. File names hold the patient's name: `shown` stands for them in sentences ("*_001.erd"). */
export interface StudyFile {
  source: ByteSource;
  size: number;
  shown: string;
}

export interface RawPartFiles {
  /** 0 for `X.erd`, 1 for `X_001.erd` and so on. */
  number: number;
  raw: StudyFile;
  contents: StudyFile | null;
}

export interface StudyFiles {
  /** What the names of all files begin with. It holds the patient's name: never shown. */
  base: string;
  parts: RawPartFiles[];
  segments: StudyFile | null;
  clock: StudyFile | null;
  notes: StudyFile | null;
  /** Bytes of everything that is read. */
  sizeBytes: number;
}

const extensionOf = (name: string) => /\.(ent\.old|[^.]*)$/i.exec(name)?.[1].toLowerCase() ?? "";
const stemOf = (name: string) => name.slice(0, name.length - extensionOf(name).length - 1);
const largestTableBytes = 64 * 2 ** 20;
const mostParts = 10_000;

/** Whether file names are those of a study: for whoever has to tell kinds of directories apart. */
export const looksLikeNatus = (names: readonly string[]): boolean => names.some((name) => extensionOf(name) === "erd");

/** Finds the files of the one study in a directory. @throws SourceRefused when there is none, or more than one. */
export async function findStudy(folder: NatusFolder, repairs: Repairs): Promise<StudyFiles> {
  const all = new Set(await folder.list());
  const names = [...all].filter((name) => !isCopy(name, all)).sort();
  const base = baseOf(names, repairs);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  let sizeBytes = 0;
  const open = async (suffix: string): Promise<StudyFile | null> => {
    const name = known.get(`${base}${suffix}`.toLowerCase());
    if (name === undefined) return null;
    const source = folder.open(name);
    try {
      const size = await source.size();
      sizeBytes += size;
      return { source, size, shown: `*${suffix}` };
    } finally {
      await source.close();
    }
  };
  const parts: RawPartFiles[] = [];
  for (const { number, suffix } of partSuffixes(names, base)) {
    const raw = await open(`${suffix}.erd`);
    if (raw) parts.push({ number, raw, contents: await open(`${suffix}.etc`) });
  }
  if (parts.length === 0) throw new SourceRefused("The study holds no raw data files (.erd): no data.");
  if (parts.length > mostParts) throw new SourceRefused("The study holds too many raw data files.");
  const study = {
    base,
    parts,
    segments: await open(".stc"),
    clock: await open(".snc"),
    notes: (await open(".ent")) ?? (await open(".ent.old")),
  };
  for (const table of [study.segments, study.clock, ...parts.map((part) => part.contents)]) {
    if (table && table.size > largestTableBytes) throw new SourceRefused(`The table ${table.shown} is too large.`);
  }
  return { ...study, sizeBytes };
}

/** Files named "...new" are copies of those without. */
const isCopy = (name: string, all: ReadonlySet<string>) =>
  /new$/i.test(stemOf(name)) && all.has(stemOf(name).slice(0, -3) + name.slice(stemOf(name).length));

/** The one name that all files begin with: that of the segment table, or else what the raw data files share. */
function baseOf(names: readonly string[], repairs: Repairs): string {
  const stems = names.filter((name) => extensionOf(name) === "stc").map(stemOf);
  if (stems.length === 1) return stems[0];
  const raw = names.filter((name) => extensionOf(name) === "erd").map(stemOf);
  if (raw.length === 0) throw new SourceRefused("The folder holds no raw data files (.erd) of a Natus study.");
  const first = raw.filter((stem) => !raw.some((other) => isPartOf(stem, other)));
  const bases = new Set(first.map((stem) => (raw.length > 1 || /_\d{3}$/.test(stem) ? commonBase(stem, raw) : stem)));
  if (stems.length > 1 || bases.size > 1) {
    throw new SourceRefused("The folder holds the files of more than one Natus study.");
  }
  repairs.add("The segment table (.stc) is missing; the raw data files were taken in the order of their names.");
  return [...bases][0];
}

const isPartOf = (stem: string, base: string) =>
  stem.startsWith(`${base}_`) && /^\d{3,4}$/.test(stem.slice(base.length + 1));

/** The stem itself when it is followed by parts or stands alone; without its number when the first file is missing. */
function commonBase(stem: string, all: readonly string[]): string {
  if (all.some((other) => isPartOf(other, stem))) return stem;
  return stem.replace(/_\d{3,4}$/, "");
}

function partSuffixes(names: readonly string[], base: string): { number: number; suffix: string }[] {
  const found = new Map<number, string>();
  for (const name of names) {
    if (extensionOf(name) !== "erd") continue;
    const stem = stemOf(name);
    const rest = stem.slice(base.length);
    if (stem.slice(0, base.length).toLowerCase() !== base.toLowerCase() || !/^(_\d{3,4})?$/.test(rest)) continue;
    found.set(Number(rest.slice(1)), rest);
  }
  return [...found].map(([number, suffix]) => ({ number, suffix })).sort((a, b) => a.number - b.number);
}
