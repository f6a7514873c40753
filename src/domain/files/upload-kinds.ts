/** What a kind of upload is made of: said once, for the browser that chooses and the server that is told. */
import { type DirectoryKind, type FileKind, kindForms, type UploadKind, uploadKinds } from "../../protocol/uploads.ts";

/** What the names of files of a kind end with; the first kind that has an extension takes it. */
export const fileExtensions: Readonly<Record<FileKind, readonly string[]>> = {
  medications: ["csv", "xlsx", "xls"],
  edf: ["edf", "bdf"],
};

export const isDirectoryKind = (kind: UploadKind): kind is DirectoryKind => kindForms[kind] === "directory";
export const isFileKind = (kind: UploadKind): kind is FileKind => kindForms[kind] === "file";

/** The kind of a file by its name; null for a name that says none. */
export function fileKindOf(name: string): FileKind | null {
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return uploadKinds.filter(isFileKind).find((kind) => fileExtensions[kind].includes(extension)) ?? null;
}
