/** From what the browser gives to files with their paths, and from those to directories of data. */

import { cnsDirectoryPrefix, cnsDirectoryType, cnsSegmentPrefix } from "../../../domain/files/cns.ts";
import { fileKindOf } from "../../../domain/files/upload-kinds.ts";
import { looksLikeNatus } from "../../../domain/natus/files.ts";
import { walkEntry } from "./drop.ts";
import { Pace } from "./pace.ts";
import type { ChosenDirectory, ChosenEntry, InspectOptions } from "./types.ts";

/** Files of an input; those of a directory input know where they lay. */
export const entriesOf = (files: FileList | readonly File[]): ChosenEntry[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Files that were dropped, and those in dropped directories. Must be called while the drop is handled. */
export async function entriesOfDrop(items: DataTransferItemList, options: InspectOptions = {}): Promise<ChosenEntry[]> {
  // The list is empty after the event, so everything is taken out of it before the first wait.
  const dropped = Array.from(items).flatMap((item) => {
    const entry = item.kind === "file" ? item.webkitGetAsEntry() : null;
    const file = item.kind === "file" && entry === null ? item.getAsFile() : null;
    return entry === null && file === null ? [] : [{ entry, file }];
  });
  const pace = new Pace(options);
  const entries: ChosenEntry[] = [];
  for (const { entry, file } of dropped) {
    if (entry !== null) await walkEntry(entry, entries, pace);
    else if (file !== null) entries.push({ path: file.name, file });
  }
  return entries;
}

interface Folder {
  name: string;
  path: string;
  files: string[];
  folders: Map<string, Folder>;
  entries: ChosenEntry[];
}

const newFolder = (name: string, path: string): Folder => ({ name, path, files: [], folders: new Map(), entries: [] });

/** All chosen directories as one tree; every folder knows all entries below it. */
function treeOf(entries: readonly ChosenEntry[]): Folder {
  const root = newFolder("", "");
  for (const entry of entries) {
    const parts = entry.path.split("/");
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      let next = folder.folders.get(part);
      if (next === undefined) {
        next = newFolder(part, folder.path === "" ? part : `${folder.path}/${part}`);
        folder.folders.set(part, next);
      }
      folder = next;
      folder.entries.push(entry);
    }
    folder.files.push(parts[parts.length - 1]);
  }
  return root;
}

function kindOf({ name, files, folders }: Folder): ChosenDirectory["kind"] {
  if (name === "") return "unknown";
  const hasSegments = [...folders.keys()].some((one) => one.startsWith(cnsSegmentPrefix));
  if (name.startsWith(cnsDirectoryPrefix) || cnsDirectoryType(files) !== "Corrupted" || hasSegments) return "cns";
  return looksLikeNatus(files) || files.some((file) => /\.stc$/i.test(file)) ? "natus" : "unknown";
}

/**
 * The CNS and Natus directories among the entries, wherever they lie: a chosen folder that holds several gives each of
 * them. Where there are none, the chosen top folders themselves, so that they can be refused by name.
 */
export function directoriesIn(entries: readonly ChosenEntry[]): ChosenDirectory[] {
  const root = treeOf(entries);
  const found = [...dataFolders(root)];
  const folders = found.length > 0 ? found : [...root.folders.values()];
  return folders.map((folder) => ({
    name: folder.name,
    path: folder.path,
    kind: kindOf(folder),
    entries: folder.entries,
  }));
}

function* dataFolders(folder: Folder): Generator<Folder> {
  for (const child of folder.folders.values()) {
    if (kindOf(child) === "unknown") yield* dataFolders(child);
    else yield child;
  }
}

/** What desktops put beside each file of a folder: "._night.edf". */
const isHidden = ({ path }: ChosenEntry) => path.includes("/.");

/** EDF and medication files that lie in no directory of data. */
export function looseFiles(entries: readonly ChosenEntry[]): ChosenEntry[] {
  const taken = new Set([...dataFolders(treeOf(entries))].flatMap(({ entries: own }) => own));
  return entries.filter((entry) => fileKindOf(entry.path) !== null && !isHidden(entry) && !taken.has(entry));
}
