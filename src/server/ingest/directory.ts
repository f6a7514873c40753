/** Tells which kind of directory an upload is, by the names in it, and opens it. */
import { readdir } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsSegmentPrefix,
  hasIllegalCnsInfo,
  parseCnsStreamName,
} from "../../domain/cns.ts";
import type { SourceReader } from "../recordings/types.ts";
import { openCns } from "./cns/index.ts";
import { looksLikeNatus, openNatus } from "./natus/index.ts";
import { SourceRefused } from "./refused.ts";

interface DirectoryFormat {
  name: "CNS" | "Natus";
  isMadeOf: (names: readonly string[]) => boolean;
  open: (path: string, options: { timezone: string }) => Promise<SourceReader>;
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
    open: openNatus,
  },
];

/**
 * Opens a CNS or Natus directory; an empty one named like a CNS directory counts as one. @throws SourceRefused when it is
 * neither, or with the reader's own sentence.
 */
export async function openDirectory(path: string, options: { timezone: string }): Promise<SourceReader> {
  const names = await readdir(path);
  const isNamedCns = basename(resolve(path)).startsWith(cnsDirectoryPrefix);
  const format = formats.find(({ isMadeOf }) => isMadeOf(names)) ?? (isNamedCns ? formats[0] : undefined);
  if (format === undefined) throw new SourceRefused("This folder is neither a CNS nor a Natus directory.");
  return format.open(path, options);
}
