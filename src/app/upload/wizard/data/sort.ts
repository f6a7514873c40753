/** Which kind of data each of the chosen directories and files is. */
import { fileKindOf, isDirectoryKind, isFileKind } from "../../../../domain/files/upload-kinds.ts";
import type { DirectoryKind, FileKind, UploadKind } from "../../../../protocol/uploads.ts";
import { type ChosenDirectory, type ChosenEntry, directoriesIn, looseFiles } from "../../choose/index.ts";

/** One directory or file, to be looked at as data of a kind. */
export type Picked =
  | { readonly kind: DirectoryKind; readonly name: string; readonly directory: ChosenDirectory }
  | { readonly kind: FileKind; readonly name: string; readonly file: ChosenEntry };

export interface Sorted {
  readonly picks: readonly Picked[];
  /** Files of no kind, or of one that is switched off. */
  readonly leftOut: number;
}

const nameOf = ({ path }: ChosenEntry) => path.slice(path.lastIndexOf("/") + 1);
/** What desktops leave in folders. */
const isLeftover = (entry: ChosenEntry) => /^(\..*|thumbs\.db|desktop\.ini)$/i.test(nameOf(entry));

/**
 * By what names tell. A directory or file that was chosen itself and tells nothing is taken for `current`, the kind that
 * the user is choosing, so that it is refused in place with a reason; other files of a folder are left out.
 */
export function sortEntries(
  entries: readonly ChosenEntry[],
  current: UploadKind,
  enabled: ReadonlySet<UploadKind>,
): Sorted {
  const named: Picked[] = looseFiles(entries).map((file) => {
    const name = nameOf(file);
    return { kind: fileKindOf(name) ?? "edf", name, file };
  });
  const unnamed: Picked[] = [];
  for (const directory of directoriesIn(entries)) {
    const { kind, name } = directory;
    if (kind !== "unknown") named.push({ kind, name, directory });
    else if (isDirectoryKind(current)) unnamed.push({ kind: current, name, directory });
  }
  if (isFileKind(current)) {
    const known = new Set(named.flatMap((pick) => ("file" in pick ? [pick.file] : [])));
    for (const file of entries)
      if (!file.path.includes("/") && !known.has(file)) unnamed.push({ kind: current, name: nameOf(file), file });
  }
  // A folder of EDF files is no CNS directory: its files are taken, it is not refused besides.
  const wanted = named.length > 0 && !isFileKind(current) ? named : [...named, ...unnamed];
  const picks = wanted.filter(({ kind }) => enabled.has(kind));
  const taken = new Set(picks.flatMap((pick) => ("file" in pick ? [pick.file] : pick.directory.entries)));
  return { picks, leftOut: entries.filter((entry) => !taken.has(entry) && !isLeftover(entry)).length };
}
