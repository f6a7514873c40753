/** Which files of a CNS directory belong to it, folder by folder, by the rules the server checks again. */
import { checkCnsFiles, cnsSegmentPrefix, cnsStructureError } from "../../../domain/files/cns.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { knowSize, type Pace } from "./pace.ts";
import type { ChosenDirectory, ChosenEntry } from "./types.ts";

export interface CnsFile {
  /** Where it lies in the directory: "patient.info", "Segment_001/patient.info". */
  rest: string;
  name: string;
  entry: ChosenEntry;
}

/** Files to send, and how many are left out. @throws SourceRefused when the structure is not the standard one */
export async function cnsFiles(
  directory: ChosenDirectory,
  type: "Regular" | "Segmented",
  pace: Pace,
): Promise<{ files: CnsFile[]; left: number; hasSegmentsLeftOut: boolean }> {
  const folders = new Map<string, CnsFile[]>();
  for (const entry of directory.entries) {
    await pace.step();
    knowSize(entry);
    const rest = entry.path.slice(directory.path.length + 1);
    const cut = rest.lastIndexOf("/");
    const folder = cut < 0 ? "" : rest.slice(0, cut);
    const file = { rest, name: rest.slice(cut + 1), entry };
    const known = folders.get(folder);
    if (known) known.push(file);
    else folders.set(folder, [file]);
  }
  const isSegment = (folder: string) => folder.startsWith(cnsSegmentPrefix) && !folder.includes("/");
  const isSent = (folder: string) => folder === "" || (type === "Segmented" && isSegment(folder));
  const files: CnsFile[] = [];
  for (const [folder, own] of folders) {
    if (!isSent(folder)) continue;
    const segment = folder === "" ? null : folder;
    const names = own.map(({ name }) => name);
    const { validFilenames, errors } = checkCnsFiles({
      files: names,
      segment,
      is_segmented_root: type === "Segmented" && segment === null,
    });
    if (errors.length > 0) throw new SourceRefused(cnsStructureError);
    const valid = new Set(validFilenames);
    files.push(...own.filter(({ name }) => valid.has(name)));
    await pace.rest();
  }
  if (type === "Segmented" && ![...folders.keys()].some(isSegment)) throw new SourceRefused(cnsStructureError);
  const hasSegmentsLeftOut = type === "Regular" && [...folders.keys()].some(isSegment);
  return { files, left: directory.entries.length - files.length, hasSegmentsLeftOut };
}
