/** What lies in an archive: its top folder and its segments, their streams and documents (formats.md 3.1). */
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type CnsStreamName,
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsIllegalInfoError,
  cnsPrefixError,
  cnsSegmentPrefix,
  hasIllegalCnsInfo,
  parseCnsStreamName,
} from "../../../domain/cns.ts";
import { counted, type Repairs } from "../edf/repairs.ts";
import { SourceRefused } from "../refused.ts";
import { type CnsSettings, DocumentRefused, readLeads, readSettings } from "./documents.ts";
import { entryBytes } from "./index-file.ts";
import { named, openFiles, type PartFiles, plainText } from "./part.ts";
import { isQuality } from "./quality.ts";

export interface CnsFolder {
  path: string;
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
  path: string;
  folders: CnsFolder[];
}

const mostFiles = 20_000;

/** Names of plain files and of folders; links are neither, so that nothing outside the archive is read. */
async function namesIn(path: string): Promise<{ files: Set<string>; folders: string[] }> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.length > mostFiles) throw new SourceRefused("The folder holds too many files for a CNS directory.");
  // What is no UTF-8 was replaced in the name and cannot be opened by it.
  const isReadable = ({ name }: { name: string }) => !name.includes("\ufffd");
  return {
    files: new Set(entries.filter((one) => one.isFile() && isReadable(one)).map(({ name }) => name)),
    folders: entries
      .filter((one) => one.isDirectory() && isReadable(one))
      .map(({ name }) => name)
      .sort(),
  };
}

/** @throws SourceRefused when it is no CNS directory by the rules of spec 5. */
export async function openArchive(path: string, repairs: Repairs): Promise<CnsArchive> {
  const { files, folders } = await namesIn(path);
  if (!basename(path).startsWith(cnsDirectoryPrefix)) throw new SourceRefused(cnsPrefixError);
  if (hasIllegalCnsInfo([...files])) throw new SourceRefused(cnsIllegalInfoError);
  const type = cnsDirectoryType([...files]);
  if (type === "Corrupted") {
    throw new SourceRefused("The CNS directory is corrupted: it has neither patient.info nor admission.info.");
  }
  const top = await openFolder(path, "", files, repairs);
  const archive: CnsArchive = {
    type,
    info: type === "Segmented" ? "admission.info" : "patient.info",
    path,
    folders: [top],
  };
  const segments = folders.filter((name) => name.startsWith(cnsSegmentPrefix));
  if (type === "Regular" && segments.length > 0) {
    repairs.add(
      `Left out because only a directory with admission.info has segments: ${counted(segments.length, "folder")}.`,
    );
  }
  const others = folders.length - segments.length;
  if (others > 0) repairs.add(`Folders that hold no recorded signals (protocols, Processed) were left out: ${others}.`);
  if (type === "Regular") return archive;
  for (const segment of segments) {
    const names = (await namesIn(join(path, segment))).files;
    if (hasIllegalCnsInfo([...names])) throw new SourceRefused(cnsIllegalInfoError);
    if (!names.has("patient.info")) {
      repairs.add(`The folder "${plainText(segment)}" has no patient.info; its streams were read all the same.`);
    }
    archive.folders.push(await openFolder(join(path, segment), `${segment}/`, names, repairs));
  }
  return archive;
}

async function openFolder(path: string, label: string, files: Set<string>, repairs: Repairs): Promise<CnsFolder> {
  const leads = files.has("Montage.xml")
    ? await documentOr([], `The file "${plainText(label)}Montage.xml"`, repairs, readLeads(join(path, "Montage.xml")))
    : [];
  const streams: PartFiles[] = [];
  for (const file of [...files].sort()) {
    const name = parseCnsStreamName(file);
    if (name?.part !== "data") continue;
    const stream = await openStream({ path, label, files, leads }, name, repairs);
    if (stream) streams.push(stream);
  }
  return { path, label, files, streams, leads };
}

async function openStream(
  { path, label, files, leads }: Omit<CnsFolder, "streams">,
  name: CnsStreamName,
  repairs: Repairs,
): Promise<PartFiles | null> {
  const own = { folder: label, name };
  const leaveOut = (reason: string) => {
    repairs.add(`Left out: ${named(own)}, because ${reason}.`);
    return null;
  };
  if (name.type === "Event") return leaveOut("the layout of such events is not known");
  // Counted by noteQuality.
  if (isQuality(name)) return null;
  const paths = { data: join(path, `${name.base},data`), index: join(path, `${name.base},index`) };
  const dataBytes = (await stat(paths.data)).size;
  if (!files.has(`${name.base},index`)) return leaveOut("it has no index, so its samples have no time");
  const indexBytes = (await stat(paths.index)).size;
  if (dataBytes === 0) return leaveOut("it holds no data");
  if (indexBytes < entryBytes) return leaveOut("its index holds no whole entry");
  const settings: CnsSettings | null = files.has(`${name.base},settings`)
    ? await documentOr(
        null,
        `The file ${named(own, "settings")}`,
        repairs,
        readSettings(join(path, `${name.base},settings`)),
      )
    : null;
  return { name, folder: label, ...openFiles(paths), dataBytes, indexBytes, settings, leads };
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
