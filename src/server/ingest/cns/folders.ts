/** What lies in an archive: its top folder and its segments, their streams and documents (formats.md 3.1). */

import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import {
  type CnsStreamName,
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsIllegalInfoError,
  cnsPrefixError,
  cnsSegmentPrefix,
  hasIllegalCnsInfo,
  parseCnsStreamName,
} from "../../../domain/files/cns.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import type { ByteSource } from "../byte-source.ts";
import type { SourceFolder } from "../source-folder.ts";
import { type CnsSettings, DocumentRefused, readLeads, readSettings } from "./documents.ts";
import { entryBytes } from "./index-file.ts";
import { named, type PartFiles, plainText } from "./part.ts";
import { isQuality } from "./quality.ts";

export interface CnsFolder {
  source: SourceFolder;
  /** "" or "Segment_001/". */
  label: string;
  files: ReadonlySet<string>;
  streams: PartFiles[];
  leads: string[];
}

export interface CnsArchive {
  type: "Regular" | "Segmented";
  /** Name of the info file in the top folder. */
  info: "patient.info" | "admission.info";
  folders: CnsFolder[];
}

const mostFiles = 20_000;

async function namesIn(folder: SourceFolder): Promise<{ files: Set<string>; folders: string[] }> {
  const { files, folders } = await folder.names();
  if (files.length + folders.length > mostFiles)
    throw new SourceRefused("The folder holds too many files for a CNS directory.");
  return { files: new Set(files), folders: folders.sort() };
}

/** @throws SourceRefused when it is no CNS directory by the rules of spec 5. */
export async function openArchive(source: SourceFolder, repairs: Repairs): Promise<CnsArchive> {
  const { files, folders } = await namesIn(source);
  if (!source.name.startsWith(cnsDirectoryPrefix)) throw new SourceRefused(cnsPrefixError);
  if (hasIllegalCnsInfo([...files])) throw new SourceRefused(cnsIllegalInfoError);
  const type = cnsDirectoryType([...files]);
  if (type === "Corrupted") {
    throw new SourceRefused("The CNS directory is corrupted: it has neither patient.info nor admission.info.");
  }
  const top = await openFolder(source, "", files, repairs);
  const archive: CnsArchive = {
    type,
    info: type === "Segmented" ? "admission.info" : "patient.info",
    folders: [top],
  };
  const segments = folders.filter((name) => name.startsWith(cnsSegmentPrefix));
  if (type === "Regular" && segments.length > 0) {
    repairs.leftOut(
      `Left out because only a directory with admission.info has segments: ${counted(segments.length, "folder")}.`,
    );
  }
  const others = folders.length - segments.length;
  if (others > 0) repairs.add(`Folders that hold no recorded signals (protocols, Processed) were left out: ${others}.`);
  if (type === "Regular") return archive;
  for (const segment of segments) {
    const inside = source.folder(segment);
    const names = (await namesIn(inside)).files;
    if (hasIllegalCnsInfo([...names])) throw new SourceRefused(cnsIllegalInfoError);
    if (!names.has("patient.info")) {
      repairs.add(`The folder "${plainText(segment)}" has no patient.info; its streams were read all the same.`);
    }
    archive.folders.push(await openFolder(inside, `${segment}/`, names, repairs));
  }
  return archive;
}

async function openFolder(
  source: SourceFolder,
  label: string,
  files: Set<string>,
  repairs: Repairs,
): Promise<CnsFolder> {
  const leads = files.has("Montage.xml")
    ? await documentOr([], `The file "${plainText(label)}Montage.xml"`, repairs, readLeads(source.file("Montage.xml")))
    : [];
  const streams: PartFiles[] = [];
  for (const file of [...files].sort()) {
    const name = parseCnsStreamName(file);
    if (name?.part !== "data") continue;
    const stream = await openStream({ source, label, files, leads }, name, repairs);
    if (stream) streams.push(stream);
  }
  return { source, label, files, streams, leads };
}

async function openStream(
  { source, label, files, leads }: Omit<CnsFolder, "streams">,
  name: CnsStreamName,
  repairs: Repairs,
): Promise<PartFiles | null> {
  const own = { folder: label, name };
  const leaveOut = (reason: string) => {
    repairs.leftOut(`Left out: ${named(own)}, because ${reason}.`);
    return null;
  };
  if (name.type === "Event") return leaveOut("the layout of such events is not known");
  // Counted by noteQuality.
  if (isQuality(name)) return null;
  const [data, index] = [source.file(`${name.base},data`), source.file(`${name.base},index`)];
  const dataBytes = await sizeOf(data);
  if (!files.has(`${name.base},index`)) return leaveOut("it has no index, so its samples have no time");
  const indexBytes = await sizeOf(index);
  if (dataBytes === 0) return leaveOut("it holds no data");
  if (indexBytes < entryBytes) return leaveOut("its index holds no whole entry");
  const settings: CnsSettings | null = files.has(`${name.base},settings`)
    ? await documentOr(
        null,
        `The file ${named(own, "settings")}`,
        repairs,
        readSettings(source.file(`${name.base},settings`)),
      )
    : null;
  if (settings?.hasExponent) {
    repairs.add(`The conversion of ${named(own)} is written with an exponent, and was read so.`);
  }
  return { name, folder: label, data, index, dataBytes, indexBytes, settings, leads };
}

async function sizeOf(source: ByteSource): Promise<number> {
  try {
    return await source.size();
  } finally {
    await source.close();
  }
}

/** The document, or `fallback` and a sentence that says why not. */
export async function documentOr<T>(fallback: T, subject: string, repairs: Repairs, document: Promise<T>): Promise<T> {
  try {
    return await document;
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    repairs.add(`${subject} ${error.message}; it was ignored.`);
    return fallback;
  }
}
