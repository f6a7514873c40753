/** Tells which kind of directory an upload is, by the names in it, and opens it. */
import {
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsSegmentPrefix,
  hasIllegalCnsInfo,
  parseCnsStreamName,
} from "../../domain/files/cns.ts";
import { SourceRefused } from "../../domain/files/source-refused.ts";
import type { SourceReader } from "../recordings/types.ts";
import { openCns } from "./cns/index.ts";
import { looksLikeNatus, natusFolder, openNatus } from "./natus/index.ts";
import { diskFolder, type SourceFolder } from "./source-folder.ts";

export type DirectoryFormatName = "CNS" | "Natus";

interface DirectoryFormat {
  name: DirectoryFormatName;
  isMadeOf: (names: readonly string[]) => boolean;
  open: (folder: SourceFolder, options: { timezone: string }) => Promise<SourceReader>;
}

/** Looked through in this order. */
const formats: readonly DirectoryFormat[] = [
  {
    name: "CNS",
    isMadeOf: (names) =>
      cnsDirectoryType(names) !== "Corrupted" ||
      hasIllegalCnsInfo(names) ||
      names.some((name) => name.startsWith(cnsSegmentPrefix) || parseCnsStreamName(name)?.part === "data"),
    open: openCns,
  },
  {
    name: "Natus",
    isMadeOf: (names) => looksLikeNatus(names) || names.some((name) => /\.stc$/i.test(name)),
    open: (folder, options) => openNatus(natusFolder(folder), options),
  },
];

/**
 * Opens a CNS or Natus directory, told apart by the names in it unless `format` says which it is; an empty one named like a CNS directory counts as one. @throws SourceRefused when it is
 * neither, or with the reader's own sentence.
 */
export async function openDirectory(
  directory: string | SourceFolder,
  { format: known, ...options }: { timezone: string; format?: DirectoryFormatName },
): Promise<SourceReader> {
  const folder = typeof directory === "string" ? diskFolder(directory) : directory;
  if (known !== undefined) return (formats.find(({ name }) => name === known) as DirectoryFormat).open(folder, options);
  const { files, folders } = await folder.names();
  const names = [...files, ...folders];
  const isNamedCns = folder.name.startsWith(cnsDirectoryPrefix);
  const format = formats.find(({ isMadeOf }) => isMadeOf(names)) ?? (isNamedCns ? formats[0] : undefined);
  if (format === undefined) throw new SourceRefused("This folder is neither a CNS nor a Natus directory.");
  return format.open(folder, options);
}
